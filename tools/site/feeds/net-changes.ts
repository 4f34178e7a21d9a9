import type { How } from "./changes.ts";
import type { Commit } from "./read-commits.ts";

/** What happened to a record, all in all. */
export interface Touched {
  kind: string;
  id: string;
  how: How;
  /** Of its last change, in UTC. */
  at: string;
  /** How much its changes were about it: a commit that touches few records says more of each. */
  weight: number;
}

/**
 * Sums up commits, the newest first, record by record: what was added and then changed is new, what was added and then removed
 * never was. New records come latest first, changed ones by how much their changes were about them.
 */
export function netChanges(commits: readonly Commit[]): Touched[] {
  const touched = new Map<string, Touched & { first: How }>();
  for (const { at, files } of commits) {
    const records = files.flatMap(readRecord);
    for (const { kind, id, how } of records) {
      const key = `${kind}/${id}`;
      const later = touched.get(key);
      const weight = (later?.weight ?? 0) + 1 / records.length;
      touched.set(key, later ? { ...later, first: how, weight } : { kind, id, how, at, weight, first: how });
    }
  }
  return [...touched.values()]
    .flatMap(({ first, ...one }) => {
      const [wasThere, isThere] = [first !== "added", one.how !== "removed"];
      if (!wasThere && !isThere) return [];
      return [{ ...one, how: !isThere ? ("removed" as const) : wasThere ? ("changed" as const) : ("added" as const) }];
    })
    .sort(compareNews);
}

function compareNews(a: Touched, b: Touched): number {
  if (a.how === "added" && b.how === "added" && a.at !== b.at) return a.at < b.at ? 1 : -1;
  return b.weight - a.weight || (`${a.kind}/${a.id}` < `${b.kind}/${b.id}` ? -1 : 1);
}

function readRecord({ path, how }: Commit["files"][number]): { kind: string; id: string; how: How }[] {
  const [, kind, id] = /^data\/([a-z]+)\/([^/]+)\.yaml$/.exec(path) ?? [];
  return kind === undefined || id === undefined ? [] : [{ kind, id, how }];
}
