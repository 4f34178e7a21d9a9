import type { Complaint, RecordRule } from "../rule.ts";
import { isMapping, select } from "../select.ts";

/** Numbers without which no reader can judge a result, by the mapping that holds them. */
const needed: { readonly [holder: string]: readonly string[] } = {
  testbed: ["linkGbps"],
  method: ["runs", "durationSeconds"],
};

/**
 * A number that readers need is there, or the list unknown says that the source does not state it; never both.
 *
 * Good: `durationSeconds: 30`, `unknown: [runs]`
 * Bad: neither `runs: 5` nor `unknown: [runs]`; both of them.
 */
export const statedOrUnknown: RecordRule = {
  name: "stated-or-unknown",
  summary: "A number that readers need is stated, or named as unknown; never both.",
  scope: "dataset",
  check: ({ data }) => Object.entries(needed).flatMap(([holder, names]) => checkHolder(data, holder, names)),
};

function checkHolder(data: unknown, holder: string, names: readonly string[]): Complaint[] {
  const [found] = select(data, holder);
  if (!found || !isMapping(found.value)) return [];
  const { value: mapping, path } = found;
  const unknown = select(mapping, "unknown.*");
  const isNamed = (name: string): boolean => unknown.some(({ value }) => value === name);
  const silent = names
    .filter((name) => mapping[name] === undefined && !isNamed(name))
    .map(
      (name): Complaint => ({
        path,
        onKey: true,
        restsOn: [[...path, name], [...path, "unknown"], ...unknown.map((entry) => [...path, ...entry.path])],
        message: `"${name}" is missing and not listed as unknown`,
        help: `add ${name}, or "unknown: [${name}]" if the source does not state it`,
      }),
    );
  const contradicted = unknown
    .filter(({ value: name }) => typeof name === "string" && mapping[name] !== undefined)
    .map(
      (entry): Complaint => ({
        path: [...path, ...entry.path],
        restsOn: [[...path, String(entry.value)]],
        message: `"${String(entry.value)}" is stated and also listed as unknown`,
        help: "remove one of the two",
      }),
    );
  return [...silent, ...contradicted];
}
