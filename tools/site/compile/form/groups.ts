/** A part of the form: a heading and the fields below it, by their paths or by what their paths start with. */
export interface GroupPlan {
  id: string;
  title: string;
  lede: string;
  /** Whether it is folded away at first. */
  isFolded: boolean;
  /** Paths in the order in which they are asked; one that ends in a dot takes all fields within a mapping that no other group names. */
  fields: readonly string[];
}

/** The fields of a dataset in the order in which somebody who has a paper or a result before them can answer. */
const groupPlans: readonly GroupPlan[] = [
  {
    id: "study",
    title: "The study",
    lede: "The question and the result, in your own words.",
    isFolded: false,
    fields: ["title", "question", "answer", "platform", "method.tool"],
  },
  {
    id: "host",
    title: "Host and NIC",
    lede: 'Choose "unknown" if the source does not give an answer.',
    isFolded: true,
    fields: ["testbed."],
  },
  {
    id: "guests",
    title: "Guests and the other end",
    lede: "Who talked to whom.",
    isFolded: true,
    fields: ["testbed.guests", "testbed.client", "testbed.topology", "testbed.notes"],
  },
  {
    id: "method",
    title: "Method",
    lede: "How it was measured, and how the numbers came from the source into this record.",
    isFolded: true,
    fields: ["method.", "grade", "extraction", "checked"],
  },
  {
    id: "conditions",
    title: "Conditions that held in every row",
    lede: "Only what the source states. A row adds to these, or replaces them with its own.",
    isFolded: true,
    fields: ["conditions."],
  },
  {
    id: "permission",
    title: "Caveats and permission",
    lede: "Limits of the numbers, and why they may be published here.",
    isFolded: true,
    fields: ["caveats", "permission.", ""],
  },
];

/** Fields of a row that stand in its line; the others are folded away below it. */
export const rowLine: readonly string[] = ["adapter", "workload", "metric", "quote", "locator"];

/** Splits fields over groups: one that is named goes there, the others to the group that takes their mapping, else to the last. */
export function fillGroups<F extends { path: string }>(fields: readonly F[]): (GroupPlan & { content: F[] })[] {
  const named = new Set(groupPlans.flatMap((plan) => plan.fields));
  return groupPlans.map((plan) => ({
    ...plan,
    content: plan.fields.flatMap((wanted) =>
      fields.filter(({ path }) => path === wanted || (!named.has(path) && isTaken(path, wanted))),
    ),
  }));
}

function isTaken(path: string, wanted: string): boolean {
  if (wanted.endsWith(".")) return path.startsWith(wanted);
  return (
    wanted === "" &&
    !groupPlans.some((plan) => plan.fields.some((other) => other.endsWith(".") && path.startsWith(other)))
  );
}
