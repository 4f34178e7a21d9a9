import type { ComparedFinding, Comparison } from "../../../advisor/fleet/judge/audit-types.ts";
import type { ReportContext } from "../../../advisor/fleet/report/report-words.ts";
import type { ShownChange, ShownComparison } from "./protocol.ts";

/** Changes of each kind that the page lists; the exports have all. */
const MOST = 100;

/** What the page shows of a comparison. */
export function describeComparison(
  comparison: Comparison,
  redacted: boolean,
  { fleet }: ReportContext,
): ShownComparison {
  const titles = new Map(fleet.findings.map(({ id, title }) => [id, title]));
  const nameOf = ({ machine, label }: Pick<ComparedFinding, "machine" | "label">): string =>
    [machine, label].filter(Boolean).join(", ");
  const describe = (change: ComparedFinding & Partial<Comparison["moved"][number]>): ShownChange => ({
    severity: change.severity,
    title: titles.get(change.id) ?? change.id,
    adapter: nameOf(change),
    from: change.from ? `${nameOf(change.from)} (${change.from.file})` : "",
  });
  return {
    knowledgeVersion: comparison.knowledgeVersion,
    redacted,
    kinds: (["new", "fixed", "moved"] as const).map((kind) => ({
      kind,
      count: comparison[kind].length,
      first: comparison[kind].slice(0, MOST).map(describe),
    })),
  };
}
