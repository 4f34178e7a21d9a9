import { isMapping } from "../../check/select.ts";
import type { Kind } from "../../records/kinds.ts";
import { describeRow } from "./describe-rows.ts";
import { join, nothing, own, say, type Sentence } from "./sentence.ts";
import type { Words } from "./record-pair.ts";

/** Says what a new record brings, beyond its title. */
export function introduceRecord(kind: Kind, { id, data }: { id: string; data: unknown }, words: Words): Sentence[] {
  if (!isMapping(data)) return [];
  switch (kind) {
    case "dataset":
      return introduceDataset(data, words);
    case "rule":
      return introduceRule(id, data, words);
    case "adapter":
      return introduceAdapter(data);
    case "guest":
      return introduceGuest(data);
    case "source":
      return [say`published by ${String(data.publisher)}, ${String(data.published)}`];
    case "finding":
      return [say`from ${String(data.source)}`];
    case "feature":
      return isMapping(data.platforms) ? [say`on ${join(Object.keys(data.platforms), ", ")}`] : [];
    case "step":
      return [say`for ${join(texts(data.adapters), ", ")} on ${String(data.platform)}`];
    case "question":
      return [say`asks: ${String(data.question)}`];
    case "platform":
      return [];
  }
}

function introduceDataset(data: Mapping, words: Words): Sentence[] {
  const rows = Array.isArray(data.measurements) ? data.measurements.filter(isMapping) : [];
  const count = rows.length === 1 ? "1 row" : `${rows.length} rows`;
  const conditions = words.conditions(data) ?? "";
  const shared = conditions === "" ? nothing : say`, all under ${conditions}`;
  return [
    say`${own(count)} on ${String(data.platform)}, from ${String(data.source)}${shared}`,
    ...rows.map((row) => say`row ${String(row.id)}: ${describeRow(row, words)}`),
  ];
}

function introduceRule(id: string, data: Mapping, words: Words): Sentence[] {
  const [when, then] = [words.when(id), words.then(id)];
  const evidence = texts(data.evidence);
  return [
    ...(when === undefined || then === undefined ? [] : [say`it holds for ${when} and leads to ${then}`]),
    ...(evidence.length === 0 ? [] : [say`it rests on ${join(evidence, ", ")}`]),
  ];
}

function introduceAdapter(data: Mapping): Sentence[] {
  return mappings(data.platforms).map(([platform, section]) => {
    const cells = mappings(section.compatibility).map(([, { support }]) => String(support));
    const counts = [...new Set(cells)].map(
      (support) => `${cells.filter((other) => other === support).length} ${support}`,
    );
    return say`on ${platform} since ${String(section.since)}, features: ${counts.join(", ") || "none said"}`;
  });
}

function introduceGuest(data: Mapping): Sentence[] {
  return mappings(data.platforms).map(
    ([platform, section]) => say`on ${platform} the default adapter is ${String(section.default)}`,
  );
}

type Mapping = Record<string, unknown>;

function mappings(value: unknown): [string, Mapping][] {
  return isMapping(value)
    ? Object.entries(value).filter((entry): entry is [string, Mapping] => isMapping(entry[1]))
    : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
