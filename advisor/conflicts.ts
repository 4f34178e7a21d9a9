import type { Conflict } from "./advice.ts";
import type { Adapter } from "./knowledge.ts";
import { copyCase, setValue, type Case } from "./case.ts";
import { eachRow, offeredAt, type Decision } from "./decide.ts";
import type { Row } from "./rows.ts";
import type { Table } from "./table.ts";
import { versionCode, versionText } from "./version.ts";

interface Fix { giveUp: Set<string>; change: Map<string, { value: string | number | boolean; text: string }>; fixed: Case }

/**
 * The smallest sets of requirements and facts whose change lets an adapter fit: any adapter when none fits,
 * else those that would then be recommended instead. A set that contains another one is left out.
 */
export function findConflicts(
  table: Table, filled: Case, decision: Decision, excluded: number, recommended: number,
  decideFixed: (fixed: Case) => Decision, nameOf: (index: number) => string, featureName: (id: string) => string,
): Conflict[] {
  const found: { conflict: Conflict; keys: string[] }[] = [];
  for (let index = 0; index < table.adapters.length; index++) {
    if (((excluded >> index) & 1) === 0) continue;
    const fix = fixFor(table, filled, decision, index);
    if (!fix || fix.giveUp.size + fix.change.size === 0) continue;
    const after = decideFixed(fix.fixed);
    if ((after.excluded >> index) & 1) continue;
    if (recommended >= 0 && after.best !== index) continue;
    found.push({ conflict: toConflict(table, index, fix, nameOf, featureName), keys: [...fix.giveUp, ...fix.change.keys()] });
  }
  return found
    .filter(({ keys }) => !found.some((other) => other.keys.length < keys.length && other.keys.every((key) => keys.includes(key))))
    .sort((a, b) => a.keys.length - b.keys.length)
    .map(({ conflict }) => conflict);
}

/** What has to change so that nothing excludes an adapter, or undefined when nothing in reach does. */
function fixFor(table: Table, filled: Case, decision: Decision, index: number): Fix | undefined {
  const bit = 1 << index;
  if (filled.view.none & bit) return undefined;
  const fix: Fix = { giveUp: new Set(), change: new Map(), fixed: copyCase(table, filled, filled.requires) };
  if (filled.view.tools & bit && !filled.booleans.guestDrivers) {
    fix.change.set("guestDrivers", { value: true, text: table.messages.changeTools(table.platform.guestDrivers) });
    setValue(table, fix.fixed, "guestDrivers", true);
  }
  let possible = true;
  eachRow(decision.fired, 0, table.excludeEnd, (at) => {
    const row = table.rows[at] as Row;
    if (row.exclude & bit) possible = undo(table, row, filled, fix) && possible;
  });
  if (!possible) return undefined;
  if (!(offeredAt(filled.view, fix.fixed.numbers.virtualHardware) & bit)) return undefined;
  if (fix.giveUp.size > 0) fix.fixed = copyCase(table, fix.fixed, filled.requires.filter((feature) => !fix.giveUp.has(feature)));
  return fix;
}

/** Makes one excluding row stop holding; false when only another guest or an older release would. */
function undo(table: Table, row: Row, filled: Case, fix: Fix): boolean {
  const demanded = row.requires.filter((feature) => filled.requires.includes(feature));
  if (demanded.length > 0) {
    demanded.forEach((feature) => fix.giveUp.add(feature));
    return true;
  }
  const flag = (["iommu", "sriovNic", "guestDrivers"] as const).find((field) => row.flags[field] === false);
  if (flag) {
    const text = flag === "iommu" ? table.messages.changeIommu() : flag === "sriovNic" ? table.messages.changeSriovNic() : table.messages.changeTools(table.platform.guestDrivers);
    fix.change.set(flag, { value: true, text });
    setValue(table, fix.fixed, flag, true);
    return true;
  }
  return raise(table, row, fix);
}

/** Lifts the virtual hardware or the release over what a row excludes. */
function raise(table: Table, row: Row, fix: Fix): boolean {
  for (const field of ["virtualHardware", "platformVersion"] as const) {
    const span = row.spans[field];
    if (!span || span.to === Infinity) continue;
    const isVersion = field === "platformVersion";
    const reachable = table.platform.versions.some((release) =>
      (isVersion ? versionCode(release.version) : release.virtualHardware ?? 0) >= span.to);
    if (!reachable) return false;
    const value = isVersion ? versionText(span.to) : span.to;
    const text = isVersion ? table.messages.changeVersion(table.platform.name, String(value)) : table.messages.changeHardware(span.to);
    fix.change.set(field, { value, text });
    setValue(table, fix.fixed, field, Math.max(fix.fixed.numbers[field], span.to));
    return true;
  }
  return false;
}

function toConflict(table: Table, index: number, fix: Fix, nameOf: (index: number) => string, featureName: (id: string) => string): Conflict {
  const giveUp = [...fix.giveUp];
  const change = [...fix.change].map(([field, { value, text }]) => ({ field, value, text }));
  const words = [...(giveUp.length ? [table.messages.giveUp(giveUp.map(featureName).join(", "))] : []), ...change.map(({ text }) => lowerFirst(text))];
  return {
    giveUp,
    change,
    allows: (table.adapters[index] as Adapter).id,
    text: table.messages.conflict(words.join("; ").replace(/\.$/, ""), nameOf(index)),
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
