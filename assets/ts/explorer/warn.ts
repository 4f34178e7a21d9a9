import { joinWords } from "../../../advisor/text.ts";
import type { Layout } from "./filter.ts";
import type { PanelLayout } from "./lay-out-panels.ts";
import { listDiffering } from "./compare-testbeds.ts";
import type { Study, TestbedField } from "./measurement-file.ts";

/** What a reader must know before comparing what is drawn, and what follows from it. */
export interface Warning {
  isStrong: boolean;
  text: string;
  so?: string;
}

/** Says what keeps the drawn numbers from being compared; nothing for a single study with a single unit. */
export function listWarnings(
  { panels, withoutPlace }: PanelLayout,
  studies: readonly Study[],
  units: number,
  by: Layout,
  nameField: (field: TestbedField) => string,
): Warning[] {
  const shown = [...new Set(panels.flatMap((panel) => panel.studies))].flatMap((place) => studies[place] ?? []);
  const differing = listDiffering(shown.map(({ testbed }) => testbed)).map(nameField);
  const isOnOneAxis = panels.some((panel) => panel.studies.length > 1);
  const warnings: Warning[] = [];
  if (shown.length > 1) {
    const testbeds =
      differing.length > 0
        ? `The testbeds of these ${shown.length} studies differ in ${joinWords(differing, "and")}.`
        : `The stated testbed fields of these ${shown.length} studies match, but some fields are not stated.`;
    warnings.push(
      isOnOneAxis
        ? {
            isStrong: true,
            text: `Different testbeds on one axis. ${testbeds}`,
            so: "A higher point does not mean a faster adapter. Compare rows only within one study.",
          }
        : {
            isStrong: false,
            text: testbeds,
            so: "Each study has its own panel and its own scale: compare adapters within a panel, not numbers between panels.",
          },
    );
  }
  if (units > 1)
    warnings.push({
      isStrong: false,
      text: `${units} units: each unit has its own panels and axes.`,
    });
  const isOverNumber = by !== "study" && by !== "year";
  if (panels.length === 0 && withoutPlace > 0 && isOverNumber) {
    warnings.push({
      isStrong: false,
      text: "No row states the number for this axis. Draw each study by itself instead. The table has all rows.",
    });
  } else if (withoutPlace > 0)
    warnings.push({
      isStrong: false,
      text: `${withoutPlace === 1 ? "One row is" : `${withoutPlace} rows are`} only in the table: ${!isOverNumber ? "an order, a ratio or a repeated result does not fit an axis of results" : "a point needs a number on both axes"}.`,
    });
  return warnings;
}
