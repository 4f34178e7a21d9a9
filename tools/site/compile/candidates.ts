import { type Plural, pluralOf } from "../../records/kinds.ts";
import { titleOf } from "./links.ts";
import { findAnyPath, findPath } from "./paths.ts";
import { type AuthoredFile, readPlaced, refuse } from "./read-placed.ts";
import type { Atlas } from "./records.ts";

interface Candidate {
  claim: string;
  carriedBy?: string[];
  leftOut?: string;
  note?: string;
}

/** A record with the claim of a candidate: its title and its address. */
interface Carrier {
  label: string;
  path: string;
}

/** Returns every candidate for a rule with its records. A missing record stops the build, with its place in the file. */
export function compileCandidates(authored: AuthoredFile, atlas: Atlas) {
  const { data, placeOf } = readPlaced("assets/coverage/candidates.yaml", authored);
  const problems: string[] = [];
  const rows = Object.entries(data as Record<string, Candidate>).map(
    ([id, { claim, carriedBy = [], leftOut, note }]) => ({
      id,
      claim,
      leftOut,
      note,
      carriers: carriedBy.flatMap((ref, index) => {
        const carrier = findCarrier(ref, atlas);
        if (!carrier) problems.push(`${placeOf([id, "carriedBy", index])}  ${id}: "${ref}" does not name a record`);
        return carrier ? [carrier] : [];
      }),
    }),
  );
  refuse(problems);
  const left = rows.filter(({ leftOut }) => leftOut !== undefined);
  const byRule = rows.filter(({ carriers }) => carriers.some(({ path }) => path.startsWith(findPath("rules", ""))));
  return { total: rows.length, carried: rows.length - left.length, byRule: byRule.length, leftOut: left.length, rows };
}

function findCarrier(ref: string, atlas: Atlas): Carrier | undefined {
  const [kind = "", rest = ""] = ref.split(":");
  const [id = "", second = "", third = ""] = rest.split("/");
  const adapter = atlas.adapters.find((one) => one.id === id);
  const section = adapter?.platforms[second];
  const path = findPath("adapters", id);
  switch (kind) {
    case "rule":
    case "finding":
    case "dataset":
    case "step":
    case "guest":
      return describe(pluralOf(kind), id, atlas);
    case "adapter":
      return section && { label: `${section.name} on ${atlas.find("platforms", second).name}`, path };
    case "driver":
      return adapter?.drivers.some(({ family }) => family === second)
        ? { label: `${adapter.name}: drivers`, path }
        : undefined;
    case "cell":
      return section?.compatibility[third]
        ? { label: `${section.name} and ${atlas.find("features", third).name}`, path: `${path}#features` }
        : undefined;
    case "mode": {
      const mode = section?.modes?.[third];
      return mode && { label: mode.name, path };
    }
    default:
      return undefined;
  }
}

function describe(kind: Plural, id: string, atlas: Atlas): Carrier | undefined {
  const record = atlas[kind].find((one) => one.id === id);
  if (!record) return undefined;
  const title = "bitness" in record ? `${record.name}: adapters offered` : titleOf(kind, record);
  return { label: title.replace(/\.$/, ""), path: findAnyPath(kind, record) };
}
