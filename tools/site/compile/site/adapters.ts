import { listParts } from "../adapter-parts.ts";
import type { Atlas } from "../atlas.ts";
import { BrokenRecords } from "../broken-records.ts";
import { fillCells, type FilledCell } from "../cells.ts";
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
  assertPlatformOrder(atlas.adapters);
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
    const rules = listRulesAbout(id, atlas.rules);
    const datasets = atlas.datasets
      .filter(({ measurements }) => measurements.some((row) => row.adapter === id))
      .map((dataset) => dataset.id);
    const findings = atlas.findings.filter(({ adapters }) => adapters.includes(id)).map((finding) => finding.id);
    return {
      ...adapter,
      path: pathOf("adapters", adapter),
      parts: listParts(adapter, { steps, rules, findings, datasets }, atlas.platforms),
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

type Adapter = Pick<RecordOf<"adapters">, "id" | "platforms">;

/**
 * Adapters name their platforms in one order. Addresses rest on it: the first platform of an adapter has the page
 * /adapters/ID/apply/, and the others have their names in theirs.
 */
function assertPlatformOrder(adapters: readonly Adapter[]): void {
  const order = new Map<string, string>();
  for (const { id, platforms } of adapters) {
    for (const [first, second] of pairs(Object.keys(platforms))) {
      const other = order.get(`${second} ${first}`);
      if (other !== undefined) {
        throw new BrokenRecords(
          `data/adapters/${id}.yaml names ${first} before ${second}, and data/adapters/${other}.yaml the other way round.`,
          `The platform that an adapter names first has the page /adapters/ID/apply/: all of them keep to one order.`,
        );
      }
      if (!order.has(`${first} ${second}`)) order.set(`${first} ${second}`, id);
    }
  }
}

function pairs(names: readonly string[]): [first: string, second: string][] {
  return names.flatMap((first, index) => names.slice(index + 1).map((second): [string, string] => [first, second]));
}
