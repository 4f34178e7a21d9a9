import { h } from "../../../advisor/ui/dom.ts";
import type { FormKind, DraftProblem } from "./draft.ts";
import type { BoundControl } from "./read-form.ts";

/** A problem with the control that it is about. */
export interface PlacedProblem extends DraftProblem {
  control: HTMLElement;
}

/** Finds the control that each problem is about: the field itself, one within it, or the nearest around it; in the order of the page. */
export function placeProblems(
  problems: readonly DraftProblem[],
  controls: readonly BoundControl[],
  idOf: (kind: FormKind) => HTMLElement,
): PlacedProblem[] {
  const places = indexControls(controls);
  return problems
    .map((problem) => ({ ...problem, control: findControl(problem, places) ?? idOf(problem.kind) }))
    .sort((a, b) =>
      a.control === b.control
        ? 0
        : a.control.compareDocumentPosition(b.control) & Node.DOCUMENT_POSITION_PRECEDING
          ? 1
          : -1,
    );
}

/** Controls by kind and path, and by the paths of what they are within, for which the first of them stands. */
interface Places {
  own: ReadonlyMap<string, HTMLElement>;
  within: ReadonlyMap<string, HTMLElement>;
}

function indexControls(controls: readonly BoundControl[]): Places {
  const own = new Map<string, HTMLElement>();
  const within = new Map<string, HTMLElement>();
  for (const { kind, path, element } of controls) {
    own.set(`${kind} ${path}`, element);
    for (let end = path.lastIndexOf("."); end > 0; end = path.lastIndexOf(".", end - 1)) {
      const outer = `${kind} ${path.slice(0, end)}`;
      if (!within.has(outer)) within.set(outer, element);
    }
  }
  return { own, within };
}

function findControl({ kind, path, restsOn }: DraftProblem, { own, within }: Places): HTMLElement | undefined {
  if (path === undefined) return undefined;
  const exact = [path, ...restsOn]
    .map((one) => own.get(`${kind} ${one.join(".")}`))
    .find((found) => found !== undefined);
  if (exact) return exact;
  for (let length = path.length; length > 0; length--) {
    const outer = `${kind} ${path.slice(0, length).join(".")}`;
    const found = own.get(outer) ?? within.get(outer);
    if (found) return found;
  }
  return undefined;
}

/** Shows messages and notes at their fields; what is there already is left alone. */
export function showMessages(
  controls: readonly HTMLElement[],
  problems: readonly PlacedProblem[],
  notes: ReadonlyMap<HTMLElement, string>,
): void {
  const texts = new Map<HTMLElement, string>();
  for (const problem of problems)
    texts.set(problem.control, [texts.get(problem.control), formatProblem(problem)].filter(Boolean).join("\n"));
  for (const control of controls) {
    const text = texts.get(control) ?? "";
    showLine(control, "message", text);
    showLine(control, "note", notes.get(control) ?? "");
    if (text === "") control.removeAttribute("aria-invalid");
    else control.setAttribute("aria-invalid", "true");
  }
}

/** A message with what to do about it. */
export function formatProblem({ message, help }: DraftProblem): string {
  // What a field is about stands below it.
  return [message, / is missing$/.test(message) ? "" : help]
    .filter((text) => text !== "")
    .map(toSentence)
    .join(" ");
}

/** A sentence begins with a capital, unless it begins with a name or a path. */
function toSentence(text: string): string {
  const start = /^[a-z]+(?=[\s,;:])/.exec(text)?.[0] ?? "";
  return `${start.charAt(0).toUpperCase()}${text.slice(start === "" ? 0 : 1)}${/[.?!]$/.test(text) ? "" : "."}`;
}

/** One line below a control, tied to it for those who hear the page. */
function showLine(control: HTMLElement, sort: "message" | "note", text: string): void {
  const id = `${control.id}-${sort}`;
  const shown = document.getElementById(id);
  if ((shown?.textContent ?? "") === text) return;
  const described = new Set((control.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one !== ""));
  if (text === "") {
    shown?.remove();
    described.delete(id);
  } else {
    const line = shown ?? h("p", { id, class: `field-${sort}` });
    line.textContent = text;
    if (!shown) (control.closest(".file-name") ?? control).after(line);
    described.add(id);
  }
  if (described.size > 0) control.setAttribute("aria-describedby", [...described].join(" "));
  else control.removeAttribute("aria-describedby");
}

/** What a control is called, with the row that it is in. */
function nameControl(control: HTMLElement): string {
  const label =
    document.querySelector(`label[for="${control.id}"]`) ?? control.closest("fieldset")?.querySelector("legend");
  const name = (label?.firstChild?.textContent ?? label?.textContent ?? "").trim();
  const row = control.closest<HTMLElement>("[data-row]")?.querySelector("[data-row-number]")?.textContent;
  return row ? `Row ${row}, ${name}` : name;
}

/** Lists problems as links to their fields. */
export function listProblems(problems: readonly PlacedProblem[]): HTMLElement {
  const item = (problem: PlacedProblem): HTMLElement =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#${problem.control.id}`, onclick: (event) => goTo(problem.control, event) },
        nameControl(problem.control),
      ),
      `: ${formatProblem(problem)}`,
    );
  return h("ul", {}, ...problems.map(item));
}

/** Opens what a control is folded into, and goes there. */
function goTo(control: HTMLElement, event?: Event): void {
  event?.preventDefault();
  for (let folded = control.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
    folded.open = true;
  const target = control.matches("input, select, textarea")
    ? control
    : (control.querySelector<HTMLElement>("input, textarea") ?? control);
  target.focus();
  target.scrollIntoView({ block: "center" });
}
