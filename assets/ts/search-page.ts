import { scriptRuns } from "./page/script-runs.ts";

/** The search page: nothing but this is loaded before somebody searches. */
const searchForm = document.querySelector<HTMLFormElement>("#search-form");
if (searchForm) waitForUse(searchForm);

function waitForUse(form: HTMLFormElement): void {
  const input = form.elements.namedItem("q") as HTMLInputElement;
  const asked = new URLSearchParams(location.search).get("q");
  if (asked !== null && input.value === "") input.value = asked;
  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    form.removeEventListener("focusin", start);
    form.removeEventListener("submit", hold);
    Promise.all([import("./search/start-search.ts"), fetch(form.dataset.names ?? "")])
      .then(([{ startSearch }, names]) => startSearch(form, { input, names, showFailure }))
      .catch(showFailure);
  };
  // Enter, typed before the index is there, would load the page anew.
  const hold = (event: Event): void => event.preventDefault();
  form.addEventListener("submit", hold);
  form.addEventListener("focusin", start);
  // theme.ts preloads both if the address has a query.
  if (document.activeElement === input || input.value !== "") start();
  scriptRuns();
}

/** Shows that a file of the search could not be loaded. */
function showFailure(error: unknown): void {
  delete document.documentElement.dataset.asked;
  const status = document.getElementById("search-status");
  const cause = error instanceof Error ? error.message : String(error);
  if (status)
    status.textContent = `The index could not be loaded (${cause}). Load the page again, or use the lists below.`;
}
