import { h } from "../../../advisor/ui/dom.ts";
import { compareRatios, compareValues, distanceOf, pairRows, type Shared } from "./pair-rows.ts";
import { compareTestbeds, judgeComparability } from "./compare-testbeds.ts";
import {
  drawMatches,
  drawOthers,
  drawRatios,
  drawTestbeds,
  type Match,
  type RatioMatch,
  type Side,
} from "./draw-studies.ts";
import type { MeasurementFile, Study } from "./measurement-file.ts";
import { unpackMeasurements, type Measurements } from "./measurements.ts";
import { countAgreements, countFields, countRatios, writeConclusion } from "./write-conclusion.ts";

/** Lets a reader choose two studies and shows them side by side in place of all studies; the choice is in the address. */
export function startStudies(
  page: HTMLElement,
  form: HTMLFormElement,
  all: HTMLElement | null,
  file: MeasurementFile,
): void {
  const measurements = unpackMeasurements(file);
  const base = document.documentElement.dataset.base ?? "/";
  const names = ["a", "b"] as const;
  const choice = (name: "a" | "b"): HTMLSelectElement => form.elements.namedItem(name) as HTMLSelectElement;
  const find = (id: string): Study | undefined => measurements.studies.find((study) => study.id === id);
  const word = (key: string): string => page.querySelector(`[data-word="${CSS.escape(key)}"]`)?.textContent ?? key;
  const nameField = (field: string): string => page.querySelector(`[data-field="${field}"]`)?.textContent ?? field;

  const show = (): void => {
    const [a, b] = [find(choice("a").value), find(choice("b").value)];
    const answer = page.querySelector("#studies-answer");
    const conclusion = page.querySelector<HTMLElement>("#studies-conclusion");
    if (!answer || !conclusion) return;
    answer.replaceChildren();
    if (all) all.hidden = a !== undefined && b !== undefined && a !== b;
    if (!a || !b || a === b) {
      delete conclusion.dataset.answer;
      conclusion.textContent =
        a && a === b ? "Both choices are the same study. Choose a different one." : "Choose two studies.";
      return;
    }
    const fields = compareTestbeds(a.testbed, b.testbed);
    const judged = judgeComparability(fields);
    const shared = pairRows(measurements, a.id, b.id);
    const matches = matchValues(shared, measurements);
    // If no two rows are alike, ratios within each study can still be compared.
    const ratios = matches.length > 0 ? [] : matchRatios(a, b);
    const side: Side = { a, b, measurements, base, word };
    conclusion.dataset.answer =
      shared.length === 0 || (judged.answer === "no" && matches.length > 0) ? "unknown" : judged.answer;
    conclusion.replaceChildren(
      h("p", {}, writeConclusion(judged, { shared: shared.length, matched: matches.length }, nameField)),
      h(
        "ul",
        {},
        ...[
          countFields(fields),
          ...(matches.length > 0 ? [countAgreements(matches.map(({ agreement }) => agreement))] : []),
          ...(ratios.length > 0 ? [countRatios(ratios.map(({ verdict }) => verdict))] : []),
        ].map((text) => h("li", {}, text)),
      ),
    );
    answer.append(h("h2", { id: "studies-testbeds" }, "Testbeds"), ...drawTestbeds(fields, side, nameField));
    if (shared.length === 0) return;
    answer.append(
      h("h2", {}, "Measured by both studies"),
      ...(matches.length === 0
        ? [
            h(
              "p",
              { class: "note" },
              `No two measurements share conditions.${ratios.length > 0 ? " The ratios below compare adapters within each study." : ""}`,
            ),
          ]
        : []),
      ...drawMatches(matches, side),
      ...(ratios.length > 0 ? [drawRatios(ratios, side)] : []),
      ...drawOthers(shared, side, matches.length + ratios.length === 0),
    );
  };
  const fill = (): void => {
    const query = new URLSearchParams(location.search);
    for (const name of names) choice(name).value = find(query.get(name) ?? "")?.id ?? "";
    show();
  };
  const apply = (): void => {
    const parts = names.filter((name) => choice(name).value !== "").map((name) => `${name}=${choice(name).value}`);
    history.pushState(null, "", location.pathname + (parts.length === 0 ? "" : `?${parts.join("&")}`));
    show();
  };
  form.addEventListener("change", apply);
  addEventListener("popstate", fill);
  // A reader who was faster than the measurements keeps what they chose.
  const early = names.map((name) => [name, choice(name).value] as const).filter(([, id]) => id !== "");
  fill();
  if (early.length === 0) return;
  for (const [name, id] of early) choice(name).value = id;
  apply();
}

/** Measurements that share conditions: the largest difference first. */
function matchValues(shared: readonly Shared[], measurements: Measurements): Match[] {
  return shared
    .flatMap((group) =>
      group.alike.map(([one, other]) => ({ group, one, other, agreement: compareValues(measurements, one, other) })),
    )
    .sort((a, b) => distanceOf(b.agreement) - distanceOf(a.agreement));
}

function matchRatios(a: Study, b: Study): RatioMatch[] {
  const keys = ["adapter", "over", "metric", "workload"] as const;
  return a.ratios.flatMap((one) =>
    b.ratios
      .filter((other) => keys.every((key) => one[key] === other[key]))
      .map((other) => ({ one, other, verdict: compareRatios(one, other) })),
  );
}
