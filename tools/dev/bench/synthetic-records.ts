import { stringify } from "yaml";
import { namesOfAdapter, namesOfFeature, namesOfGuest, namesOfPlatform, namesOfQuestion } from "../../check/names.ts";
import { references } from "../../check/references.ts";
import { select, selectText } from "../../check/select.ts";
import { fileOf, type Kind } from "../../records/kinds.ts";
import { loadRecords } from "../../records/load-records.ts";
import type { AnyRecord, Path } from "../../records/record.ts";

export interface TextFile {
  file: string;
  text: string;
}

/**
 * Makes so many records out of the atlas: its own, and copies of them in the proportion of their kinds, with ids, names and
 * places in lists of their own. A copy cites copies of its sources and otherwise what the original cites, so nothing is
 * wrong with any. Kinds whose places in lists are used up get no more copies. With kinds named, only those are copied.
 */
export function makeSyntheticRecords(root: string, count: number, copied?: readonly Kind[]): TextFile[] {
  const { records, tombstones } = loadRecords(root);
  const files: TextFile[] = [...records, ...tombstones].map(({ file, text }) => ({ file, text }));
  const sources = new Map(records.filter(({ kind }) => kind === "source").map((source) => [source.id, source]));
  const orders = new Set(records.flatMap((record) => listOrders(record).map((order) => `${record.kind} ${order}`)));
  const originals = mixKinds(records.filter(({ kind }) => kind !== "source" && (copied?.includes(kind) ?? true)));
  for (let number = 2; files.length < count; number++) {
    const taken = new Set<string>();
    for (const original of originals) {
      const cited = listSources(original).filter((id) => !taken.has(id));
      const order = findFreeOrder(original, orders);
      if (order === undefined || files.length + 1 + cited.length > count) continue;
      cited.forEach((id) => taken.add(id));
      const whole = [original, ...cited.flatMap((id) => sources.get(id) ?? [])];
      files.push(...whole.map((record) => copyRecord(record, number, order)));
      if (order > 0) orders.add(`${original.kind} ${order}`);
    }
  }
  return files;
}

/** Puts a mistake into one record of each hundred: five sorts in turn. */
export function breakSome(files: readonly TextFile[]): TextFile[] {
  return files.map(({ file, text }, index) => {
    if (index % 100 !== 50) return { file, text };
    const [first = "", second = "", ...rest] = text.split("\n");
    const broken = [
      `${text}colour: blue\n`,
      [first, `x${second}`, ...rest].join("\n"),
      `${text}\tindented: with a tab\n`,
      text.replaceAll("\n", "\r\n"),
      [first, second, second, ...rest].join("\n"),
    ];
    return { file, text: broken[Math.floor(index / 100) % broken.length] ?? text };
  });
}

function copyRecord(record: AnyRecord, number: number, order: number): TextFile {
  const data: unknown = structuredClone(record.data);
  const put = (path: Path, value: unknown): void => setAt(data, path, value);
  for (const { path, value } of listNames(record)) put(path, `${value}${/\s/.test(value) ? " " : "-"}copy-${number}`);
  for (const { path, value } of selectText(data, "title")) put(path, `${value.slice(0, 70)} (copy ${number})`);
  for (const { path } of select(data, "order")) put(path, order);
  for (const [pattern, target] of references[record.kind])
    if (target === "source" || target === "product")
      selectText(data, pattern).forEach(({ path, value }) => put(path, `${value}-copy-${number}`));
  if (record.kind === "question") dropWithoutEffect(data as Record<string, unknown>);
  const [modeline = ""] = record.text.split("\n");
  const text = `${modeline}\n${stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, compat: "yaml-1.1" })}`;
  return { file: fileOf(record.kind, `${record.id}-copy-${number}`), text };
}

/** Rules can depend on a new question of two kinds only, so the copy of another may not have what is there for rules. */
function dropWithoutEffect(question: Record<string, unknown>): void {
  if (question.kind === "yes-no" || question.kind === "number") return;
  delete question.condition;
  delete question.assumed;
}

/** Places of the names that no other record may have; a record's own id is no such place. */
function listNames(record: AnyRecord): { path: Path; value: string }[] {
  const names: Partial<Record<Kind, typeof namesOfGuest>> = {
    feature: namesOfFeature,
    adapter: namesOfAdapter,
    guest: namesOfGuest,
    platform: namesOfPlatform,
    question: namesOfQuestion,
  };
  const found = (names[record.kind]?.(record) ?? []).filter(({ path }) => path.length > 0);
  const byPlace = new Map(found.map(({ path, value }) => [path.join("/"), { path, value: String(value) }]));
  return [...byPlace.values()];
}

function listSources({ kind, data }: AnyRecord): string[] {
  const patterns = references[kind].filter(([, target]) => target === "source").map(([pattern]) => pattern);
  return [...new Set(patterns.flatMap((pattern) => selectText(data, pattern)).map(({ value }) => value))];
}

/** Orders the records so that any first part of them has the kinds in the proportion of the whole. */
function mixKinds(records: readonly AnyRecord[]): AnyRecord[] {
  const seen = new Map<Kind, number>();
  const sizes = new Map<Kind, number>();
  for (const { kind } of records) sizes.set(kind, (sizes.get(kind) ?? 0) + 1);
  const placed = records.map((record) => {
    const index = seen.get(record.kind) ?? 0;
    seen.set(record.kind, index + 1);
    return { record, share: (index + 0.5) / (sizes.get(record.kind) ?? 1) };
  });
  return placed.sort((a, b) => a.share - b.share).map(({ record }) => record);
}

function listOrders({ data }: AnyRecord): number[] {
  return select(data, "order").flatMap(({ value }) => (typeof value === "number" ? [value] : []));
}

/** The most places that the schemas let a list have. */
const places: Partial<Record<Kind, number>> = { adapter: 99, feature: 999 };

function findFreeOrder(record: AnyRecord, taken: ReadonlySet<string>): number | undefined {
  const last = places[record.kind] ?? 9999;
  let [order] = listOrders(record);
  // Most kinds have no order field, so their number is not limited.
  if (order === undefined) return 0;
  while (order <= last && taken.has(`${record.kind} ${order}`)) order++;
  return order <= last ? order : undefined;
}

function setAt(data: unknown, path: Path, value: unknown): void {
  let holder = data as { [key: string | number]: unknown };
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder;
  const last = path.at(-1);
  if (last !== undefined) holder[last] = value;
}
