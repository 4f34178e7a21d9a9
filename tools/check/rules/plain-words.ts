import type { AnyRecord, Path } from "../../records/record.ts";
import { findProseProblems } from "../prose.ts";
import type { Complaint, RecordRule } from "../rule.ts";
import { listTexts } from "../texts.ts";

/**
 * Sentences are short and in plain words: at most 25 words, no sentence that opens with Where for if, or with What or That
 * as its subject, no phrase of the list in tools/check/prose.ts. Quotations, names and addresses are exempt. A comment
 * `# prose-ignore: REASON` at the end of a line or on the line above exempts the text that starts there.
 *
 * Good: `title: Use VMXNET3 for DPDK`
 * Bad: `title: With DPDK VMXNET3 comes before the emulated adapters`
 */
export const plainWords: RecordRule = {
  name: "plain-words",
  summary: "Sentences are short and use plain words.",
  scope: "record",
  check: findUnplainWords,
};

function findUnplainWords(record: AnyRecord): Complaint[] {
  const lines = record.text.split("\n");
  return listTexts(record.data).flatMap(({ path, value, wording }): Complaint[] => {
    if (wording !== "text" || !/\s/.test(value) || isExempt(record, path)) return [];
    const problems = findProseProblems(value);
    if (problems.length === 0) return [];
    const reason = findReason(lines, record.locateKey(path).line) ?? findReason(lines, record.locate(path).line);
    if (reason !== undefined && /\w+\W+\w+/.test(reason)) return [];
    if (reason !== undefined)
      return [{ path, message: "prose-ignore has no reason", help: "write # prose-ignore: and why, in a few words" }];
    return problems.map(({ sentence, problem, instead }) => ({
      path,
      message: `${problem} in "${sentence.length > 80 ? `${sentence.slice(0, 77)}...` : sentence}"`,
      help: `write instead: ${instead}`,
    }));
  });
}

/** What a comment beside or above a line gives as the reason for leaving its text as it is. */
function findReason(lines: readonly string[], line: number): string | undefined {
  const beside = /# prose-ignore:?(.*)$/.exec(lines[line - 1] ?? "");
  const above = /^\s*# prose-ignore:?(.*)$/.exec(lines[line - 2] ?? "");
  return (beside ?? above)?.[1]?.trim();
}

/** Fields whose words are names, or are taken from a document: by kind of record, or in records of any kind. */
const exempt: { readonly [kind: string]: readonly string[] } = {
  any: ["aliases", "sources", "evidence", "locator", "conditions", "tests", "url", "numbers"],
  source: ["title", "authors", "publisher", "venue", "container", "note"],
};

function isExempt({ kind }: AnyRecord, path: Path): boolean {
  const fields = [...(exempt.any ?? []), ...(exempt[kind] ?? [])];
  return path.some((step) => typeof step === "string" && fields.includes(step));
}
