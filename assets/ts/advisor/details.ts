import type { Advisor } from "../../../advisor/index.ts";
import { fieldLabel, valueText } from "../../../advisor/ui/answer/names.ts";
import type { State } from "../../../advisor/ui/session.ts";

/** Questions in view at once; more come at a click. */
const AT_ONCE = 4;
/** Given answers that the folded line names. */
const NAMED = 3;

/**
 * Orders the questions below the sentence: those whose answer could change the recommendation first, and few at a time. Nothing
 * moves while the reader looks at them: the order is made while they are folded.
 */
export function startDetails(form: HTMLFormElement, advisor: Advisor): (state: State) => void {
  const details = form.querySelector<HTMLDetailsElement>(".form-details");
  const list = form.querySelector(".detail-list");
  const more = form.querySelector<HTMLElement>(".detail-more");
  if (!details || !list || !more) return () => undefined;
  const fields = [...list.querySelectorAll<HTMLElement>(":scope > .field")].map((element) => ({
    element,
    name: (element.querySelector("[name]")?.getAttribute("name") ?? "") as keyof State["situation"],
  }));
  const given = form.querySelector("[data-given]");
  let latest: State | null = null;
  let room = AT_ONCE;
  // The event of opening comes late: a reader may be in a field by then, which would lose the focus where it moved.
  details.addEventListener("toggle", () => {
    if (details.open) return;
    room = AT_ONCE;
    sortFields();
  });
  more.querySelector("button")?.addEventListener("click", () => {
    const first = fields.find(({ element }) => isLater(element) && !element.hidden);
    room += AT_ONCE;
    reveal();
    first?.element.querySelector<HTMLElement>("input:checked, input:not([type=radio]), select")?.focus();
  });

  return (state) => {
    latest = state;
    const { knowledge } = advisor;
    const named = fields.flatMap(({ name }) =>
      state.situation[name] === undefined
        ? []
        : [`${fieldLabel(knowledge, name)}: ${valueText(knowledge, state.situation, name)}`],
    );
    if (given)
      given.textContent = [
        ...named.slice(0, NAMED),
        ...(named.length > NAMED ? [`+${named.length - NAMED}`] : []),
      ].join(" · ");
    if (details.open) reveal();
    else sortFields();
  };

  /** The most decisive first; without the adapter that the machine has nobody knows whether there is something to change. */
  function sortFields(): void {
    const open = (latest?.advice?.openQuestions ?? []).map(({ field }) => field);
    const rank = ({ name }: { name: string }): number => {
      const at = open.indexOf(name);
      return at >= 0 ? at : name === "currentAdapter" ? open.length : open.length + 1;
    };
    fields.sort((a, b) => rank(a) - rank(b));
    more?.before(...fields.map(({ element }) => element));
    reveal();
  }

  /** Shows as many as there is room for, and every one that has an answer. */
  function reveal(): void {
    let shown = 0;
    for (const { element, name } of fields) {
      const isGiven = latest?.pairs.some(([field]) => field === name) ?? false;
      element.toggleAttribute("data-later", !isGiven && shown >= room);
      if (!element.hidden && !isGiven) shown += 1;
    }
    if (more) more.hidden = !fields.some(({ element }) => isLater(element) && !element.hidden);
  }
}

function isLater(element: HTMLElement): boolean {
  return element.hasAttribute("data-later");
}
