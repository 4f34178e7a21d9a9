import { loadMeasurements } from "./explorer/measurements.ts";
import { startStudies } from "./explorer/start-studies.ts";
import { scriptRuns } from "./page/script-runs.ts";

/** The page that compares two studies. What the address asks for takes the place of all testbeds. */
const page = document.getElementById("studies-comparison");
const form = document.querySelector<HTMLFormElement>("#studies-choice");
const conclusion = document.getElementById("studies-conclusion");
const all = document.getElementById("all-testbeds");
if (page && form) {
  const holdPlace = (isAwaited: boolean): void => {
    page.toggleAttribute("data-awaited", isAwaited);
    if (all) all.hidden = isAwaited;
  };
  holdPlace(comparesTwoStudies(form));
  void loadMeasurements(
    page,
    conclusion,
    (file) => {
      holdPlace(false);
      startStudies(page, form, all, file);
    },
    () => holdPlace(false),
  );
  scriptRuns();
}

/** Whether the address names two different studies of the list. */
function comparesTwoStudies({ elements }: HTMLFormElement): boolean {
  const query = new URLSearchParams(location.search);
  const [a, b] = (["a", "b"] as const).map((name) => {
    const { options } = elements.namedItem(name) as HTMLSelectElement;
    return [...options].find(({ value }) => value !== "" && value === query.get(name))?.value;
  });
  return a !== undefined && b !== undefined && a !== b;
}
