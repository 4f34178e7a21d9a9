import { groupDigits, joinWords } from "../../../../advisor/text.ts";
import { fillSentence } from "../../../../advisor/questions/questions.ts";
import { dropUndefined } from "../../../records/objects.ts";
import { fieldOf } from "../../../records/read-schemas.ts";
import { describeEvidence, quoteOf, resolveEvidence } from "../evidence.ts";
import { listFeatures, nameInList } from "../feature-names.ts";
import { pathOf } from "../paths.ts";
import type { Atlas, RecordOf } from "../records.ts";
import { familyNames } from "../words.ts";

/** Returns the rules in words, with their evidence. */
export function compileRules(atlas: Atlas) {
  return atlas.rules.map((rule) => ({
    ...rule,
    path: pathOf("rules", rule),
    whenText: writeConditionsOfRule(rule, atlas),
    thenText: writeConsequence(rule, atlas),
    strengthText: strengthTexts[rule.strength],
    evidenceList: listEvidence(rule.evidence, atlas),
    ...(rule.against ? { againstList: listEvidence(rule.against, atlas) } : {}),
  }));
}

function listEvidence(refs: readonly string[], atlas: Atlas) {
  return refs.map((ref) => {
    const { kind, title, source, year, path } = describeEvidence(ref, atlas);
    return dropUndefined({ ref, kind, title, source, year, path, quote: quoteOf(resolveEvidence(ref, atlas)) });
  });
}

/** Part of the decision table, under a heading of its own, with the ids of its rules. */
interface RuleGroup {
  id: string;
  title: string;
  rules: string[];
}

/** Effects of rules. The first one that matches counts. */
const effects: { id: string; title: string; holds: (then: Rule["then"]) => boolean }[] = [
  { id: "exclude", title: "exclusions", holds: ({ exclude }) => exclude !== undefined },
  { id: "prefer", title: "preferences", holds: ({ prefer }) => prefer !== undefined },
  { id: "require", title: "requirements", holds: ({ require }) => require !== undefined },
];
const caution = { id: "warn", title: "cautions" };

/** Groups the rules by platform and effect, in the order of the rules. */
export function groupRules({ rules, platforms }: Pick<Atlas, "rules" | "platforms">): RuleGroup[] {
  const groups = new Map<string, RuleGroup>();
  for (const { id, when, then } of rules) {
    const [only, ...others] = when.platform ?? [];
    const platform = others.length === 0 ? platforms.find((one) => one.id === only) : undefined;
    const effect = effects.find(({ holds }) => holds(then)) ?? caution;
    const group = `${platform?.id ?? "any"}-${effect.id}`;
    const title = `${platform?.name ?? "Any platform"}: ${effect.title}`;
    groups.set(group, { id: group, title, rules: [...(groups.get(group)?.rules ?? []), id] });
  }
  return [...groups.values()];
}

type Rule = RecordOf<"rules">;
type Question = RecordOf<"questions">;
type When = Rule["when"];
type NumberRange = NonNullable<When["packetRate"]>;
type VersionRange = NonNullable<When["platformVersion"]>;

/** Writes a rule's conditions in words: "VMware vSphere, version 5.1 to 5.5, more than 50,000 packets/s, vMotion required". */
export function writeConditionsOfRule(
  { when, since, until }: Pick<Rule, "when" | "since" | "until">,
  atlas: Atlas,
): string {
  const parts = [
    when.platform && listAny(when.platform, (id) => atlas.find("platforms", id).name),
    writeReleases(since, until),
    ...atlas.questions
      .filter(({ id }) => id !== "platform")
      .flatMap((question) => [
        writeCondition(question, when, atlas),
        // Conditions that follow from the guest come after it.
        ...(question.kind === "guest" ? writeGuestConditions(when) : []),
      ]),
  ];
  return parts.filter((part) => typeof part === "string").join(", ") || "always";
}

/** Returns the meaning of a condition on a field, in the words of its question record. */
function writeCondition(
  { id, kind, means, condition = "", choices, choicesFrom }: Question,
  when: When,
  atlas: Atlas,
): string | undefined {
  const value: unknown = when[fieldOf(id) as keyof When];
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return means?.[value ? "yes" : "no"];
  const name = (id: string): string =>
    kind === "guest"
      ? nameGuest(atlas.find("guests", id))
      : kind === "features"
        ? nameFeature(id, when, atlas)
        : atlas.find(choicesFrom ?? "adapters", id).name;
  const words =
    typeof value === "number"
      ? (choices?.find((choice) => choice.value === value)?.label ?? String(value))
      : Array.isArray(value)
        ? listAny(value as string[], name)
        : kind === "version"
          ? writeVersions(value as VersionRange)
          : writeRange(value as NumberRange);
  return fillSentence(condition, { value: words });
}

function writeGuestConditions({ guestFamily, guestRelease, hotAdd }: When): (string | undefined)[] {
  return [
    guestFamily && writeFamilies(guestFamily),
    guestRelease && `guest release ${writeVersions(guestRelease)}`,
    hotAdd === undefined ? undefined : `guest ${hotAdd ? "with" : "without"} PCI hot plug`,
  ];
}

/** Names the families or, if these are fewer, the excluded families: "any guest except macOS". */
function writeFamilies(families: readonly string[]): string {
  const others = Object.entries(familyNames).filter(([id]) => !families.includes(id));
  if (others.length >= families.length)
    return `${listAny(families, (family) => (family === "other" ? "other" : familyNames[family as keyof typeof familyNames]))} guest`;
  const names = others.map(([, name]) => name);
  return names.length === 0 ? "any guest" : `any guest except ${joinWords(names, "and")}`;
}

/** Writes the effect of a rule: "prefer SR-IOV or DirectPath I/O over VMXNET3 (less CPU)". */
export function writeConsequence({ then, when }: Pick<Rule, "then" | "when">, atlas: Atlas): string {
  const name = (ids: readonly string[]): string =>
    joinWords(
      ids.map((id) => atlas.find("adapters", id).name),
      "and",
    );
  const parts = [
    then.exclude && `exclude ${name(then.exclude)}`,
    then.prefer &&
      `prefer ${name(then.prefer)} over ${name(then.over ?? [])}${then.gain ? ` (${writeGain(then.gain, then.over ?? [], name)})` : ""}`,
    then.warn && `caution with ${name(then.warn)}`,
    then.loses &&
      `no ${listFeatures(
        then.loses.map((id) => nameFeature(id, when, atlas)),
        "or",
      )}${then.beside ? ` beside ${then.beside}` : ""}`,
    then.provided && `${name(then.for ?? [])} only ${then.provided}`,
    then.require &&
      `with ${name(then.for ?? [])}: ${then.require.map((id) => atlas.find("steps", id).title).join("; ")}`,
    then.unlessRequired &&
      `not if ${listFeatures(
        then.unlessRequired.map((id) => nameFeature(id, when, atlas)),
        "or",
      )} must keep working`,
  ];
  return parts.filter((part) => typeof part === "string").join("; ");
}

/** Strength of a rule in words. */
const strengthTexts: Record<Rule["strength"], string> = {
  "hard-constraint": "hard constraint: nothing outweighs it",
  "vendor-recommendation": "the vendor's recommendation",
  measured: "measured, on the named testbeds",
  practice: "practice, not measured",
};

type Gain = NonNullable<Rule["then"]["gain"]>;

/** Writes the advantage of the preferred adapters over the others. */
function writeGain(gain: Gain, over: readonly string[], name: (ids: readonly string[]) => string): string {
  if (gain !== "purpose") return gains[gain];
  return `${name(over)} ${over.length === 1 ? "serves" : "serve"} another purpose`;
}

const gains: Record<Exclude<Gain, "purpose">, string> = {
  cpu: "less CPU",
  latency: "lower latency",
  throughput: "more throughput",
  sharing: "the port stays shareable",
  compatibility: "works in more cases",
};

function writeRange({ above, atLeast, below, atMost }: NumberRange): string {
  if (atLeast !== undefined && atLeast === atMost) return groupDigits(atLeast);
  const low = above === undefined ? bound("at least", atLeast) : bound("more than", above);
  const high = below === undefined ? bound("at most", atMost) : bound("less than", below);
  return [low, high].filter((part) => part !== "").join(" and ");
}

function bound(word: string, value: number | undefined): string {
  return value === undefined ? "" : `${word} ${groupDigits(value)}`;
}

function writeReleases(since: string | undefined, until: string | undefined): string | undefined {
  if (since === undefined) return until && `version ${until} or before`;
  return `version ${since}${until === undefined ? " or later" : until === since ? "" : ` to ${until}`}`;
}

function writeVersions({ atLeast, below }: VersionRange): string {
  if (atLeast === undefined) return `before ${below ?? "any"}`;
  return below === undefined ? `${atLeast} or later` : `${atLeast} or later, before ${below}`;
}

function nameGuest({ name, bitness }: RecordOf<"guests">): string {
  return `${name} ${bitness}-bit`;
}

/** A feature has the platform's name where the rule is about one platform. */
function nameFeature(id: string, when: When, atlas: Atlas): string {
  const [platform, ...others] = when.platform ?? [];
  return nameInList(atlas.find("features", id), others.length === 0 ? platform : undefined);
}

function listAny(values: readonly string[], name: (id: string) => string): string {
  return joinWords(values.map(name), "or");
}
