import { type Plural, singularOf } from "../../records/kinds.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../../advisor/collections.ts";
import { listedKinds } from "../compile/records.ts";
import { writeFiles } from "../../records/write-files.ts";
import { compileChanges, type Named } from "./changes.ts";
import { readCommits } from "./read-commits.ts";

interface Compiled {
  id: string;
  path?: string;
  title?: string;
  name?: string;
  claim?: string;
  accessed?: string;
  source?: string;
  evidence?: string[];
  contributors?: { name: string }[];
}

/** Writes what changed and when, for the feeds and the map of the site. */
export function compileRepositoryChanges(root: string): void {
  const read = (name: string): Compiled[] =>
    JSON.parse(readFileSync(join(root, "build/knowledge", `${name}.json`), "utf8")) as Compiled[];
  const lists = new Map(listedKinds.map((kind) => [kind, read(kind)]));
  const named = [...lists].flatMap(([kind, records]) => records.map((record) => nameRecord(kind, record)));
  const changes = compileChanges(readCommits(root), named, listDays(lists));
  writeFiles(join(root, "build"), new Map([["knowledge/changes.json", `${JSON.stringify(changes, null, 1)}\n`]]));
}

function nameRecord(kind: Plural, { id, path, title, name, claim, contributors }: Compiled): Named {
  return {
    kind,
    id,
    title: title ?? claim ?? name ?? id,
    ...(path === undefined ? {} : { path }),
    ...(contributors === undefined ? {} : { by: contributors.map((one) => one.name) }),
  };
}

/** Day on which a source was read to the source and what was taken from it; a rule counts from the last of the sources that it rests on. */
function listDays(lists: ReadonlyMap<Plural, readonly Compiled[]>): Map<string, Named[]> {
  const read = new Map((lists.get("sources") ?? []).map(({ id, accessed }) => [id, accessed ?? ""]));
  const sourceOf = new Map(
    (["datasets", "findings"] as const).flatMap((kind) =>
      (lists.get(kind) ?? []).map(({ id, source }) => [`${singularOf(kind)}:${id}`, source ?? ""]),
    ),
  );
  const dayOf = (kind: Plural, record: Compiled): string | undefined => {
    if (kind === "sources") return record.accessed;
    if (kind === "datasets" || kind === "findings") return read.get(record.source ?? "");
    if (kind !== "rules") return undefined;
    const cited = (record.evidence ?? [])
      .map((ref) => ref.split("/")[0] ?? "")
      .map((ref) => sourceOf.get(ref) ?? ref.replace(/^source:/, ""));
    return cited
      .map((id) => read.get(id) ?? "")
      .sort()
      .at(-1);
  };
  const dated = [...lists].flatMap(([kind, records]) =>
    records.map((record) => ({ day: dayOf(kind, record), named: nameRecord(kind, record) })),
  );
  const days = [...groupBy(dated, ({ day }) => day ?? "")].filter(([day]) => day !== "");
  return new Map(days.map(([day, records]) => [day, records.map(({ named }) => named)]));
}
