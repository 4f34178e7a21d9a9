import { type Choice, type Choices, readChoice, writeChoice } from "./compare/choice.ts";
import { judge } from "./compare/judge.ts";
import { openReasons, openRows } from "./compare/open.ts";
import { showPair, startPairs } from "./compare/pairs.ts";
import { readTables } from "./compare/read-tables.ts";
import { markTable, describeVerdicts, describeUnusable } from "./compare/show.ts";
import { listUnusable } from "./page/list-unusable.ts";
import { scriptRuns } from "./page/script-runs.ts";
import { readTargetId } from "./page/target-id.ts";

/** The compare page: the tables stand without it; it narrows them, keeps the choice in the address and opens reasons beside their cells. */
openReasons(document);
const filter = document.querySelector<HTMLFormElement>("#compare-filter");
if (filter) {
  showControls(filter);
  start(filter);
  scriptRuns();
}
// After the tables have been narrowed: what is hidden above a row moves it out of the view that the address asks for.
openRows(document);

/** Shows what only works with this script, in the room that compare.css keeps for it. */
function showControls(form: HTMLFormElement): void {
  form.hidden = false;
  for (const box of listBoxes()) box.hidden = false;
}

/** One in front of each row, so a feature that two platforms have has two. */
function listBoxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>("input[name=needs]")];
}

/** The feature whose row an address names, or holds what it names. */
function findFeature(hash: string): string | undefined {
  const row = document.getElementById(readTargetId(hash))?.closest("tr");
  const own = row?.matches(".more") ? row.previousElementSibling : row;
  return own instanceof HTMLElement ? own.dataset.feature : undefined;
}

function start(form: HTMLFormElement): void {
  const tables = readTables(document);
  const platform = form.elements.namedItem("platform") as HTMLSelectElement;
  const boxes = listBoxes();
  const fields = [...form.querySelectorAll<HTMLElement>("[data-release-of]")];
  const releaseOf = (field: HTMLElement): HTMLSelectElement => field.querySelector("select") as HTMLSelectElement;
  const choices: Choices = {
    platforms: new Map(
      fields.map((field) => [field.dataset.releaseOf ?? "", [...releaseOf(field).options].map(({ value }) => value)]),
    ),
    tables: tables.map(({ columns }) => columns.map(({ id }) => id)),
    features: [...new Set(boxes.map(({ value }) => value))],
  };

  let pair: string[] = [];
  // Looked up once: a link within the page must not take away the columns that a reader looks at.
  const asked = findFeature(location.hash);

  const fill = (choice: Choice): void => {
    pair = choice.pair;
    platform.value = choice.platform;
    for (const field of fields)
      releaseOf(field).value = field.dataset.releaseOf === choice.platform ? choice.release : "";
    for (const box of boxes) box.checked = choice.needs.includes(box.value);
  };
  const read = (): Choice => {
    const field = fields.find(({ dataset }) => dataset.releaseOf === platform.value);
    return {
      platform: platform.value,
      release: field ? releaseOf(field).value : "",
      pair,
      needs: choices.features.filter((feature) => boxes.some(({ value, checked }) => value === feature && checked)),
    };
  };
  const show = (choice: Choice): void => {
    for (const field of fields) {
      const isChosen = field.dataset.releaseOf === choice.platform;
      field.hidden = !isChosen;
      releaseOf(field).disabled = !isChosen;
    }
    const isNarrowed = choice.needs.length > 0 || choice.release !== "";
    const judged = tables.flatMap((table) => {
      const isShown = choice.platform === "" || choice.platform === table.platform;
      table.section.hidden = !isShown;
      // The list of choices begins with "any".
      const place = (choices.platforms.get(table.platform) ?? []).indexOf(choice.release) - 1;
      const wanted = { needs: choice.needs, ...(isShown && choice.release !== "" ? { release: place } : {}) };
      const judgements = new Map(
        isNarrowed && isShown ? table.columns.map((column) => [column.id, judge(column, wanted)] as const) : [],
      );
      markTable(table, judgements, choice.needs);
      showPair(table, choice.pair, asked);
      return isShown ? [{ table, judgements }] : [];
    });
    document
      .getElementById("compare-answer")
      ?.replaceChildren(
        ...(isNarrowed ? judged.map(describeVerdicts) : []),
        ...describeUnusable(listUnusable(location.search, writeChoice(readChoice(location.search, choices)))),
      );
  };
  const apply = (): void => {
    const choice = read();
    history.replaceState(null, "", location.pathname + writeChoice(choice) + location.hash);
    show(choice);
  };

  form.addEventListener("change", apply);
  for (const box of boxes) {
    box.addEventListener("change", () => {
      for (const other of boxes) if (other.value === box.value) other.checked = box.checked;
      // What the choice adds above the row must not move it away from whoever ticked it.
      const before = box.getBoundingClientRect().top;
      apply();
      scrollBy({ top: box.getBoundingClientRect().top - before, behavior: "instant" });
    });
  }
  startPairs(tables, {
    choose: (chosen) => {
      pair = chosen;
      apply();
    },
    resize: () => show(read()),
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    fill({ platform: "", release: "", pair: [], needs: [] });
    apply();
  });
  addEventListener("popstate", () => {
    fill(readChoice(location.search, choices));
    show(read());
  });
  fill(readChoice(location.search, choices));
  show(read());
}
