import { PHASES } from "../../../advisor/knowledge/knowledge.ts";
import { toolName } from "../../../advisor/ui/answer/names.ts";
import { words } from "../../../advisor/ui/words.ts";
import { findPartPath } from "./paths.ts";
import type { RecordOf } from "./records.ts";

type Adapter = Pick<RecordOf<"adapters">, "id" | "name" | "platforms" | "drivers">;
type Step = Pick<RecordOf<"steps">, "id" | "action" | "platform" | "tool" | "mode">;
type Platform = Pick<RecordOf<"platforms">, "id" | "name" | "tools">;

/** Steps that open together: those of one tool, or of one phase before or after the work. */
interface Section {
  /** Tool, or phase: prepare, clean-up, go-back. */
  id: string;
  name: string;
  steps: string[];
}

/** What is done with an adapter on one platform. */
interface Work {
  platform: string;
  /** How to apply the adapter, in the order of work. */
  apply: Section[];
  /** Settings that help some machines and cost others, each with the name of its tool. */
  tune: { step: string; tool: string }[];
}

/** Lists for each platform of an adapter what is done with it; a platform without steps is left out. */
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

/** Steps in the order of work, as the advisor has them. */
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

/** Sections of an adapter's page that readers search for, by the anchor of each. */
export type AdapterParts = Record<string, { path: string; title: string }>;

/** Lists the sections of an adapter's page that have something to show. */
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
