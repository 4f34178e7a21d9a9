import { count, groupDigits } from "../../../advisor/text.ts";
import type { Format } from "../../../advisor/fleet/report/formats.ts";
import { SEVERITIES, type Severity } from "../../../advisor/fleet/judge/facts.ts";
import { VERDICTS } from "../../../advisor/fleet/judge/facts.ts";
import { countFleet, headline, VERDICT_WORDS } from "../../../advisor/fleet/report/report-words.ts";
import { add, type Child, find, h } from "../../../advisor/ui/dom.ts";
import { saveFile } from "../page/save-file.ts";
import type { Answer, Filter, Line, ShownComparison } from "./protocol.ts";
import { AdapterTable } from "./adapter-table.ts";

type Shown = Extract<Answer, { kind: "audit" }>;

/** Shows an audit: how many, how bad, what first, then every adapter. A part that is pressed narrows the table. */
export function showAudit(place: HTMLElement, audit: Shown, line: Line, root: string): void {
  const { summary, files, policy, comparison, problems } = audit;
  let filter: Filter = { grouped: true };
  const table = new AdapterTable(line, root);
  const active = h("p", { class: "fleet-shown", role: "status", tabindex: -1 });
  const severity = chooseSeverity((chosen) => narrow(chosen === "" ? {} : { severity: chosen }, chosen));
  const refine = (part: Partial<Filter>): void => {
    filter = { ...filter, ...part };
    table.show(filter);
  };
  const narrow = (part: Partial<Filter>, words: string): void => {
    filter = { grouped: filter.grouped, ...(filter.text === undefined ? {} : { text: filter.text }) };
    severity.value = part.severity ?? "";
    active.replaceChildren(
      ...(words === ""
        ? []
        : [
            `Shown: ${words}. `,
            h("button", { type: "button", class: "button button-plain", onclick: () => press({}, "") }, "Show all"),
          ]),
    );
    refine(part);
  };
  const adapters = section("fleet-adapters", "Adapters", drawFilters(severity, refine), active, table.element);
  const heading = find(adapters, "h2", HTMLElement);
  heading.tabIndex = -1;
  // What was pressed may be far above the table, or gone, so the keyboard goes on at the table.
  const press = (part: Partial<Filter>, words: string): void => {
    narrow(part, words);
    heading.scrollIntoView();
    (words === "" ? heading : active).focus({ preventScroll: true });
  };
  const button: MakeButton = (label, part, words) =>
    h("button", { type: "button", class: "link-button", onclick: () => press(part, words) }, label);

  place.replaceChildren();
  add(
    place,
    section(
      "fleet-summary",
      headline(summary),
      h(
        "p",
        { class: "note" },
        `${countFleet(summary)}.${policy === null ? "" : ` Checked against the policy “${policy}”.`}`,
      ),
      drawVerdicts(summary, button),
    ),
    h("div", { class: "fleet-columns" }, drawFindings(summary, button), drawWaves(summary, button)),
    comparison && drawComparison(comparison),
    drawPicture(summary, button),
    adapters,
    drawExports(line),
    drawFiles(files, problems),
  );
  table.show(filter);
  line.listen("export", ({ name, blob }) => saveFile(name, blob));
}

type Summary = Shown["summary"];

/** Makes a button that narrows the table to a part of the fleet; words say which. */
type MakeButton = (label: string, part: Partial<Filter>, words: string) => HTMLElement;

/** One bar of all adapters by verdict, with a button for each part. */
function drawVerdicts({ verdicts, adapters }: Summary, button: MakeButton): HTMLElement {
  const parts = VERDICTS.filter((verdict) => verdicts[verdict] > 0);
  const bar = h("div", { class: "fleet-bar", "aria-hidden": "true" });
  for (const verdict of parts) {
    const part = h("span", { "data-verdict": verdict });
    part.style.flexGrow = String(verdicts[verdict] / Math.max(1, adapters));
    bar.append(part);
  }
  return h(
    "div",
    {},
    bar,
    h(
      "ul",
      { class: "fleet-key" },
      ...parts.map((verdict) =>
        h(
          "li",
          { "data-verdict": verdict },
          h("b", {}, groupDigits(verdicts[verdict])),
          button(VERDICT_WORDS[verdict], { verdict }, VERDICT_WORDS[verdict]),
        ),
      ),
    ),
  );
}

function drawFindings({ byFinding }: Summary, button: MakeButton): HTMLElement {
  const items = byFinding.map(({ id, severity, title, count: number }) =>
    h(
      "li",
      { "data-severity": severity },
      h("span", { class: "fleet-severity" }, severity),
      button(title, { finding: id }, title),
      h("span", { class: "fleet-count" }, groupDigits(number)),
    ),
  );
  return section(
    "",
    "Findings",
    items.length === 0 ? h("p", {}, "No findings.") : h("ul", { class: "fleet-findings" }, ...items),
  );
}

function drawWaves({ waves, verdicts }: Summary, button: MakeButton): HTMLElement {
  const items = waves.map(({ id, title, text, count: number }) =>
    h(
      "li",
      {},
      button(title, { wave: id }, title),
      h("span", { class: "fleet-count" }, groupDigits(number)),
      h("p", { class: "note" }, text),
    ),
  );
  return section(
    "",
    "Order of work",
    items.length > 0
      ? h("ol", { class: "fleet-waves" }, ...items)
      : h("p", {}, verdicts["cannot-tell"] > 0 ? "Facts are missing for a verdict." : "Nothing to change."),
  );
}

/** A section with its heading. */
function section(kind: string, title: string, ...children: Child[]): HTMLElement {
  return h("section", kind === "" ? {} : { class: kind }, h("h2", {}, title), ...children);
}

const KINDS = { new: "New", fixed: "Fixed", gone: "Gone", moved: "Moved" } as const;

/** What changed since the older audit, each kind under its count. */
function drawComparison({ knowledgeVersion, redacted, kinds }: ShownComparison): HTMLElement {
  return section(
    "fleet-comparison",
    "Since the older audit",
    h(
      "p",
      { class: "note" },
      `The older audit used knowledge ${knowledgeVersion}.${redacted ? " It has hashes for names, so hashes are shown here too." : ""}`,
    ),
    ...kinds.map(({ kind, count: number, first }) =>
      number === 0
        ? h("p", {}, `${KINDS[kind]}: none`)
        : h(
            "details",
            {},
            h("summary", {}, `${KINDS[kind]}: ${count(number, "finding")}`),
            h(
              "ul",
              { class: "fleet-findings" },
              ...first.map(({ severity, title, adapter, from }) =>
                h(
                  "li",
                  { "data-severity": severity },
                  h("span", { class: "fleet-severity" }, severity),
                  h("span", {}, `${adapter}: ${title}${from === "" ? "" : `. Before: ${from}`}`),
                ),
              ),
              number > first.length &&
                h("li", {}, `${count(number - first.length, "more finding")}: see the JSON export.`),
            ),
          ),
    ),
  );
}

/** The picture of the fleet: adapters as rows, verdicts as columns; a cell is darker the more adapters are in it. */
function drawPicture({ byAdapter, adapters }: Summary, button: MakeButton): HTMLElement | null {
  if (byAdapter.length < 2) return null;
  const columns = VERDICTS.filter((verdict) => byAdapter.some(({ verdicts }) => verdicts[verdict] > 0));
  return section(
    "fleet-picture",
    "The fleet by adapter and verdict",
    h(
      "div",
      { class: "table-scroll fleet-matrix", tabindex: 0, role: "region", "aria-label": "Adapters by verdict" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Adapter now"),
            ...columns.map((verdict) => h("th", { scope: "col" }, VERDICT_WORDS[verdict])),
          ),
        ),
        h(
          "tbody",
          {},
          ...byAdapter.map(({ adapter, name, verdicts }) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, name),
              ...columns.map((verdict) => {
                const number = verdicts[verdict];
                if (number === 0) return h("td", { class: "fleet-none" }, "0");
                const cell = h("td", { "data-verdict": verdict });
                cell.style.setProperty("--share", String(Math.sqrt(number / Math.max(1, adapters))));
                cell.append(
                  button(
                    groupDigits(number),
                    { verdict, adapter: adapter ?? "" },
                    `${name}, ${VERDICT_WORDS[verdict].toLowerCase()}`,
                  ),
                );
                return cell;
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The fields above the table. Search and groups refine what is shown; a severity replaces it. */
function drawFilters(severity: HTMLElement, refine: (part: Partial<Filter>) => void): HTMLElement {
  const search = h("input", {
    type: "search",
    placeholder: "VM, guest, network, MAC",
    oninput: () => refine({ text: search.value }),
  });
  const grouped = h("input", {
    type: "checkbox",
    checked: true,
    onchange: () => refine({ grouped: grouped.checked }),
  });
  return h(
    "div",
    { class: "fleet-filters" },
    h("label", {}, "Search ", search),
    h("label", {}, "Severity ", severity),
    h("label", {}, grouped, " Group adapters that share guest, adapter and findings"),
  );
}

function chooseSeverity(onChoice: (severity: "" | Severity) => void): HTMLSelectElement {
  const select = h(
    "select",
    { onchange: () => onChoice(select.value as "" | Severity) },
    h("option", { value: "" }, "any"),
    ...SEVERITIES.map((severity) => h("option", { value: severity }, severity)),
  );
  return select;
}

/** Names of the downloads, in the order of their use. */
const exports: readonly [Format, string][] = [
  ["html", "Report for management (HTML)"],
  ["csv", "CSV"],
  ["json", "JSON"],
  ["md", "Markdown"],
  ["sarif", "SARIF"],
  ["table", "Text"],
];

function drawExports(line: Line): HTMLElement {
  const redact = h("input", { type: "checkbox", id: "fleet-redact" });
  return section(
    "fleet-exports",
    "Export",
    h(
      "p",
      { class: "cluster" },
      ...exports.map(([format, label]) =>
        h(
          "button",
          {
            type: "button",
            class: format === "html" ? "button" : "button button-plain",
            onclick: () => line.ask({ kind: "export", format, redact: redact.checked }),
          },
          label,
        ),
      ),
    ),
    h("label", { for: "fleet-redact" }, redact, " Replace names of VMs, networks and files with hashes"),
  );
}

/** What was read, and every row that could not be used. */
function drawFiles(files: Shown["files"], problems: readonly string[]): HTMLElement {
  const open = files.reduce((sum, file) => sum + file.problems.length, 0);
  // A zip may hold as many files as a fleet has machines. Files with problems come first.
  const hasProblems = (file: (typeof files)[number]): boolean => file.problems.length > 0;
  const listed = [...files.filter(hasProblems), ...files.filter((file) => !hasProblems(file))].slice(0, mostFiles);
  return h(
    "details",
    { class: "fleet-files", open: problems.length > 0 },
    h("summary", {}, `${count(files.length, "file")} read, ${count(open, "problem")}`),
    problems.length > 0 &&
      h("ul", { class: "fleet-problems" }, ...problems.slice(0, mostFiles).map((problem) => h("li", {}, problem))),
    ...listed.map(({ file, format, machines, adapters, unread, problems: own }) =>
      h(
        "section",
        {},
        h("h3", {}, file),
        h(
          "p",
          { class: "note" },
          `${format ?? "Format not known"}: ${count(machines, "VM")}, ${count(adapters, "adapter")}${unread > 0 ? `, ${count(unread, "row")} not used` : ""}.`,
        ),
        own.length > 0 &&
          h(
            "ul",
            {},
            ...own.slice(0, mostProblems).map(({ place, text }) => h("li", {}, h("b", {}, place), ` ${text}`)),
            own.length > mostProblems && h("li", {}, `${own.length - mostProblems} more are in the JSON export.`),
          ),
      ),
    ),
    files.length > mostFiles &&
      h("p", { class: "note" }, `${count(files.length - mostFiles, "more file")}: see the JSON export.`),
  );
}

const mostFiles = 100;
const mostProblems = 50;
