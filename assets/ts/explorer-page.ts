import { startExplorer } from "./explorer/start-explorer.ts";
import type { MeasurementFile } from "./explorer/measurement-file.ts";

/** The explorer's page: the measurements come in one file, which the page names. */
const explorer = document.getElementById("explorer");
const form = document.querySelector<HTMLFormElement>("#explorer-filters");
if (explorer && form) {
  connectFold(form);
  load(explorer.dataset["measurements"] ?? "")
    .then((file) => startExplorer(explorer, form, file))
    .catch((error: unknown) => {
      const status = document.getElementById("explorer-status");
      const cause = error instanceof Error ? error.message : String(error);
      if (status) status.textContent = `The measurements could not be loaded (${cause}). Load the page again, or take the studies below.`;
    });
}

async function load(address: string): Promise<MeasurementFile> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as MeasurementFile;
}

/** On a narrow screen the filters are folded above the result. */
function connectFold(filters: HTMLFormElement): void {
  const button = filters.querySelector<HTMLButtonElement>(".explorer-fold");
  button?.addEventListener("click", () => {
    const isOpen = filters.toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(isOpen));
  });
}
