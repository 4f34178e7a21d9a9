import type { Finding } from "../rule.ts";

/** As many findings of one kind in a file are told one by one: a draft has dozens of places that are still open. */
const most = 50;

/** Of more than that so many are told. */
const told = 10;

/** A rule that says more different things about one file than this is asked no further which of them are alike. */
const kindsOfRule = 20;

/** Longest message, and longest help, that anybody reads; what a record holds can be a thousand times as long. */
const maxLength = 1000;

/**
 * Keeps the first findings of each kind in each file where there are very many; the last of them says how many more there are. Findings are of one
 * kind if the same check says the same about them, but for names, quoted words and numbers.
 */
export function limitFindings(findings: readonly Finding[]): Finding[] {
  const kinds = new Map<string, { kept: Finding[]; others: number }>();
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const rule = `${finding.file}\n${finding.rule}`;
    const words = `${rule}\n${finding.message.slice(0, maxLength).replace(/"[^"]*"|[\d.,]+/g, "")}`;
    const isNew = !kinds.has(words);
    const name = isNew && (counts.get(rule) ?? 0) >= kindsOfRule ? rule : words;
    if (isNew) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    const kind = kinds.get(name) ?? { kept: [], others: 0 };
    kinds.set(name, kind);
    kind.kept.push(finding);
    kind.others += finding.others ?? 0;
  }
  for (const kind of kinds.values()) {
    if (kind.kept.length > most) kind.others += kind.kept.splice(told).length;
  }
  const others = new Map([...kinds.values()].map((kind) => [kind.kept.at(-1), kind.others]));
  const kept = new Set([...kinds.values()].flatMap((kind) => kind.kept));
  return findings.filter((finding) => kept.has(finding)).map((finding) => shorten(finding, others.get(finding) ?? 0));
}

function shorten({ others: _, message, help, ...finding }: Finding, others: number): Finding {
  const more = others > 0 ? `, and ${others.toLocaleString("en-GB")} more like this` : "";
  return {
    ...finding,
    message: `${cut(message)}${more}`,
    ...(help === undefined ? {} : { help: cut(help) }),
    ...(others > 0 ? { others } : {}),
  };
}

function cut(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 3)}...`;
}
