import { findPath, findStepPath, pathOf } from "./paths.ts";
import { type AuthoredFile, readPlaced, refuse } from "./read-placed.ts";
import type { Atlas, Kind, RecordOf } from "./records.ts";

interface Candidate {
  claim: string;
  carriedBy?: string[];
  leftOut?: string;
  note?: string;
}

/** A record that carries a candidate: what it is called, and where it is shown. */
interface Carrier {
  label: string;
  path: string;
}

/** Every candidate for a rule with what carries it; a name that does not name a record ends the build with its place. */
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
  const platform = atlas.platforms.find((one) => one.id === second)?.name;
  const adapterPath = findPath("adapters", id);
  const show = <K extends Kind>(list: K, describeRecord: (record: RecordOf<K>) => Carrier): Carrier | undefined =>
    describe(
      (atlas[list] as readonly RecordOf<K>[]).find((record) => record.id === id),
      describeRecord,
    );
  switch (kind) {
    case "rule":
      return show("rules", (rule) => ({ label: rule.title, path: pathOf("rules", rule) }));
    case "finding":
      return show("findings", (finding) => ({
        label: finding.claim.replace(/\.$/, ""),
        path: pathOf("findings", finding),
      }));
    case "dataset":
      return show("datasets", (dataset) => ({ label: dataset.title, path: pathOf("datasets", dataset) }));
    case "step":
      return show("steps", (step) => ({ label: step.title, path: findStepPath(step) }));
    case "guest":
      return show("guests", (guest) => ({ label: `${guest.name}: adapters offered`, path: pathOf("guests", guest) }));
    case "adapter":
      return section && { label: `${section.name} on ${platform}`, path: adapterPath };
    case "driver":
      return adapter?.drivers?.some(({ family }) => family === second)
        ? { label: `${adapter.name}: drivers`, path: adapterPath }
        : undefined;
    case "cell":
      return (
        section?.compatibility[third] && {
          label: `${section.name} and ${atlas.find("features", third).name}`,
          path: `${adapterPath}#features`,
        }
      );
    case "mode":
      return describe(section?.modes?.[third], (mode) => ({ label: mode.name, path: adapterPath }));
    default:
      return undefined;
  }
}

function describe<T>(record: T | undefined, say: (record: T) => Carrier): Carrier | undefined {
  return record === undefined ? undefined : say(record);
}
