import { show } from "../questions/read-situation.ts";
import type { Advice, Reason, Verdict } from "../explain/advice.ts";
import { isRecord } from "../collections.ts";
import { mergeTexts, type Messages, type PartOf, messages } from "../explain/messages.ts";
import type { Audit } from "../fleet/judge/audit-types.ts";
import type { FleetKnowledge } from "../fleet/knowledge.ts";
import type { FleetInput } from "../fleet/record.ts";
import { findGuests } from "../guests/find-guests.ts";
import { createAdvisor as createChecked, InvalidSituation } from "../index.ts";
import { addAdapterNames } from "../knowledge/adapter-names.ts";
import type { Guest, Knowledge, Rule } from "../knowledge/knowledge.ts";
import { readPolicyValue } from "../policy/check-policy.ts";
import { createPolicyAdvisor, type Policy } from "../policy/policy.ts";
import { parsePolicy } from "../policy/read-policy.ts";
import { describeProblem, type Problem } from "../questions/read-situation.ts";
import type { Situation } from "../questions/situation.ts";
import { checkFleet, checkKnowledge } from "./check-knowledge.ts";
import { checkColumns, checkOptions } from "./check-options.ts";
import { checkRules } from "./check-rules.ts";

export type { Advice, Audit, FleetInput, FleetKnowledge, Guest, Knowledge, Problem, Reason, Situation, Verdict };
export type { AuditAdapter } from "../fleet/judge/audit-types.ts";
export { describeProblem, InvalidSituation };

/** Some of the engine's sentences, by key, in groups as the engine has them. A text has {1}, {2} … for the function's parameters. */
export type Words = PartOf<Messages>;

/** What an advisor has of your own. */
export interface Options {
  /** Rules that come on top of those of the knowledge. */
  rules?: readonly OwnRule[];
  /** The policy of your company: the text or the bytes of its file, in YAML or JSON, or its content. */
  policy?: string | Uint8Array | object;
  /** Sentences in place of the English ones; those left out stay English. */
  words?: Words;
  /** What the audit knows, `fleet.json`; by default that of this package. If given, situations may name adapters as inventories do. */
  fleet?: FleetKnowledge;
}

/** How the audit judges. */
export interface AuditOptions {
  /** Platform to which the machines are to move; by default each is judged where it is. */
  target?: string;
  /** Headings of a table whose columns go by other names: `{ machine: "Servername", adapter: "Card" }`. */
  columns?: Record<string, string>;
}

/** Answers for many situations from one knowledge. */
export interface VnicAdvisor {
  /** Advice with verdicts, reasons and steps. Throws InvalidSituation for input that cannot be used. */
  advise: (situation: Situation) => Advice;
  /** The id of the recommended adapter alone, or null if none fits. Throws InvalidSituation for input that cannot be used. */
  recommend: (situation: Situation) => string | null;
  /** Reads input of any origin; never throws. `problems` names what was found and what is accepted. */
  parse: (input: unknown) => { situation: Situation; problems: Problem[] };
  /**
   * Judges every adapter in inventory files. A file that cannot be read is a problem in the answer. Rejects with
   * InvalidSituation for a target that is not known and for files without a name or bytes, and with InvalidOptions for options and
   * columns of other names.
   */
  audit: (files: readonly FleetInput[], options?: AuditOptions) => Promise<Audit>;
  /** Guests that a name or an id may mean, the likeliest first; without a query all of them. */
  guests: (query?: string) => readonly Guest[];
}

/** Options that cannot be used, such as one with a misspelt name; the message has a line for each problem. */
export class InvalidOptions extends Error {
  override readonly name = "InvalidOptions";
}

/** A policy that cannot be used; the message has a line for each problem. */
export class InvalidPolicy extends Error {
  override readonly name = "InvalidPolicy";
}

/** Words that are no text of the engine; the message has a line for each problem. */
export class InvalidWords extends Error {
  override readonly name = "InvalidWords";
}

/** A knowledge, or an option `fleet`, that this package does not read. */
export class InvalidKnowledge extends Error {
  override readonly name = "InvalidKnowledge";
}

/**
 * An advisor over a knowledge, with rules, a policy and words of your own. Throws InvalidKnowledge, InvalidOptions, InvalidRules,
 * InvalidPolicy or InvalidWords for those that cannot be used.
 */
export function createAdvisor(knowledge: Knowledge, options?: Options): VnicAdvisor {
  // Plain JavaScript passes null for no options.
  const own = options ?? {};
  const problem = checkKnowledge(knowledge) ?? checkFleet(own.fleet ?? undefined);
  if (problem !== undefined) throw new InvalidKnowledge(problem);
  refuseOptions(checkOptions(own, ["rules", "policy", "words", "fleet"] satisfies (keyof Options)[]));
  const named = own.fleet ? addAdapterNames(knowledge, own.fleet.adapterNames) : knowledge;
  const whole = addRules(named, own.rules ?? []);
  const { texts: words, faults } = mergeTexts(messages, own.words ?? {});
  if (faults.length > 0) throw new InvalidWords(faults.map((fault) => `words${fault}`).join("\n"));
  const plain = createChecked(whole, words);
  const policy = own.policy === undefined ? undefined : readPolicy(own.policy, plain);
  const advisor = policy ? createPolicyAdvisor(whole, policy, words) : plain;
  return {
    // An advisor's answers share what it remembers; a caller may edit its own.
    advise: (situation) => structuredClone(advisor.advise(situation)),
    recommend: (situation) => advisor.recommend(situation),
    parse: (input) => advisor.parse(input),
    async audit(files, auditOptions) {
      const { target: named, columns } = auditOptions ?? {};
      refuseOptions([
        ...checkOptions(auditOptions ?? {}, ["target", "columns"] satisfies (keyof AuditOptions)[]),
        ...checkColumns(columns),
      ]);
      const problems = checkFiles(files);
      if (problems.length > 0) throw new InvalidSituation(problems);
      const target = readTarget(named, plain);
      const [{ readFleet }, { auditFleet }] = await Promise.all([
        import("../fleet/read/read-fleet.ts"),
        import("../fleet/judge/audit.ts"),
      ]);
      const fleet = own.fleet ?? (await import("atlas:fleet")).default;
      const read = await readFleet(files, {
        ...(columns && { columns }),
        adapterNames: fleet.adapterNames,
        platformWords: fleet.platformWords,
      });
      return auditFleet(read, advisor, fleet, { target, policy });
    },
    guests(query) {
      // Plain JavaScript passes null for no query, and a number for a release.
      const text = String(query ?? "").trim();
      return text === "" ? knowledge.guests : findGuests(advisor, text);
    },
  };
}

function refuseOptions(problems: readonly string[]): void {
  if (problems.length > 0) throw new InvalidOptions(problems.join("\n"));
}

/** Every problem with the files of an audit; what they contain is not checked. */
function checkFiles(files: unknown): Problem[] {
  const example = '{ name: "web-01.vmx", bytes }';
  if (!Array.isArray(files)) return [{ field: "files", found: show(files), expected: `a list such as [${example}]` }];
  return Array.from(files as unknown[]).flatMap((file, at) => {
    const field = `files[${at}]`;
    if (!isRecord(file)) return [{ field, found: show(file), expected: `a file such as ${example}` }];
    const { name, bytes } = file;
    const isContent = ArrayBuffer.isView(bytes) || (isRecord(bytes) && "size" in bytes && "slice" in bytes);
    return [
      ...(typeof name === "string"
        ? []
        : [{ field: `${field}.name`, found: show(name), expected: "a file name as text" }]),
      ...(isContent ? [] : [{ field: `${field}.bytes`, found: show(bytes), expected: "a Uint8Array or a Blob" }]),
    ];
  });
}

/** The platform of a name, which may be one of its products; throws InvalidSituation for a name that is not known. */
function readTarget(name: string | undefined, advisor: ReturnType<typeof createChecked>): string | undefined {
  const { situation, problems } = advisor.parse({ platform: name });
  if (problems.length > 0) throw new InvalidSituation(problems.map((problem) => ({ ...problem, field: "target" })));
  return situation.platform;
}

function readPolicy(given: string | Uint8Array | object, advisor: ReturnType<typeof createChecked>): Policy {
  const { policy, problems = [] } = readPolicyValue(given, parsePolicy, advisor);
  if (!policy) throw new InvalidPolicy(problems.join("\n"));
  return policy;
}

/** A rule of your own: conditions, consequence and reason. It is a hard constraint unless it says otherwise. */
export type OwnRule = Pick<Rule, "id" | "when" | "then" | "because"> & Partial<Rule>;

/** Rules that cannot be used; the message has a line for each problem. */
export class InvalidRules extends Error {
  override readonly name = "InvalidRules";
}

/** The knowledge with further rules at the end of its table; throws InvalidRules if one cannot be used. */
function addRules(knowledge: Knowledge, rules: readonly OwnRule[]): Knowledge {
  const problems = checkRules(rules, knowledge);
  if (problems.length > 0) throw new InvalidRules(problems.join("\n"));
  const whole = rules.map(
    ({ title, strength, contested, evidence, ...rule }): Rule => ({
      ...rule,
      title: title ?? rule.because,
      strength: strength ?? "hard-constraint",
      contested: contested ?? false,
      evidence: evidence ?? [],
    }),
  );
  return { ...knowledge, rules: [...knowledge.rules, ...whole] };
}
