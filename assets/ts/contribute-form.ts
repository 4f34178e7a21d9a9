import { hasKeptDraft } from "./contribute-form/kept-draft.ts";
import { describeFailure } from "./page/describe-failure.ts";
import { scriptRuns } from "./page/script-runs.ts";

/** Touches of the form that call for what is behind it. */
const touches = ["focusin", "pointerdown", "input"] as const;

/** The form's page: nothing but this is loaded before somebody touches the form. */
function waitForTouch(form: HTMLFormElement): void {
  const clicked: HTMLElement[] = [];
  // A click that comes before there is anybody to answer it is answered later.
  const keep = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button) clicked.push(button);
  };
  const load = (): void => {
    for (const touch of touches) form.removeEventListener(touch, load);
    import("./contribute-form/start-form.ts").then(
      ({ startForm }) => {
        form.removeEventListener("click", keep);
        startForm(form);
        for (const button of clicked) button.click();
      },
      (error: unknown) => form.prepend(renderFailure(error)),
    );
  };
  form.addEventListener("click", keep);
  for (const touch of touches) form.addEventListener(touch, load);
  // A reader may be faster than this script, and is not to touch the form twice.
  if (hasKeptDraft() || form.contains(document.activeElement)) load();
}

/** Files that are dropped anywhere on the form are taken by its file field, also before the rest is loaded. */
function forwardDrops(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>("#tool-files");
  if (!field) return;
  form.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files || files.length === 0) return;
    event.preventDefault();
    field.files = files;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
}

function renderFailure(error: unknown): HTMLElement {
  const alert = describeFailure(
    error,
    "The form could not load its checks ({cause}). Copy what you have typed, then load the page again.",
  );
  alert.className = "field-message";
  return alert;
}

const form = document.querySelector<HTMLFormElement>("#record-form");
if (form) {
  waitForTouch(form);
  forwardDrops(form);
}
scriptRuns();
