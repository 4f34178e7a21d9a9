import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select, type Selected, selectText } from "../select.ts";
import { compareVersions } from "../../records/words.ts";

/**
 * A rule can apply and say something: its ranges hold at least one value, what it excludes comes with what would have
 * to change, and no adapter is placed before itself.
 *
 * Good: `packetRate: { above: 50000 }`; `exclude: [vlance]` with `change: Choose another adapter.`
 * Bad: `packetRate: { above: 50000, below: 10000 }`; `exclude: [vlance]` without `change`.
 */
export const ruleConditionsPossible: RecordRule = {
  name: "rule-conditions-possible",
  summary: "A rule can apply and has an effect.",
  scope: "rule",
  check: ({ data }) => [
    ...["virtualHardware", "packetRate", "linkGbps"]
      .flatMap((field) => select(data, `when.${field}`))
      .flatMap(checkNumbers),
    ...["platformVersion", "guestRelease"].flatMap((field) => select(data, `when.${field}`)).flatMap(checkVersions),
    ...checkChange(data),
    ...checkPreference(data),
  ],
};

/** All bounds are whole numbers, so "above 5 and below 6" is empty too. */
function checkNumbers({ path, value }: Selected): Complaint[] {
  if (!isMapping(value)) return [];
  const bound = (name: string, shift: number, none: number): number =>
    typeof value[name] === "number" ? value[name] + shift : none;
  const lowest = Math.max(bound("above", 1, 0), bound("atLeast", 0, 0));
  const highest = Math.min(bound("below", -1, Infinity), bound("atMost", 0, Infinity));
  if (lowest <= highest) return [];
  return [
    {
      path,
      message: `no number is in this range of "${String(path.at(-1))}"`,
      help: "above and atLeast are the lower bounds, below and atMost the upper ones",
    },
  ];
}

function checkVersions({ path, value }: Selected): Complaint[] {
  if (!isMapping(value) || (compareVersions(value.atLeast, value.below) ?? -1) < 0) return [];
  return [
    {
      path,
      message: `no version is in this range of "${String(path.at(-1))}"`,
      help: "atLeast is included, below is not",
    },
  ];
}

function checkChange(data: unknown): Complaint[] {
  const [exclude] = select(data, "then.exclude");
  const [change] = select(data, "change");
  if (exclude && !change) {
    return [
      {
        path: exclude.path,
        onKey: true,
        restsOn: [["change"]],
        message: "a rule with exclude requires change",
        help: "add change: the condition under which the excluded adapter would fit",
      },
    ];
  }
  if (change && !exclude)
    return [
      {
        path: change.path,
        onKey: true,
        restsOn: [["then", "exclude"]],
        message: "change is valid only with exclude",
        help: "move the text to because, or exclude an adapter",
      },
    ];
  return [];
}

function checkPreference(data: unknown): Complaint[] {
  const preferred = new Set(selectText(data, "then.prefer.*").map(({ value }) => value));
  return selectText(data, "then.over.*")
    .filter(({ value }) => preferred.has(value))
    .map(({ path, value }) => ({
      path,
      message: `"${value}" is in both prefer and over`,
      help: "remove it from prefer or from over",
    }));
}
