import { isAdapterId } from "./display.ts";
import type { Knowledge, MeasuredRatio, SavingPoint } from "../../../advisor/knowledge/knowledge.ts";
import { compareRows } from "./comparisons.ts";
import { dropUndefined } from "../../records/objects.ts";
import type { Atlas, RecordOf } from "./records.ts";
import { groupBy } from "../../../advisor/collections.ts";

/** What studies measured between two adapters: ratios within one study, each study's apart, and CPU savings by packet rate. */
export function compileEffects(atlas: Atlas): Knowledge["effects"] {
  const studies = atlas.datasets.filter(({ grade }) => grade === "comparison");
  return {
    ratios: studies.flatMap((study) => ratiosOf(study, atlas)),
    savings: studies.flatMap((study) => savingsOf(study, atlas)).sort((a, b) => a.packetRate - b.packetRate),
  };
}

/** One entry for each pair of adapters and metric: the lowest and highest ratio of all comparisons of the study. */
function ratiosOf(study: RecordOf<"datasets">, atlas: Atlas): MeasuredRatio[] {
  const adapterOf = new Map(study.measurements.map((row) => [row.id, row.adapter]));
  const groups = groupBy(
    compareRows(study.measurements, (id) => atlas.find("adapters", id)),
    ({ numerator, denominator, metric }) => [adapterOf.get(numerator), adapterOf.get(denominator), metric].join("/"),
  );
  return [...groups].map(([key, comparisons]) => {
    const [adapter = "", over = "", metric = ""] = key.split("/");
    const ratios = comparisons.map(({ ratio }) => ratio);
    return {
      platform: study.platform,
      adapter,
      over,
      metric,
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      comparisons: ratios.length,
      conditions: summarizeSetup(
        study,
        study.measurements.filter(({ id }) => comparisons.some(({ numerator }) => numerator === id)),
        atlas,
      ),
      evidence: [`dataset:${study.id}`],
    };
  });
}

/** When, in which guest, over which link and with what traffic: enough to see how far a study is from a machine. */
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
