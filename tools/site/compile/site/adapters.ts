import { PHASES } from "../../../../advisor/knowledge/knowledge.ts";
import { toolName } from "../../../../advisor/ui/answer/names.ts";
import { words } from "../../../../advisor/ui/words.ts";
import { fillCells, type FilledCell } from "../cells.ts";
import { splitRows } from "../counts.ts";
import { listRulesAbout } from "../links.ts";
import { findPartPath, pathOf } from "../paths.ts";
import { type Atlas, BrokenRecords, type RecordOf } from "../records.ts";
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

/** Returns the adapters with the records that refer to them, and a cell for every feature on each platform. */
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

/** Counts the rows of an adapter and lists the studies with performance figures, newest first. */
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

/** Lists the guest families with a driver of an adapter, and the families without one. */
function listDriverFamilies({ drivers }: RecordOf<"adapters">): { withDriver: string[]; without: string[] } {
  const all = [...new Set(drivers.map(({ family }) => family))].sort(
    (a, b) => Number(a === "other") - Number(b === "other"),
  );
  const withDriver = all.filter((one) =>
    drivers.some(({ family, where }) => family === one && where !== "none" && where !== "unknown"),
  );
  return { withDriver, without: all.filter((family) => !withDriver.includes(family)) };
}

type Adapter = Pick<RecordOf<"adapters">, "id" | "name" | "platforms" | "drivers">;
type Step = Pick<RecordOf<"steps">, "id" | "action" | "platform" | "tool" | "mode">;
type Platform = Pick<RecordOf<"platforms">, "id" | "name" | "tools">;

/** Steps of one tool, or of one phase before or after the change. */
interface Section {
  /** Tool, or phase: prepare, clean-up, go-back. */
  id: string;
  name: string;
  steps: string[];
}

/** Steps for an adapter on one platform. */
interface Work {
  platform: string;
  /** How to apply the adapter, in the order of work. */
  apply: Section[];
  /** Tuning that can also slow a VM down, each with the name of its tool. */
  tune: { step: string; tool: string }[];
}

/** Lists the steps for an adapter by platform, without platforms that have no steps. */
export function listWork(
  { platforms: sections }: Adapter,
  steps: readonly Step[],
  platforms: readonly Platform[],
): Work[] {
  return Object.keys(sections).flatMap((platform) => {
    const own = steps.filter((step) => step.platform === platform);
    const toApply = own.filter(({ action }) => action !== "tune");
    const tune = own
      .filter(({ action }) => action === "tune")
      .map(({ id, tool }) => ({ step: id, tool: toolName({ platforms }, platform, tool) }));
    return own.length > 0 ? [{ platform, apply: byPhase(toApply, platforms), tune }] : [];
  });
}

/** Sorts steps into the advisor's order of work. */
function byPhase(steps: readonly Step[], platforms: readonly Platform[]): Section[] {
  return PHASES.flatMap((phase) => {
    const own = steps.filter(({ action }) => action === phase);
    if (own.length === 0) return [];
    if (phase === "apply") return byTool(own, platforms);
    return [{ id: phase, name: words.phases[phase], steps: own.map(({ id }) => id) }];
  });
}

function byTool(steps: readonly Step[], platforms: readonly Platform[]): Section[] {
  const tools = new Map(steps.map(({ tool, platform }) => [tool, platform]));
  return [...tools].map(([tool, platform]) => ({
    id: tool,
    name: toolName({ platforms }, platform, tool),
    steps: steps.filter((step) => step.tool === tool).map(({ id }) => id),
  }));
}

/** Sections of an adapter's page for the site search, by anchor. */
export type AdapterParts = Record<string, { path: string; title: string }>;

/** Lists the sections of an adapter's page that are not empty. */
export function listParts(adapter: Adapter, work: readonly Work[]): AdapterParts {
  const { id, name, drivers, platforms } = adapter;
  const titles: Record<string, string | false> = {
    apply: work.some(({ apply }) => apply.length > 0) && `Apply ${name}`,
    tune: work.some(({ tune }) => tune.length > 0) && `Tune ${name}`,
    modes: Object.values(platforms).some(({ modes }) => modes !== undefined) && `Modes of ${name}`,
    drivers: drivers.length > 0 && `Drivers of ${name}`,
    evidence: `Evidence on ${name}`,
  };
  return Object.fromEntries(
    Object.entries(titles).flatMap(([part, title]) =>
      title === false ? [] : [[part, { path: findPartPath(id, part), title }]],
    ),
  );
}
