import { PHASES } from "../../../advisor/knowledge/knowledge.ts";
import { toolName } from "../../../advisor/ui/answer/names.ts";
import { words } from "../../../advisor/ui/words.ts";
import { type AdapterPart, findPartPath, findPath, partOfStep } from "./paths.ts";
import type { RecordOf } from "./records.ts";

type Adapter = RecordOf<"adapters">;

/** Most that an adapter's own page tells; what is longer has a page of its own, so that the first arrives without waiting. */
const most = { rules: 6, findings: 5, drivers: 12, modeCells: 15 } as const;

/** What names an adapter. */
interface Naming {
  steps: readonly Step[];
  rules: readonly unknown[];
  findings: readonly unknown[];
  datasets: readonly unknown[];
}
type Step = Pick<RecordOf<"steps">, "id" | "action" | "platform" | "tool">;
type Platform = Pick<RecordOf<"platforms">, "id" | "name" | "tools">;

/** Steps under one heading; its id is that of its place on the page. */
interface Section {
  id: string;
  name: string;
  steps: string[];
}

/** A page below that of an adapter. One with steps tells them in the order of work; one on how to apply it is for one platform. */
interface PartPage {
  path: string;
  title: string;
  platform?: string;
  sections?: Section[];
}

/** The pages below that of an adapter, by what they tell. */
export type AdapterParts = Record<string, PartPage>;

/** Lists the pages below that of an adapter: only those that have something to show. */
export function listParts(
  adapter: Adapter,
  { steps, rules, findings, datasets }: Naming,
  platforms: readonly Platform[],
): AdapterParts {
  const { name, drivers = [] } = adapter;
  const parts: AdapterParts = {};
  const add = (part: AdapterPart, title: string, more?: Pick<PartPage, "platform" | "sections">): void => {
    parts[part] = { path: findPartPath(adapter.id, part), title, ...more };
  };
  const stepsOn = (part: AdapterPart): readonly Step[] => steps.filter((step) => partOfStep(step, adapter) === part);
  for (const platform of Object.keys(adapter.platforms)) {
    const part = partOfStep({ action: "apply", platform }, adapter);
    const sections = byPhase(stepsOn(part), platforms);
    const on = part === "apply" ? "" : ` on ${platforms.find(({ id }) => id === platform)?.name ?? platform}`;
    if (sections.length > 0) add(part, `Apply ${name}${on}`, { platform, sections });
  }
  const tuning = byTool(stepsOn("tune"), platforms);
  if (tuning.length > 0) add("tune", `Tune ${name}`, { sections: tuning });
  if (hasLongModes(adapter)) add("modes", `Modes of ${name}`);
  if (drivers.length > most.drivers) add("drivers", `Drivers of ${name}`);
  if (datasets.length > 0 || rules.length > most.rules || findings.length > most.findings)
    add("evidence", `Evidence on ${name}`);
  return parts;
}

/** Steps in the order of work, as the advisor has them; what applies the adapter is parted by tool, for a reader has one of them. */
function byPhase(steps: readonly Step[], platforms: readonly Platform[]): Section[] {
  return PHASES.flatMap((phase) => {
    const own = steps.filter(({ action }) => action === phase);
    return phase === "apply"
      ? byTool(own, platforms)
      : own.length > 0
        ? [{ id: phase, name: words.phases[phase], steps: own.map(({ id }) => id) }]
        : [];
  });
}

function byTool(steps: readonly Step[], platforms: readonly Platform[]): Section[] {
  const tools = [...new Map(steps.map(({ tool, platform }) => [tool, platform]))];
  return tools.map(([tool, platform]) => ({
    id: tool,
    name: toolName({ platforms }, platform, tool),
    steps: steps.filter((step) => step.tool === tool).map(({ id }) => id),
  }));
}

/** Returns which page says what works in the modes of an adapter. */
export function findModesPath(adapter: Adapter): string {
  return hasLongModes(adapter) ? findPartPath(adapter.id, "modes") : findPath("adapters", adapter.id);
}

function hasLongModes({ platforms }: Adapter): boolean {
  const modes = Object.values(platforms).flatMap((section) => Object.values(section.modes ?? {}));
  return modes.reduce((sum, { compatibility }) => sum + Object.keys(compatibility).length, 0) > most.modeCells;
}
