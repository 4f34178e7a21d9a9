import { describeFailure } from "./page/describe-failure.ts";
import { scriptRuns } from "./page/script-runs.ts";

/** The decision table's page: the engine is loaded only when the address brings a situation; the table waits for what stands above it then. */
const table = document.querySelector<HTMLElement>("#decision-table");
if (table && location.search.length > 1) {
  table.toggleAttribute("data-awaited", true);
  void import("./rules/light-rules.ts")
    .then(({ lightRules }) => lightRules(table))
    .catch((error: unknown) =>
      table.before(describeFailure(error, "The deciding rules could not be shown ({cause}). The table has all rules.")),
    )
    .finally(() => table.toggleAttribute("data-awaited", false));
}
scriptRuns();
