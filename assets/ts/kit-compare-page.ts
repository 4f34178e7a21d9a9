import { scriptFails, scriptRuns } from "./page/script-runs.ts";

/** The page that compares two results: the readers of files come with the first file. */
const form = document.querySelector<HTMLFormElement>("#kit-compare");
if (form) {
  scriptRuns();
  connect(form);
}

function connect(form: HTMLFormElement): void {
  const files = new Map<string, readonly File[]>();
  const update = async (): Promise<void> => {
    try {
      const { showComparison } = await import("./kit-compare/show-comparison.ts");
      await showComparison(form, files);
    } catch {
      scriptFails();
    }
  };
  const setFiles = (side: string, chosen: readonly File[]): void => {
    if (chosen.length > 0) files.set(side, chosen);
    else files.delete(side);
    void update();
  };
  for (const place of form.querySelectorAll<HTMLElement>("[data-drop]")) {
    const side = place.dataset.drop ?? "";
    const input = place.querySelector("input");
    const setChosen = (): void => setFiles(side, [...(input?.files ?? [])]);
    input?.addEventListener("change", setChosen);
    // The reader may have been faster than this script.
    if (input?.files?.length) setChosen();
    for (const type of ["dragenter", "dragover"])
      place.addEventListener(type, (event) => {
        event.preventDefault();
        place.dataset.over = "";
      });
    place.addEventListener("dragleave", () => delete place.dataset.over);
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      delete place.dataset.over;
      setFiles(side, [...(event.dataTransfer?.files ?? [])]);
    });
  }
  form.addEventListener("input", ({ target }) => {
    if ((target as HTMLElement).id === "margin" && files.size > 0) void update();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
