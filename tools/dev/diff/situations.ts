import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { isMapping } from "../../check/select.ts";
import { writeCanonical } from "../../records/objects.ts";
import type { Side } from "./sides.ts";

/** A situation under the name by which reports call it. */
export interface TitledSituation {
  title: string;
  situation: Situation;
}

/** The standing list: realistic situations that every change is judged by. */
export const standingListFile = fileURLToPath(new URL("situations.yaml", import.meta.url));

/** Reads the standing list; its test sees to its shape. */
export function readStandingList(): TitledSituation[] {
  return parse(readFileSync(standingListFile, "utf8")) as TitledSituation[];
}

/** Lists the situations of the standing list and of the rules' own tests on all sides, each once. */
export function listSituations(standing: readonly TitledSituation[], sides: readonly Side[]): TitledSituation[] {
  const all = [...standing, ...sides.flatMap(listRuleSituations)];
  const first = new Map<string, TitledSituation>();
  for (const titled of all) {
    const key = writeCanonical(titled.situation);
    if (!first.has(key)) first.set(key, titled);
  }
  return nameApart([...first.values()]);
}

/** A rule's tests may differ between the sides, so different situations need different names. */
function nameApart(situations: readonly TitledSituation[]): TitledSituation[] {
  const taken = new Set<string>();
  return situations.map(({ title, situation }) => {
    const free = taken.has(title) ? `${title}, as changed` : title;
    taken.add(free);
    return { title: free, situation };
  });
}

function listRuleSituations({ entries }: Side): TitledSituation[] {
  return [...entries.values()].flatMap((entry) => {
    if (entry.state !== "record" || entry.file.kind !== "rule") return [];
    const data: unknown = entry.record.data;
    const tests = isMapping(data) && Array.isArray(data.tests) ? data.tests : [];
    return tests.flatMap((test: unknown, index): TitledSituation[] =>
      isMapping(test) && isMapping(test.given)
        ? [{ title: `rule ${entry.file.id}, test ${index + 1}`, situation: test.given as Situation }]
        : [],
    );
  });
}
