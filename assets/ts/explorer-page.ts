import { loadMeasurements } from "./explorer/measurements.ts";
import { scriptRuns } from "./page/script-runs.ts";

/** The explorer's page: what explores and the measurements, one file, which the page names, come with it. */
const explorer = document.getElementById("explorer");
const form = document.querySelector<HTMLFormElement>("#explorer-filters");
if (explorer && form) {
  connectFold(form);
  void load(explorer, form);
  scriptRuns();
}

async function load(explorer: HTMLElement, form: HTMLFormElement): Promise<void> {
  const program = import("./explorer/start-explorer.ts");
  // A failure is reported where the promise is awaited, unless the measurements fail first.
  program.catch(() => undefined);
  await loadMeasurements(explorer, document.getElementById("explorer-status"), async (file) =>
    (await program).startExplorer(explorer, form, file),
  );
}

/** On a narrow screen the filters are folded above the result. */
function connectFold(filters: HTMLFormElement): void {
  const button = filters.querySelector<HTMLButtonElement>(".explorer-fold");
  button?.addEventListener("click", () => {
    const isOpen = filters.toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(isOpen));
  });
}
