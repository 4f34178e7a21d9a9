import type { KnownProblem, Reason } from "../../explain/advice.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { isPolicyRule } from "../../policy/policy.ts";
import { fillSentence } from "../../questions/questions.ts";
import type { AuditFinding, FleetKnowledge } from "../knowledge.ts";
import type { Finding } from "./audit-types.ts";
import { type Exclusion, type Facts, holds } from "./facts.ts";

/** What findings say their reasons are. */
export interface Reasons {
  /** Why the current adapter is excluded. */
  current?: readonly Reason[];
  /** Why another adapter is recommended. */
  recommendation?: readonly Reason[];
  problems?: readonly KnownProblem[];
  /** Why no adapter fits. */
  unfit?: string;
}

/** Lists the findings whose conditions hold; the braces of their texts are filled with the words. */
export type Reporter = (facts: Partial<Facts>, words: Record<string, string>, reasons?: Reasons) => Finding[];

/** Prepares the report of findings. */
export function createReporter({ findings }: FleetKnowledge, knowledge: Pick<Knowledge, "problems">): Reporter {
  const symptoms = new Map(
    knowledge.problems.map(({ evidence: [reference], symptom }) => [reference.replace(/^finding:/, ""), symptom]),
  );
  const factsOf = (problem: KnownProblem): Partial<Facts> => ({
    problem: problem.id,
    symptom: symptoms.get(problem.id) ?? "unknown",
    certain: problem.isCertain,
  });
  return (facts, words, { current = [], recommendation = [], problems = [], unfit = "" } = {}) => {
    const found: Finding[] = [];
    // A known problem is reported once, by the first finding that fits.
    const reported = new Set<KnownProblem>();
    for (const finding of findings) {
      if (finding.cites === "problem") {
        for (const problem of problems) {
          if (reported.has(problem) || !isDecided(problem) || !holds(finding.when, { ...facts, ...factsOf(problem) }))
            continue;
          reported.add(problem);
          const condition = problem.dependsOn[0]?.text ?? "";
          found.push(write(finding, { ...words, problem: problem.text, condition }, problem.evidence));
        }
      } else if (holds(finding.when, facts)) {
        const grounds =
          finding.cites === "recommendation" ? recommendation : finding.cites === "current" ? current : [];
        const lead = excludedFor(current, finding) ?? current[0];
        found.push(
          write(
            finding,
            { ...words, reason: lead?.text ?? unfit },
            grounds.flatMap(({ evidence }) => evidence),
          ),
        );
      }
    }
    return found;
  };
}

/** The kind of exclusion that a reason is. */
export function exclusionOf({ kind, id }: Reason): Exclusion {
  return kind === "rule" && isPolicyRule(id) ? "policy" : kind === "default" ? "rule" : kind;
}

/** The reason of which a finding speaks. */
function excludedFor(reasons: readonly Reason[], { when }: AuditFinding): Reason | undefined {
  return reasons.find((reason) => when.excludedBy?.includes(exclusionOf(reason)));
}

/** Whether nothing that a question asks decides a problem: what the file leaves out is no finding about each machine. */
function isDecided({ dependsOn }: KnownProblem): boolean {
  return dependsOn.every(({ field }) => field === undefined);
}

function write(
  { id, severity, text, evidence }: AuditFinding,
  words: Record<string, string>,
  cited: string[],
): Finding {
  return {
    id,
    severity,
    text: fillSentence(text, words).trim().replace(/\s+/g, " "),
    evidence: [...new Set([...evidence, ...cited])],
  };
}
