import type { AuditFinding, FleetKnowledge } from "../../../advisor/fleet/knowledge.ts";
import { adapterNames } from "../../../advisor/knowledge/adapter-names.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { otherPlatforms } from "../../records/kinds.ts";
import type { Atlas } from "./records.ts";
import { describeEvidence, resolveEvidence } from "./evidence.ts";
import { type AuthoredFile, readPlaced, refuse } from "./read-placed.ts";

const FILE = "data/audit/audit.yaml";

type Authored = Omit<FleetKnowledge, "adapterNames" | "evidence" | "paravirtualOf" | "findings"> & {
  findings: (Omit<AuditFinding, "evidence"> & { evidence?: string[] })[];
};

/** Compiles the knowledge of the audit, in addition to the engine's. */
export function compileFleetKnowledge(
  authored: AuthoredFile,
  atlas: Atlas,
  knowledge: Pick<Knowledge, "evidence" | "rules" | "adapters">,
): FleetKnowledge {
  const { data, placeOf } = readPlaced(FILE, authored);
  const { findings, ...rest } = data as Authored;
  refuse(listFaults(rest, findings, atlas, placeOf));
  const cited = new Set(findings.flatMap(({ evidence = [] }) => evidence));
  return {
    ...rest,
    findings: findings.map((finding) => ({ ...finding, evidence: finding.evidence ?? [] })),
    adapterNames: Object.fromEntries(
      atlas.platforms.map(({ id }) => [id, Object.fromEntries(adapterNames(atlas.adapters, id))]),
    ),
    paravirtualOf: listParavirtual(atlas, knowledge),
    evidence: Object.fromEntries(
      [...cited].filter((ref) => !knowledge.evidence[ref]).map((ref) => [ref, describeEvidence(ref, atlas)]),
    ),
  };
}

/** The paravirtual adapters that evidence is about, if a rule that cites it prefers others of them too. */
function listParavirtual(
  atlas: Atlas,
  { rules, adapters }: Pick<Knowledge, "rules" | "adapters">,
): FleetKnowledge["paravirtualOf"] {
  const paravirtual = new Set(adapters.flatMap(({ id, kind }) => (kind === "paravirtual" ? [id] : [])));
  const found: FleetKnowledge["paravirtualOf"] = {};
  for (const { then, evidence } of rules) {
    const preferred = then.prefer?.filter((id) => paravirtual.has(id)) ?? [];
    for (const ref of evidence) {
      const own = adaptersOf(ref, atlas).filter((id) => paravirtual.has(id));
      if (own.length > 0 && preferred.some((id) => !own.includes(id))) found[ref] = own;
    }
  }
  return found;
}

/** The adapters that a reference is about. Empty for a whole source or dataset. */
function adaptersOf(ref: string, atlas: Atlas): readonly string[] {
  const resolved = resolveEvidence(ref, atlas);
  return resolved.kind === "finding"
    ? resolved.finding.adapters
    : resolved.kind === "measurement"
      ? [resolved.row.adapter]
      : [];
}

/** References to records that do not exist, and ids that occur twice. */
function listFaults(
  authored: Omit<Authored, "findings">,
  findings: Authored["findings"],
  atlas: Atlas,
  placeOf: (path: readonly (string | number)[]) => string,
): string[] {
  const { clusterFeatures, vendorDecides, toolsAreDrivers, platformWords, becomesWithTools, waves } = authored;
  const faults: string[] = [];
  const expect = (
    kind: "platforms" | "features" | "guests" | "adapters" | "rules" | "findings",
    id: string,
    path: (string | number)[],
  ): void => {
    if (!atlas[kind].some((record) => record.id === id))
      faults.push(`${placeOf(path)}  "${id}" is not in data/${kind}`);
  };
  toolsAreDrivers.forEach((id, at) => expect("platforms", id, ["toolsAreDrivers", at]));
  const platforms = new Set(atlas.platforms.flatMap(({ id, productIds = [] }) => [id, ...productIds]));
  platformWords.forEach(({ platform }, at) => {
    if (!platforms.has(platform) && !Object.hasOwn(otherPlatforms, platform))
      faults.push(`${placeOf(["platformWords", at, "platform"])}  "${platform}" is not a platform or a product of one`);
  });
  becomesWithTools.forEach(({ platform, adapter }, at) => {
    expect("platforms", platform, ["becomesWithTools", at, "platform"]);
    expect("adapters", adapter, ["becomesWithTools", at, "adapter"]);
  });
  for (const [field, features] of Object.entries(clusterFeatures))
    features.forEach((id, at) => expect("features", id, ["clusterFeatures", field, at]));
  vendorDecides.forEach(({ guests }, at) =>
    guests.forEach((id, place) => expect("guests", id, ["vendorDecides", at, "guests", place])),
  );
  authored.guestsOfSeveralReleases.forEach((id, at) => expect("guests", id, ["guestsOfSeveralReleases", at]));
  findings.forEach(({ when }, at) => {
    when.warned?.forEach((id, place) => expect("rules", String(id), ["findings", at, "when", "warned", place]));
    when.problem?.forEach((id, place) => expect("findings", String(id), ["findings", at, "when", "problem", place]));
  });
  for (const [list, records] of [["findings", findings] as const, ["waves", waves] as const])
    records.forEach(({ id }, at) => {
      if (records.findIndex((other) => other.id === id) !== at)
        faults.push(`${placeOf([list, at, "id"])}  "${id}" is the id of another entry`);
    });
  return faults;
}
