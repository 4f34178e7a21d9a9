import type { Advisor } from "../../advisor.ts";
import { findGuests } from "../../guests/find-guests.ts";
import { fullName } from "../../guests/guests.ts";
import type { Guest } from "../../knowledge/knowledge.ts";
import { h } from "../dom.ts";
import { words } from "../words.ts";

/** Guests that are offered at once; more would not be read. */
const MOST = 8;

/**
 * Makes the guest's field a combobox (the ARIA pattern with a list that the field controls): offers guests while the reader
 * types, forgiving in spelling. The field stays a text field: whatever is typed is its value, an offer only fills it in.
 */
export function offerGuests(form: HTMLFormElement, advisor: Advisor): void {
  const input = form.querySelector<HTMLInputElement>("input[name=guest]");
  // The place is there from the start, so that the page does not move when the list comes.
  const place = form.querySelector("[data-guest-offers]");
  if (!input || !place) return;
  const list = h("ul", {
    class: "combobox-list",
    role: "listbox",
    id: "guest-options",
    "aria-label": words.offers,
    hidden: true,
  });
  let offered: Guest[] = [];
  let active = -1;

  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  place.replaceChildren(list);
  close();

  input.addEventListener("input", (event) => {
    // An offer that was taken fills the field by itself; only what is typed asks for offers.
    if (event.isTrusted) open(findGuests(advisor, input.value, MOST));
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (list.hidden) open(findGuests(advisor, input.value, MOST));
      else activate((active + step + offered.length + 1) % (offered.length + 1));
    } else if (event.key === "Enter" && active >= 0 && active < offered.length) {
      event.preventDefault();
      selectGuest(active);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "Tab") {
      close();
    }
  });
  input.addEventListener("blur", close);
  // The field keeps the focus while an offer is pressed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (option) selectGuest([...list.children].indexOf(option));
  });

  function open(guests: Guest[]): void {
    offered = guests;
    active = -1;
    input?.removeAttribute("aria-activedescendant");
    list.replaceChildren(
      ...guests.map((guest, at) =>
        h(
          "li",
          { role: "option", id: `guest-option-${at}`, "aria-selected": "false" },
          h("span", {}, fullName(guest)),
          h("span", { class: "combobox-id" }, guest.id),
        ),
      ),
    );
    list.hidden = guests.length === 0 || input?.value.trim() === "";
    input?.setAttribute("aria-expanded", String(!list.hidden));
  }
  function close(): void {
    open([]);
  }
  /** The place behind the last offer is the field itself. */
  function activate(at: number): void {
    active = at < offered.length ? at : -1;
    for (const [index, option] of [...list.children].entries())
      option.setAttribute("aria-selected", String(index === active));
    const option = list.children[active];
    if (option) {
      input?.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else input?.removeAttribute("aria-activedescendant");
  }
  function selectGuest(at: number): void {
    const guest = offered[at];
    close();
    if (!guest || !input) return;
    input.value = fullName(guest);
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    input.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  }
}
