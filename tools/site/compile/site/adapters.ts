import { listParts, listWork } from "../adapter-work.ts";
import { type Atlas, BrokenRecords } from "../records.ts";
import { fillCells, type FilledCell } from "../cells.ts";
import { splitRows } from "../counts.ts";
import { listRulesAbout } from "../links.ts";
import { pathOf } from "../paths.ts";
import type { RecordOf } from "../records.ts";
import { compileLane, compilePingCost } from "./ping-cost.ts";

function assertMode({ id, platform, mode }: RecordOf<"steps">, adapter: RecordOf<"adapters">): void {
  const modes = Object.keys(adapter.platforms[platform]?.modes ?? {});
  if (mode === undefined || modes.includes(mode)) return;
  throw new BrokenRecords(
    `data/steps/${id}.yaml is for the mode "${mode}", which ${adapter.id} does not have on ${platform}; it has ${modes.join(", ") || "none"}.`,
  );
}

/** A mode says only where it differs or where somebody has said something. */
function listStated(authored: Parameters<typeof fillCells>[0], platform: string, { features }: Atlas): FilledCell[] {
  return fillCells(authored, platform, features).filter(({ basis }) => basis !== "none");
}

/** Adapters with everything that names them and a cell for every feature of each of their platforms. */
export function compileAdapters(atlas: Atlas) {
  return atlas.adapters.map((adapter) => {
    const { id } = adapter;
    const steps = atlas.steps.filter(({ adapters }) => adapters.includes(id));
    for (const step of steps) assertMode(step, adapter);
    const sections = Object.entries(adapter.platforms).map(([platform, section]) => {
      const cells = fillCells(section.compatibility, platform, atlas.features);
      const modes = Object.entries(section.modes ?? {}).map(([id, mode]) => {
        const ofMode = steps.filter((step) => step.mode === id && step.platform === platform).map((step) => step.id);
        return [id, { ...mode, cells: listStated(mode.compatibility, platform, atlas), steps: ofMode }] as const;
      });
      return [
        platform,
        { ...section, cells, ...(modes.length > 0 ? { modes: Object.fromEntries(modes) } : {}) },
      ] as const;
    });
    const work = listWork(adapter, steps, atlas.platforms);
    const rules = listRulesAbout(id, atlas.rules);
    const datasets = atlas.datasets
      .filter(({ measurements }) => measurements.some((row) => row.adapter === id))
      .map((dataset) => dataset.id);
    const findings = atlas.findings.filter(({ adapters }) => adapters.includes(id)).map((finding) => finding.id);
    return {
      ...adapter,
      path: pathOf("adapters", adapter),
      parts: listParts(adapter, work),
      work,
      driverFamilies: listDriverFamilies(adapter),
      measured: countMeasured(id, atlas.datasets),
      platforms: Object.fromEntries(sections),
      rules,
      datasets,
      pingCost: compilePingCost(id, atlas),
      lane: compileLane(id, atlas),
      findings,
      steps: steps.filter(({ mode }) => mode === undefined).map((step) => step.id),
    };
  });
}

/** How many rows are on an adapter, and the studies with performance figures, newest first. */
function countMeasured(adapter: string, datasets: Atlas["datasets"]) {
  const ofAdapter = datasets.map(({ id, measurements }) => ({
    id,
    ...splitRows(measurements.filter((row) => row.adapter === adapter)),
  }));
  return {
    performance: ofAdapter.reduce((sum, { performance }) => sum + performance, 0),
    mechanism: ofAdapter.reduce((sum, { mechanism }) => sum + mechanism, 0),
    studies: ofAdapter.filter(({ performance }) => performance > 0).map(({ id }) => id),
  };
}

/** The guest families for which a driver of an adapter exists, and those for which none does. */
function listDriverFamilies({ drivers }: RecordOf<"adapters">): { withDriver: string[]; without: string[] } {
  const all = [...new Set(drivers.map(({ family }) => family))].sort(
    (a, b) => Number(a === "other") - Number(b === "other"),
  );
  const withDriver = all.filter((one) =>
    drivers.some(({ family, where }) => family === one && where !== "none" && where !== "unknown"),
  );
  return { withDriver, without: all.filter((family) => !withDriver.includes(family)) };
}
