import type {
  Adapter,
  AdapterOnPlatform,
  Conditions,
  Feature,
  Knowledge,
  NumberRange,
  Rule,
  Strength,
} from "../knowledge/knowledge.ts";
import { decidingQuestions } from "../questions/questions.ts";
import type { Field, YesNoField } from "../questions/situation.ts";
import { codeAfter, versionCode } from "../knowledge/version.ts";

/** Half-open range of numbers, version codes, or yes and no as 1 and 0. */
export interface Span {
  from: number;
  to: number;
}

/** Source of a row: a rule, a compatibility cell, or an adapter's releases, virtual hardware or host requirements. */
type RowKind = "rule" | "compatibility" | "platform" | "hardware" | "host";

/**
 * One row of a platform's decision table. The rules of data/rules and the facts of adapter records (releases, virtual hardware,
 * host requirements, compatibility) become rows of the same form.
 * Adapters are bit masks over the platform's adapters.
 */
export interface Row {
  kind: RowKind;
  /** Rule id, cell id or adapter id, as reasons name it. */
  id: string;
  rule?: Rule;
  feature?: Feature;
  evidence: string[];
  rank: number;
  exclude: number;
  prefer: number;
  over: number;
  warn: number;
  /** Adapters that require steps or modes. */
  demand: number;
  /** Conditions as ranges. A missing field has no condition. */
  spans: { [field in Field]?: Span };
  /** Features of which one must be required. Empty if the row does not depend on requirements. */
  requires: string[];
  /** Conditions on the guest and its current adapter. The result is cached for each pair. */
  guest: Pick<Conditions, "guest" | "guestFamily" | "guestRelease" | "bitness" | "currentAdapter"> & {
    /** The adapter that the guest must not have. */
    otherAdapter?: string;
  };
}

const RANKS: Record<Strength, number> = { "hard-constraint": 3, "vendor-recommendation": 2, measured: 1, practice: 0 };

/** All rows that can fire on a platform, rules in table order first. */
export function buildRows(knowledge: Knowledge, platform: string, adapters: Adapter[]): Row[] {
  const rules = knowledge.rules.filter((rule) => holdsOn(rule.when.platform, platform));
  return [
    ...rules.map((rule) => ruleRow(knowledge, rule, adapters)),
    ...adapters.flatMap((adapter, index) => adapterRows(knowledge, platform, adapter, 1 << index)),
    ...knowledge.features
      .filter((feature) => !feature.platforms[platform])
      .map((feature) => absentFeatureRow(feature, adapters)),
  ];
}

/** Whether a list of accepted values has a value. A missing list accepts every value. */
export function holdsOn(condition: readonly string[] | undefined, value: string): boolean {
  return condition === undefined || condition.includes(value);
}

function ruleRow(knowledge: Knowledge, rule: Rule, adapters: Adapter[]): Row {
  const { when, then } = rule;
  const mask = (ids: string[] | undefined): number =>
    adapters.reduce((bits, adapter, index) => (ids?.includes(adapter.id) ? bits | (1 << index) : bits), 0);
  return {
    ...emptyRow("rule", rule.id, rule.evidence),
    rule,
    // Between rules of equal strength, one about the current adapter wins.
    rank: RANKS[rule.strength] + (when.currentAdapter ? 0.5 : 0),
    exclude: mask(then.exclude),
    prefer: mask(then.prefer),
    over: mask(then.over),
    warn: mask(then.warn),
    demand: mask(then.for),
    spans: ruleSpans(knowledge, rule),
    requires: when.requires ?? [],
    guest: when,
  };
}

function ruleSpans(knowledge: Knowledge, rule: Rule): Row["spans"] {
  const { platformVersion: version } = rule.when;
  const spans: Row["spans"] = {};
  if (version || rule.since || rule.until) {
    spans.platformVersion = {
      from: Math.max(version?.atLeast ? versionCode(version.atLeast) : 0, rule.since ? versionCode(rule.since) : 0),
      to: Math.min(
        version?.below ? versionCode(version.below) : Infinity,
        rule.until ? codeAfter(rule.until) : Infinity,
      ),
    };
  }
  const { numbers, yesNo } = decidingQuestions(knowledge);
  for (const { field } of numbers) {
    const range = rule.when[field];
    if (range && field !== "platformVersion") spans[field] = numberSpan(range as NumberRange);
  }
  for (const { field } of yesNo) {
    const wanted = rule.when[field];
    if (wanted !== undefined) spans[field] = spanOf(wanted);
  }
  return spans;
}

/** Returns a range of whole numbers as a span. */
export function numberSpan(range: NumberRange): Span {
  return {
    from: Math.max(range.atLeast ?? 0, range.above === undefined ? 0 : range.above + 1),
    to: Math.min(range.below ?? Infinity, range.atMost === undefined ? Infinity : range.atMost + 1),
  };
}

/** Returns the span of one answer. */
function spanOf(answer: boolean): Span {
  return { from: +answer, to: +answer + 1 };
}

function adapterRows(knowledge: Knowledge, platform: string, adapter: Adapter, bit: number): Row[] {
  const section = adapter.platforms[platform] as AdapterOnPlatform;
  const row = (kind: Row["kind"], spans: Row["spans"]): Row => ({
    ...emptyRow(kind, adapter.id, section.evidence),
    exclude: bit,
    spans,
  });
  return [
    ...releasesWithout(section.since === "unknown" ? undefined : section.since, section.until).map((spans) =>
      row("platform", spans),
    ),
    ...(section.virtualHardware === undefined
      ? []
      : [row("hardware", { virtualHardware: { from: 0, to: section.virtualHardware } })]),
    // The host has what a device in use needs: whoever says no means another function, port or host.
    ...needsOf(section).map((need) => ({
      ...row("host", { [need]: spanOf(false) }),
      guest: adapter.kind === "passthrough" ? { otherAdapter: adapter.id } : {},
    })),
    ...cellRows(knowledge, platform, adapter, section, bit),
  ];
}

/** Returns the host features that an adapter requires. VT-d and AMD-Vi require VT-x or AMD-V. */
export function needsOf({ needs }: AdapterOnPlatform): YesNoField[] {
  return needs.includes("iommu") ? [...needs, "hardwareVirtualization"] : [...needs];
}

/** Returns the spans before the first and after the last release. */
function releasesWithout(since: string | undefined, until: string | undefined): Row["spans"][] {
  return [
    ...(since ? [{ platformVersion: { from: 0, to: versionCode(since) } }] : []),
    ...(until ? [{ platformVersion: { from: codeAfter(until), to: Infinity } }] : []),
  ];
}

function cellRows(
  knowledge: Knowledge,
  platform: string,
  adapter: Adapter,
  section: AdapterOnPlatform,
  bit: number,
): Row[] {
  return knowledge.features.flatMap((feature): Row[] => {
    const cell = section.cells[feature.id];
    if (!cell || !feature.platforms[platform]) return [];
    const evidence = [cell, ...(section.modes ?? []).map(({ keeps }) => keeps[feature.id])].flatMap(
      (one) => one?.evidence ?? [],
    );
    const excludes = (spans: Row["spans"]): Row => ({
      ...emptyRow("compatibility", `${adapter.id}/${platform}/${feature.id}`, [...new Set(evidence)]),
      feature,
      exclude: bit,
      requires: [feature.id],
      spans,
    });
    if (cell.support === "no") return [excludes({})];
    return cell.support === "unknown" ? [] : releasesWithout(cell.since, cell.until).map(excludes);
  });
}

function absentFeatureRow(feature: Feature, adapters: Adapter[]): Row {
  return {
    ...emptyRow("platform", feature.id, []),
    feature,
    exclude: (1 << adapters.length) - 1,
    requires: [feature.id],
  };
}

function emptyRow(kind: Row["kind"], id: string, evidence: string[]): Row {
  return {
    kind,
    id,
    evidence,
    rank: 3,
    exclude: 0,
    prefer: 0,
    over: 0,
    warn: 0,
    demand: 0,
    spans: {},
    requires: [],
    guest: {},
  };
}
