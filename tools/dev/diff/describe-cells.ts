import { isMapping } from "../../check/select.ts";
import { describeFields, keysOf, without } from "./record-pair.ts";
import type { Mapping, RecordPair } from "./record-pair.ts";
import { say } from "./sentence.ts";
import type { Sentence } from "./sentence.ts";

/** Says what differs in an adapter: its own fields, then cell by cell of its compatibility. */
export function describeAdapter({ before, after }: RecordPair): Sentence[] {
  const [earlier, later] = [indexCells(before), indexCells(after)];
  const cells = keysOf(earlier, later).flatMap((cell) => {
    const [old, current] = [earlier.get(cell), later.get(cell)];
    const [was, is] = [writeCell(old), writeCell(current)];
    const place = cell.replace("/", ", ");
    const first = was === is ? [] : [say`${place}: was ${was}; is now ${is}`];
    const rest = describeFields(old ?? {}, current ?? {}, cellFields);
    return [...first, ...rest.map((sentence) => say`${place}: ${sentence}`)];
  });
  return [...describeFields(withoutCells(before), withoutCells(after)), ...cells];
}

/** What a compatibility cell says in one breath; its note and sources follow field by field. */
const cellFields = ["support", "since", "until", "basis"];

function writeCell(cell: Mapping | undefined): string {
  if (cell === undefined) return "not said";
  const { support, since, until, basis } = cell;
  const versions = [
    since === undefined ? "" : `, since ${String(since)}`,
    until === undefined ? "" : `, until ${String(until)}`,
  ];
  return `${String(support)}${versions.join("")} (${String(basis)})`;
}

/** Compatibility cells by "platform/feature". */
function indexCells(data: unknown): Map<string, Mapping> {
  const cells = sectionsOf(data).flatMap(([platform, section]) =>
    isMapping(section.compatibility)
      ? Object.entries(section.compatibility).flatMap(([feature, cell]): [string, Mapping][] =>
          isMapping(cell) ? [[`${platform}/${feature}`, cell]] : [],
        )
      : [],
  );
  return new Map(cells);
}

function withoutCells(data: unknown): unknown {
  if (!isMapping(data) || !isMapping(data.platforms)) return data;
  return {
    ...data,
    platforms: Object.fromEntries(
      sectionsOf(data).map(([platform, section]) => [platform, without(section, ["compatibility"])]),
    ),
  };
}

function sectionsOf(data: unknown): [string, Mapping][] {
  if (!isMapping(data) || !isMapping(data.platforms)) return [];
  return Object.entries(data.platforms).filter((entry): entry is [string, Mapping] => isMapping(entry[1]));
}
