import { h, nextTask, find } from "../../../advisor/ui/dom.ts";
import { checkDraft } from "./check-draft.ts";
import type { FormKind } from "./draft.ts";
import { connectFiles } from "./connect-files.ts";
import { clearDraft, keepDraft, restoreDraft } from "./kept-draft.ts";
import { knownIds, offerSources, yearOfSource } from "./known.ts";
import { connectPaste } from "./paste/connect-paste.ts";
import { isSourceNew, listControls, readForm } from "./read-form.ts";
import { manageRows } from "./rows.ts";
import { showFiles } from "./show-files.ts";
import { listProblems, type PlacedProblem, placeProblems, formatProblem, showMessages } from "./show-problems.ts";
import { suggestDatasetId, suggestSourceId } from "./suggest-ids.ts";

/** Milliseconds of quiet after which what was typed is read. */
const quiet = 120;

/** Runs the form: reads it as it changes, checks it, keeps it in the browser, and shows what is wrong and what comes out. Nothing is sent. */
export function startForm(form: HTMLFormElement): void {
  const table = find(form, "#rows", HTMLTableElement);
  const result = find(form, "#part-result", HTMLElement);
  const clearButton = find(form, "#clear-draft", HTMLButtonElement);
  const rows = manageRows(table);
  offerSources(find(form, "#list-source", HTMLElement));
  const repository = { address: result.dataset.repository ?? "", branch: result.dataset.branch ?? "" };
  const showThem = showFiles(find(form, "#files", HTMLElement), repository, {
    announce: (text) => {
      find(form, "#taken", HTMLElement).textContent = text;
    },
    onTaken: () => {
      isUnsaved = false;
    },
  });
  const listOpen = prepareList(form, () => void showAll());
  /** Controls that somebody has left: what is wrong there is said. */
  const left = new WeakSet<Element>();
  let [isAllShown, isChanged, isUnsaved] = [false, false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  /** In slices, so that typing goes on meanwhile in a form of many rows; the next update ends one that is under way. */
  async function update(): Promise<void> {
    const own = ++turn;
    clearTimeout(timer);
    timer = undefined;
    if (isChanged) keep();
    rows.refresh();
    suggestIds(form);
    await nextTask();
    if (own !== turn) return;
    const { draft, notes } = readForm(form);
    await nextTask();
    if (own !== turn) return;
    const checked = checkDraft(draft, today());
    await nextTask();
    if (own !== turn) return;
    const controls = listControls(form);
    const idOf = (kind: FormKind): HTMLElement => find(form, `[data-id="${kind}"]`, HTMLElement);
    const problems = placeProblems(checked.problems, controls, idOf);
    const shown = problems.filter(({ control }) => isAllShown || left.has(control));
    const all = [...form.querySelectorAll<HTMLElement>("[data-path], [data-id]")];
    showMessages(all, shown, notes);
    showThem(checked.files, problems.length);
    listOpen(problems.length, shown);
    markParts(form, problems);
  }
  async function showAll(): Promise<void> {
    isAllShown = true;
    await update();
    find(form, "#problems", HTMLElement).focus();
  }
  function keep(): void {
    isUnsaved = !keepDraft(form, rows.list().length);
    clearButton.hidden = isUnsaved;
  }
  function schedule(): void {
    isChanged = true;
    updateSoon();
  }
  function updateSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), quiet);
  }

  form.addEventListener("input", schedule);
  form.addEventListener("change", schedule);
  form.addEventListener("focusout", ({ target }) => {
    const control = target instanceof Element ? target.closest("[data-path], [data-id]") : null;
    if (!control || !isChanged) return;
    left.add(control);
    updateSoon();
  });
  form.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const row = button?.closest<HTMLElement>("[data-row]");
    if (button?.id === "add-row") rows.control(rows.add(), "adapter")?.focus();
    else if (button && "remove" in button.dataset && row) {
      rows.remove(row);
      find(form, "#add-row", HTMLElement).focus();
    } else return;
    schedule();
  });
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.for !== undefined) lock(form, target);
    if (isSourceNew(form)) startSource(form);
  });
  connectPaste(form, rows, (filled) => {
    for (const control of filled) left.add(control);
    schedule();
  });
  connectFiles(form, rows, (filled) => {
    for (const control of filled) left.add(control);
    schedule();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  clearButton.addEventListener("click", () => {
    if (!confirm("Clear every field of this form?")) return;
    clearTimeout(timer);
    timer = undefined;
    clearDraft();
    isUnsaved = false;
    location.reload();
  });
  // Only what the browser does not keep is lost by leaving.
  window.addEventListener("beforeunload", (event) => {
    if (timer !== undefined) keep();
    if (isUnsaved) event.preventDefault();
  });
  if (restoreDraft(form, () => rows.add(true))) {
    isChanged = true;
    clearButton.hidden = false;
    for (const box of form.querySelectorAll<HTMLInputElement>("input[data-for]:checked")) lock(form, box);
  }
  void update();
}

/** Prepares the list of problems: how many are open, and those of controls that somebody has left. */
function prepareList(form: HTMLFormElement, showAll: () => void): (open: number, shown: PlacedProblem[]) => void {
  const count = find(form, "#open-count", HTMLElement);
  const list = find(form, "#problems", HTMLElement);
  let listed = "";
  return (open, shown) => {
    const more =
      open > shown.length &&
      h("button", { type: "button", class: "button button-plain", onclick: showAll }, "Show them all");
    const words =
      open === 0 ? "No check reports a problem." : `${open === 1 ? "One thing is" : `${open} things are`} still open.`;
    // What did not change is not told again.
    if (count.textContent !== `${words} ${more ? more.textContent : ""}`) count.replaceChildren(words, " ", more || "");
    // Whoever goes through the list keeps their place in it.
    const key = shown.map((problem) => `${problem.control.id} ${formatProblem(problem)}`).join("\n");
    if (key === listed) return;
    listed = key;
    list.hidden = shown.length === 0;
    const title = shown.length === 1 ? "One thing to fix" : `${shown.length} things to fix`;
    list.replaceChildren(...(shown.length === 0 ? [] : [h("h3", {}, title), listProblems(shown)]));
  };
}

/** A box that is ticked takes the place of what it stands beside. */
function lock(form: HTMLFormElement, box: HTMLInputElement): void {
  const field = box.closest("[data-field]");
  for (const other of field?.querySelectorAll<HTMLInputElement>("input[data-for]") ?? [])
    if (other !== box && box.checked) other.checked = false;
  const control = form.querySelector<HTMLInputElement>(`#${box.dataset.for ?? ""}`);
  if (control) control.disabled = box.checked;
}

/** A new source is read today. */
function startSource(form: HTMLFormElement): void {
  const accessed = find(form, "#source-accessed", HTMLInputElement);
  if (accessed.value === "") accessed.value = today();
}

function suggestIds(form: HTMLFormElement): void {
  const text = (id: string): string => form.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? "";
  const published = text("source-published").slice(0, 4);
  suggest(
    find(form, '[data-id="source"]', HTMLInputElement),
    suggestSourceId(text("source-publisher"), text("source-title"), published),
  );
  const known = text("f-source");
  const [source, year] = isSourceNew(form)
    ? [text("source-id"), published]
    : [knownIds.source.includes(known) ? known : "", yearOfSource(known)];
  suggest(find(form, '[data-id="dataset"]', HTMLInputElement), suggestDatasetId(source, year));
}

/** A name that somebody has changed stays as they want it. */
function suggest(field: HTMLInputElement, id: string): void {
  if (field.value !== "" && field.value !== field.dataset.made) return;
  field.value = id;
  field.dataset.made = id;
}

/** How much of each folded part is open. */
function markParts(form: HTMLFormElement, problems: readonly PlacedProblem[]): void {
  for (const part of form.querySelectorAll<HTMLElement>("[data-part]")) {
    const open = new Set(problems.filter(({ control }) => part.contains(control)).map(({ control }) => control)).size;
    const state = part.querySelector("[data-part-state]");
    const words = open === 0 ? "nothing missing" : `${open} to fill in`;
    if (state && state.textContent !== words) state.textContent = words;
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
