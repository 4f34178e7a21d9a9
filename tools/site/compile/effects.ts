import { isAdapterId } from "./display.ts";
import type { Knowledge, MeasuredRatio, SavingPoint } from "../../../advisor/knowledge/knowledge.ts";
import { compareRows } from "./comparisons.ts";
import { dropUndefined } from "../../records/objects.ts";
import type { Atlas, RecordOf } from "./records.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** Compiles the published effects: ratios between adapters within single studies, and CPU savings by packet rate. */
export function compileEffects(atlas: Atlas): Knowledge["effects"] {
  const studies = atlas.datasets.filter(({ grade }) => grade === "comparison");
  return {
    ratios: studies.flatMap((study) => ratiosOf(study, atlas)),
    savings: studies.flatMap((study) => savingsOf(study, atlas)).sort((a, b) => a.packetRate - b.packetRate),
  };
}

/** One entry for each pair of adapters, metric and kind of guest: the lowest and highest ratio of all comparisons of the study. */
function ratiosOf(study: RecordOf<"datasets">, atlas: Atlas): MeasuredRatio[] {
  const rowOf = new Map(study.measurements.map((row) => [row.id, row]));
  const familiesOf = (id: string): string[] | undefined => findFamilies(rowOf.get(id)?.conditions.guest, atlas.guests);
  const groups = groupBy(
    compareRows(study.measurements, (id) => atlas.find("adapters", id)),
    ({ numerator, denominator, metric }) =>
      [rowOf.get(numerator)?.adapter, rowOf.get(denominator)?.adapter, metric, familiesOf(numerator)].join("/"),
  );
  return [...groups].map(([key, comparisons]) => {
    const [adapter = "", over = "", metric = ""] = key.split("/");
    const ratios = comparisons.map(({ ratio }) => ratio);
    return dropUndefined({
      platform: study.platform,
      adapter,
      over,
      metric,
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      comparisons: ratios.length,
      families: familiesOf(comparisons[0]?.numerator ?? ""),
      conditions: summarizeSetup(
        study,
        study.measurements.filter(({ id }) => comparisons.some(({ numerator }) => numerator === id)),
        atlas,
      ),
      evidence: [`dataset:${study.id}`],
    });
  });
}

/** Releases of Windows for servers and for clients have the same kernel and network drivers. */
const WINDOWS_NT = ["windows-server", "windows-client"];

/**
 * Returns the families of the guests that a study names: of the guests whose names have the most first words in common with it.
 * Empty if no record matches, undefined if the study names no guest.
 */
export function findFamilies(
  stated: string | undefined,
  guests: readonly Pick<RecordOf<"guests">, "id" | "name" | "family" | "ids">[],
): string[] | undefined {
  if (stated === undefined) return undefined;
  const wanted = splitWords(stated);
  let most = 1;
  let families = new Set<string>();
  for (const { id, name, family, ids } of guests)
    for (const words of [id, name, ...ids.osinfo, ...ids.names].map(splitWords)) {
      const end = words.findIndex((word, at) => word !== wanted[at]);
      const shared = end < 0 ? words.length : end;
      if (shared > most) families = new Set();
      most = Math.max(most, shared);
      if (shared === most) families.add(family);
    }
  const isNt = WINDOWS_NT.some((family) => families.has(family));
  return [...new Set([...(isNt ? WINDOWS_NT : []), ...families])];
}

/** The words and numbers of a name: "RHEL 6" begins as rhel6-64 does. */
function splitWords(name: string): string[] {
  return name.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
}

/** Summarises the setup of a study: year, guest, link and traffic. */
function summarizeSetup(
  { testbed, source }: RecordOf<"datasets">,
  rows: RecordOf<"datasets">["measurements"],
  atlas: Atlas,
): string {
  const listed = (values: (string | undefined)[], many: string): string | undefined => {
    const known = [...new Set(values.flatMap((value) => value ?? []))];
    return known.length > 2 ? many : known.join(" and ") || undefined;
  };
  const speeds = [...new Set(rows.flatMap(({ conditions }) => conditions.linkGbps ?? testbed.linkGbps ?? []))].sort(
    (a, b) => a - b,
  );
  const areOnOneHost = rows.every(({ conditions }) => (conditions.topology ?? testbed.topology) === "same-host");
  return [
    atlas.find("sources", source).published.slice(0, 4),
    listed(
      rows.map(({ conditions }) => conditions.guest),
      "several guests",
    ) ?? "guest not stated",
    areOnOneHost ? "two guests on one host" : speeds.length > 0 ? `${speeds.join(" and ")} Gbit/s` : "link not stated",
    listed(
      rows.map(
        ({ workload, conditions: { packetBytes } }) =>
          `${nameWorkload(workload)}${packetBytes === undefined ? "" : ` of ${packetBytes} bytes`}`,
      ),
      "several workloads",
    ),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

function nameWorkload(id: string): string {
  return id
    .replace(/^(?:tcp|udp)-/, (protocol) => protocol.toUpperCase())
    .replace(/-rr$/, "-request-response")
    .replaceAll("-", " ");
}

function savingsOf(study: RecordOf<"datasets">, atlas: Atlas): SavingPoint[] {
  return study.measurements.flatMap((row): SavingPoint[] => {
    const packetRate = row.conditions?.packetRate;
    const isSaving =
      row.metric === "cpu-utilization" &&
      (row.kind === "relative" || row.kind === "ordinal") &&
      isAdapterId(row.adapter);
    if (!isSaving || packetRate === undefined || atlas.find("adapters", row.adapter).kind !== "passthrough") return [];
    return [
      dropUndefined({
        platform: study.platform,
        adapter: row.adapter,
        packetRate,
        evidence: [`dataset:${study.id}/${row.id}`],
        percentOfCore:
          row.kind === "relative" && row.unit === "percent-of-core" && "value" in row ? row.value : undefined,
      }),
    ];
  });
}
