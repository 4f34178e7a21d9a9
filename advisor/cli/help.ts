import type { Advisor } from "../advisor.ts";
import type { Question, QuestionKind } from "../knowledge/knowledge.ts";
import { GROUPS } from "../questions/questions.ts";

/** What the command line can do. */
export function help(advisor: Advisor): string[] {
  return [
    "NAME",
    "  vnic-advisor - which virtual network adapter should this VM have, and how do you know?",
    "",
    "SYNOPSIS",
    "  vnic-advisor advise --guest ID [options]   one situation; see advise --help",
    "  vnic-advisor advise --batch                one situation as JSON per line on standard input",
    "  vnic-advisor guests [QUERY]                guests whose ids or names contain the words",
    "  vnic-advisor rules [ID]                    the decision table, or one rule with its evidence",
    "  vnic-advisor adapters [ID]                 the adapters, or one with its features",
    "  vnic-advisor completions bash|zsh          a script that completes all of this",
    "",
    "EXIT STATUS",
    "  0 with an answer, also when no adapter fits; 2 for input that cannot be used, with one line per problem.",
    "",
    `Knowledge ${advisor.knowledge.knowledgeVersion}.`,
  ];
}

/** The options of advise, with examples that work as they stand. */
export function adviseHelp(advisor: Advisor): string[] {
  return [
    "NAME",
    "  vnic-advisor advise - advice for one machine, or for many",
    "",
    "DESCRIPTION",
    "  An option left out is unknown: the advice is the best answer that holds now, with the questions that could change it.",
    "",
    ...GROUPS.flatMap(({ id, title }) => [
      title.toUpperCase(),
      ...advisor.knowledge.questions.filter(({ group }) => group === id).map((question) => flagLine(advisor, question)),
      "",
    ]),
    "THE ANSWER",
    "  --json                                the whole advice as JSON",
    "  --explain                             the rows that fired, in the order in which they count",
    "  --steps TOOL                          the steps in full, with one tool",
    "  --vm NAME, --network NAME, --mac ADDRESS",
    "                                        put into the code of the steps; what is not given stays in braces",
    "  --batch                               situations as JSON lines on standard input, advice as JSON lines on standard output",
    "  --lean                                with --batch: only what is recommended",
    "",
    "EXAMPLES",
    "  vnic-advisor advise --guest windows2019srv_64Guest --packet-rate 20000 --require vmotion",
    "  vnic-advisor advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes --explain",
    "  vnic-advisor advise --guest rhel9-64 --throughput-gbps 4 --packet-bytes 300 --json",
    "  vnic-advisor advise --guest rhel9-64 --current-adapter e1000e --steps powercli --vm web-01",
    `  echo '{"platform":"kvm","guest":"rhel9-64","packetRate":20000}' | vnic-advisor advise --batch --lean`,
  ];
}

/** Where what a flag is for begins. */
const COLUMN = 38;

function flagLine(
  { knowledge }: Advisor,
  { flag, kind, choices, choicesFrom, flagHelp = "", assumed }: Question,
): string {
  const value = choices
    ? choices
        .map((choice) => choice.value)
        .sort()
        .join("|")
    : VALUES[kind];
  const known =
    choicesFrom === "platforms"
      ? `${knowledge.platforms.map(({ id }) => id).join(" or ")}; default ${assumed?.value}`
      : choicesFrom === "adapters"
        ? `${flagHelp}: ${knowledge.adapters.map(({ id }) => id).join(", ")}`
        : kind === "features"
          ? `${flagHelp}: ${knowledge.features.map(({ id }) => id).join(", ")}`
          : flagHelp;
  return `  ${`--${flag} ${value}`.padEnd(COLUMN - 1)} ${known}`.trimEnd();
}

/** What stands for the value in a flag's line. */
const VALUES: Record<QuestionKind, string> = {
  "yes-no": "yes|no|unknown",
  choice: "ID",
  number: "N",
  version: "X.Y",
  guest: "ID",
  features: "FEATURE",
};
