import type { FleetInput } from "../../advisor/fleet/record.ts";
import { listChosen, listDropped } from "./fleet/dropped-files.ts";
import { scriptFails, scriptRuns } from "./page/script-runs.ts";

/** The page that audits a fleet: what reads and judges comes with the first file. */
const form = document.querySelector<HTMLFormElement>("#fleet");
if (form) {
  scriptRuns();
  connect(form);
}

function connect(form: HTMLFormElement): void {
  const input = (id: string): HTMLInputElement | null => form.querySelector<HTMLInputElement>(`#${id}`);
  const audit = async (request: { drops: FleetInput[][] } | { sample: string }): Promise<void> => {
    try {
      const { startAudit } = await import("./fleet/start-audit.ts");
      await startAudit(form, request);
    } catch {
      scriptFails();
    }
  };
  let drops: FleetInput[][] = [];
  const addFiles = (chosen: FleetInput[]): void => {
    if (chosen.length > 0) drops.push(chosen);
    if (drops.length > 0) void audit({ drops });
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
    if (event.dataTransfer) listDropped(event.dataTransfer).then(addFiles, scriptFails);
  });
  const places = ["fleet-files", "fleet-folder"];
  for (const id of places) input(id)?.addEventListener("change", () => addFiles(listChosen(input(id))));
  for (const id of ["fleet-rates", "fleet-policy", "fleet-baseline", "fleet-columns"])
    input(id)?.addEventListener("change", () => addFiles([]));
  form.addEventListener("click", ({ target }) => {
    const sample = target instanceof Element ? target.closest<HTMLElement>("[data-sample]")?.dataset.sample : undefined;
    if (sample !== undefined) {
      drops = [];
      void audit({ sample });
    }
  });
  for (const sample of form.querySelectorAll<HTMLButtonElement>("[data-sample]")) sample.disabled = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  // The reader may have been faster than this script.
  drops = places.map((id) => listChosen(input(id))).filter((chosen) => chosen.length > 0);
  addFiles([]);
}
