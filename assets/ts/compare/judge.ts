/** Places of releases in the platform's list; an end that is left out is open. */
export interface Span {
  first?: number;
  last?: number;
}

export type Support = "yes" | "partial" | "no" | "unknown";

/** What the table says of one feature in one column. */
export interface Answer extends Span {
  support: Support;
}

/** A column of the table, with what its rows say under the feature's id. */
export interface Column extends Span {
  id: string;
  name: string;
  answers: ReadonlyMap<string, Answer>;
}

/** What is asked of the columns of one platform. */
export interface Wanted {
  /** Ids of the features that must work. */
  needs: readonly string[];
  /** Place of the release in the platform's list; left out, any will do. */
  release?: number;
}

/** Whether a column does, and what of the wanted it is that it does not, does in part, or of which nothing is known. */
export interface ColumnVerdict {
  verdict: "fits" | "partial" | "unknown" | "fails";
  existsThen: boolean;
  because: string[];
}

/** Compares a column of the table with what is wanted. */
export function judge(column: Column, { needs, release }: Wanted): ColumnVerdict {
  if (!holds(column, release)) return { verdict: "fails", existsThen: false, because: [] };
  const found = new Map(needs.map((feature) => [feature, supportOf(column.answers.get(feature), release)]));
  const [verdict, support] =
    grades.find(([, grade]) => [...found.values()].includes(grade)) ?? (["fits", "yes"] as const);
  const because = verdict === "fits" ? [] : needs.filter((feature) => found.get(feature) === support);
  return { verdict, existsThen: true, because };
}

/** From the worst: what a column amounts to when some wanted feature has that answer. */
const grades = [
  ["fails", "no"],
  ["unknown", "unknown"],
  ["partial", "partial"],
] as const;

/** A feature that the platform does not have does not work there. */
function supportOf(answer: Answer | undefined, release: number | undefined): Support {
  if (!answer) return "no";
  const isBound = answer.support === "yes" || answer.support === "partial";
  return isBound && !holds(answer, release) ? "no" : answer.support;
}

function holds({ first = 0, last = Infinity }: Span, release: number | undefined): boolean {
  return release === undefined || (first <= release && release <= last);
}
