import { listRows, placesOfCondition, type Row } from "../rows.ts";
import type { Complaint, RecordRule } from "../rule.ts";

/**
 * A unit says all there is to know about a number: a ratio or percentage of another result has none,
 * and a percentage of the link's speed comes with that speed. Which units a metric has, the schema says.
 *
 * Good: `form: percent-more` without a unit; `form: difference-less`, `unit: percent-of-core`.
 * Bad: `form: percent-more`, `unit: Gbit/s`; `metric: link-utilization` without linkGbps among the conditions.
 */
export const unitsFitMetric: RecordRule = {
  name: "units-fit-metric",
  summary: "A ratio or percentage has no unit, and a share of the link comes with the speed of the link.",
  scope: "dataset",
  check: ({ data }) => listRows(data).flatMap((row) => [...checkRelative(row), ...checkLinkUtilization(row)]),
};

function checkRelative({ path, row }: Row): Complaint[] {
  if (row.kind !== "relative" || typeof row.unit !== "string") return [];
  const form = String(row.form);
  if (form.startsWith("difference")) return [];
  return [
    {
      path: [...path, "unit"],
      restsOn: [[...path, "form"]],
      message: `a row of the form ${form} has no unit`,
      help: "remove it, or write difference-more or difference-less as the form",
    },
  ];
}

function checkLinkUtilization(row: Row): Complaint[] {
  if (row.row.metric !== "link-utilization" || row.conditions.linkGbps !== undefined) return [];
  return [
    {
      path: [...row.path, "metric"],
      restsOn: [["conditions"], [...row.path, "conditions"], ...placesOfCondition(row, "linkGbps")],
      message: "a share of the link needs the link's speed",
      help: "add linkGbps under conditions",
    },
  ];
}
