import type { FacetName, MeasurementFile, Study } from "../../../../assets/ts/explorer/measurement-file.ts";
import { facetNames } from "../../../../assets/ts/explorer/measurement-file.ts";
import { countMetrics, splitRows } from "../counts.ts";
import type { Atlas, Measurement } from "../records.ts";
import { dropUndefined } from "../../../records/objects.ts";
import { formatQuantity } from "../../../records/numbers.ts";

/** A value of a facet; without a label the template has a word for it. */
interface FacetValue {
  id: string;
  label?: string;
  count: number;
}

/** Content of the explorer's page before its script runs, and the address of the measurements. */
export function compileExplorerPage(
  file: MeasurementFile,
  path: string,
  guestNames: ReadonlyMap<string, string>,
  atlas: Atlas,
) {
  const years = file.studies.map(({ year }) => year);
  return {
    path,
    ...splitCodes(file),
    countMetrics,
    years: [...new Set(years)].sort((a, b) => a - b),
    facets: facetNames.map((name) => ({
      name,
      values: countFacet(file, name, labelsOf(name, file.studies, guestNames, atlas)),
    })),
    studies: file.studies.map((study, place) => ({
      ...study,
      count: file.facets.study.codes.filter((code) => code === place).length,
    })),
    presets: explorerPresets,
  };
}

/** Both numbers of rows: what measures performance, and what counts registers and interrupts. */
function splitCodes({ facets: { metric } }: MeasurementFile) {
  return splitRows(metric.codes.map((code) => ({ metric: metric.values[code] as Measurement["metric"] })));
}

/** Sorts values: the most frequent first, speeds by size, studies as on other pages. */
function countFacet(
  { facets }: MeasurementFile,
  name: FacetName,
  label: (id: string) => string | undefined,
): FacetValue[] {
  const { values, codes } = facets[name];
  const counts = new Array<number>(values.length).fill(0);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  const counted = values.map((id, place) => dropUndefined({ id, label: label(id), count: counts[place] ?? 0 }));
  if (name === "study") return counted;
  if (name === "link") return counted.sort((a, b) => speedOf(a.id) - speedOf(b.id));
  return counted.sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}

/** "Not used" and "not stated" come before any speed. */
function speedOf(id: string): number {
  return Number(id) || -1;
}

function labelsOf(
  name: FacetName,
  studies: readonly Study[],
  guestNames: ReadonlyMap<string, string>,
  atlas: Atlas,
): (id: string) => string | undefined {
  const titles = new Map(studies.map(({ id, name: publisher, title }) => [id, `${publisher}: ${title}`]));
  const known =
    (list: readonly { id: string; name: string }[]) =>
    (id: string): string | undefined =>
      list.find((record) => record.id === id)?.name;
  switch (name) {
    case "adapter":
      return known(atlas.adapters);
    case "platform":
      return known(atlas.platforms);
    case "guest":
      return (id) => (id === "unknown" ? undefined : guestNames.get(id));
    case "link":
      return (id) => (speedOf(id) > 0 ? formatQuantity(Number(id), "Gbit/s") : undefined);
    case "study":
      return (id) => titles.get(id);
    default:
      return () => undefined;
  }
}

/** A common question as a set of filters. */
interface ExplorerPreset {
  title: string;
  query: string;
}

/** In the order of the page. A test checks that each one has measurements. */
export const explorerPresets: readonly ExplorerPreset[] = [
  {
    title: "TCP throughput, VMXNET3 against E1000 and E1000E",
    query: "?metric=throughput&adapter=vmxnet3,e1000,e1000e&workload=tcp-stream",
  },
  { title: "TCP throughput of virtio-net", query: "?metric=throughput&adapter=virtio-net&workload=tcp-stream" },
  { title: "All TCP throughput, over the years", query: "?metric=throughput&workload=tcp-stream&by=year" },
  { title: "Packets per second by frame size", query: "?metric=packet-rate&by=packetBytes" },
  { title: "CPU use", query: "?metric=cpu-utilization,cpu-per-throughput,users-per-cpu" },
  { title: "Passthrough: SR-IOV and DirectPath I/O", query: "?adapter=sriov,directpath-io" },
  { title: "Register accesses for one ping", query: "?metric=register-accesses&workload=ping&part=whole" },
  { title: "Latency, requests and answers", query: "?metric=latency,request-rate" },
];
