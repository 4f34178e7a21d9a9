import { scriptFails, scriptRuns } from "./page/script-runs.ts";

/** The page that audits a fleet: what reads and judges comes with the first file. */
const form = document.querySelector<HTMLFormElement>("#fleet");
if (form) {
  scriptRuns();
  connect(form);
}

function connect(form: HTMLFormElement): void {
  const input = (id: string): HTMLInputElement | null => form.querySelector<HTMLInputElement>(`#${id}`);
  const audit = async (request: { files: readonly File[] } | { sample: string }): Promise<void> => {
    try {
      const { startAudit } = await import("./fleet/start-audit.ts");
      await startAudit(form, request);
    } catch {
      scriptFails();
    }
  };
  let files: readonly File[] = [];
  const take = (chosen: readonly File[]): void => {
    if (chosen.length > 0) files = chosen;
    if (files.length > 0) void audit({ files });
  };
  const place = form.querySelector<HTMLElement>("[data-drop]");
  for (const type of ["dragenter", "dragover"])
    place?.addEventListener(type, (event) => {
      event.preventDefault();
      place.dataset.over = "";
    });
  place?.addEventListener("dragleave", () => delete place.dataset.over);
  place?.addEventListener("drop", (event) => {
    event.preventDefault();
    delete place.dataset.over;
    take([...(event.dataTransfer?.files ?? [])]);
  });
  input("fleet-files")?.addEventListener("change", () => take([...(input("fleet-files")?.files ?? [])]));
  for (const id of ["fleet-rates", "fleet-policy"]) input(id)?.addEventListener("change", () => take([]));
  form.addEventListener("click", ({ target }) => {
    const sample = target instanceof Element ? target.closest<HTMLElement>("[data-sample]")?.dataset.sample : undefined;
    if (sample !== undefined) {
      files = [];
      void audit({ sample });
    }
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
