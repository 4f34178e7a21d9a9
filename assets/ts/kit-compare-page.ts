import { scriptFails, scriptRuns } from "./page/script-runs.ts";

/** The page that compares two results: the readers of files come with the first file. */
const form = document.querySelector<HTMLFormElement>("#kit-compare");
if (form) {
  scriptRuns();
  connect(form);
}

function connect(form: HTMLFormElement): void {
  const files = new Map<string, File>();
  const update = async (): Promise<void> => {
    try {
      const { showComparison } = await import("./kit-compare/show-comparison.ts");
      await showComparison(form, files);
    } catch {
      scriptFails();
    }
  };
  const take = (side: string, file: File | undefined): void => {
    if (file) files.set(side, file);
    else files.delete(side);
    void update();
  };
  for (const place of form.querySelectorAll<HTMLElement>("[data-drop]")) {
    const side = place.dataset.drop ?? "";
    const input = place.querySelector("input");
    input?.addEventListener("change", () => take(side, input.files?.[0]));
    for (const type of ["dragenter", "dragover"])
      place.addEventListener(type, (event) => {
        event.preventDefault();
        place.dataset.over = "";
      });
    place.addEventListener("dragleave", () => delete place.dataset.over);
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      delete place.dataset.over;
      // Two files at once are both sides, in their order.
      const [first, second] = event.dataTransfer?.files ?? [];
      take(side, first);
      if (second) take(side === "a" ? "b" : "a", second);
    });
  }
  form.addEventListener("input", ({ target }) => {
    if ((target as HTMLElement).id === "margin" && files.size > 0) void update();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
