import { loadMeasurements } from "./explorer/load-measurements.ts";
import { startExplorer } from "./explorer/start-explorer.ts";

/** The explorer's page: the measurements come in one file, which the page names. */
const explorer = document.getElementById("explorer");
const form = document.querySelector<HTMLFormElement>("#explorer-filters");
if (explorer && form) {
  connectFold(form);
  void loadMeasurements(explorer, document.getElementById("explorer-status"), (file) => startExplorer(explorer, form, file));
}

/** On a narrow screen the filters are folded above the result. */
function connectFold(filters: HTMLFormElement): void {
  const button = filters.querySelector<HTMLButtonElement>(".explorer-fold");
  button?.addEventListener("click", () => {
    const isOpen = filters.toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(isOpen));
  });
}
