import { findPartPath, findPath, partOfStep } from "./paths.ts";
import type { AdapterPart } from "./paths.ts";
import type { RecordOf } from "./records.ts";

type Adapter = RecordOf<"adapters">;

/** Most that an adapter's own page tells; what is longer has a page of its own, so that the first arrives without waiting. */
const most = { rules: 6, findings: 5, drivers: 12, modeCells: 15 } as const;

const titles: Readonly<Record<AdapterPart, (name: string) => string>> = {
  apply: (name) => `Apply ${name}`,
  "apply-kvm": (name) => `Apply ${name} on KVM`,
  tune: (name) => `Tune ${name}`,
  modes: (name) => `Modes of ${name}`,
  drivers: (name) => `Drivers of ${name}`,
  evidence: (name) => `Evidence on ${name}`,
};

/** What names an adapter. */
interface Naming { steps: readonly Pick<RecordOf<"steps">, "action" | "platform">[]; rules: readonly unknown[]; findings: readonly unknown[]; datasets: readonly unknown[] }

/** The pages below that of an adapter, by what they tell. */
export type AdapterParts = Partial<Record<AdapterPart, { path: string; title: string }>>;

/** Lists the pages below that of an adapter: only those that have something to show. */
export function listParts(adapter: Adapter, { steps, rules, findings, datasets }: Naming): AdapterParts {
  const stepParts = new Set(steps.map((step) => partOfStep(step, adapter)));
  const has: Record<AdapterPart, boolean> = {
    apply: stepParts.has("apply"),
    "apply-kvm": stepParts.has("apply-kvm"),
    tune: stepParts.has("tune"),
    modes: hasLongModes(adapter),
    drivers: (adapter.drivers?.length ?? 0) > most.drivers,
    evidence: datasets.length > 0 || rules.length > most.rules || findings.length > most.findings,
  };
  const parts = (Object.keys(has) as AdapterPart[]).filter((part) => has[part]);
  return Object.fromEntries(parts.map((part) => [part, { path: findPartPath(adapter.id, part), title: titles[part](adapter.name) }]));
}

/** Returns which page says what works in the modes of an adapter. */
export function findModesPath(adapter: Adapter): string {
  return hasLongModes(adapter) ? findPartPath(adapter.id, "modes") : findPath("adapters", adapter.id);
}

function hasLongModes({ platforms }: Adapter): boolean {
  const modes = Object.values(platforms).flatMap((section) => Object.values(section.modes ?? {}));
  return modes.reduce((sum, { compatibility }) => sum + Object.keys(compatibility).length, 0) > most.modeCells;
}
