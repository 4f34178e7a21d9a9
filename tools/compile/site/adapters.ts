import type { Atlas } from "../atlas.ts";
import { fillCells } from "../cells.ts";
import type { FilledCell } from "../cells.ts";
import { listRulesAbout } from "../links.ts";
import { pathOf } from "../paths.ts";
import { compilePingCost } from "./ping-cost.ts";

/** A mode says only where it differs or where somebody has said something. */
function listStated(authored: Parameters<typeof fillCells>[0], platform: string, { features }: Atlas): FilledCell[] {
  return fillCells(authored, platform, features).filter(({ basis }) => basis !== "none");
}

/** Adapters with everything that names them and a cell for every feature of each of their platforms. */
export function compileAdapters(atlas: Atlas) {
  return atlas.adapters.map((adapter) => {
    const { id } = adapter;
    const sections = Object.entries(adapter.platforms).map(([platform, section]) => {
      const cells = fillCells(section.compatibility, platform, atlas.features);
      const modes = Object.entries(section.modes ?? {}).map(([id, mode]) => [id, { ...mode, cells: listStated(mode.compatibility, platform, atlas) }] as const);
      return [platform, { ...section, cells, ...(modes.length > 0 ? { modes: Object.fromEntries(modes) } : {}) }] as const;
    });
    return {
      ...adapter,
      path: pathOf("adapters", adapter),
      platforms: Object.fromEntries(sections),
      rules: listRulesAbout(id, atlas.rules),
      datasets: atlas.datasets.filter(({ measurements }) => measurements.some((row) => row.adapter === id)).map((dataset) => dataset.id),
      pingCost: compilePingCost(id, atlas),
      findings: atlas.findings.filter(({ adapters }) => adapters.includes(id)).map((finding) => finding.id),
      steps: atlas.steps.filter(({ adapters }) => adapters.includes(id)).map((step) => step.id),
    };
  });
}
