import type { Advisor } from "../advisor.ts";
import type { Question, QuestionKind, Knowledge } from "../knowledge/knowledge.ts";
import { FORMATS } from "../fleet/report/formats.ts";
import { dialects } from "../sql/dialects.ts";
import { SEVERITIES } from "../fleet/judge/facts.ts";
import { GROUPS, platformIds } from "../questions/questions.ts";
import { toolsOf } from "../steps/fill-steps.ts";
import { YES_OR_NO } from "../questions/text-fields.ts";
import { AUDIT_SWITCHES, AUDIT_VALUES } from "./audit.ts";
import { EXPORT_VALUES } from "./export-sql.ts";
import { SWITCHES, TEXT_FLAGS, valueFlags } from "./flags.ts";

/** What the command line can do. */
export function help(advisor: Advisor): string[] {
  return [
    "NAME",
    "  vnic-advisor - recommends a virtual network adapter for a VM, with the evidence",
    "",
    "SYNOPSIS",
    "  vnic-advisor advise --guest ID [options]   advice for one VM; see advise --help",
    "  vnic-advisor advise --batch                one VM as JSON per line on standard input",
    "  vnic-advisor audit FILE... [options]       checks every adapter of a fleet; see audit --help",
    "  vnic-advisor export-sql --dialect NAME --out DIR   the decision table for DuckDB or Spark; see export-sql --help",
    "  vnic-advisor guests [QUERY]                guests with matching ids or names",
    "  vnic-advisor rules [ID]                    the decision table, or one rule with its evidence",
    "  vnic-advisor adapters [ID]                 the adapters, or one with its features",
    "  vnic-advisor completions bash|zsh          a completion script for the shell",
    "  vnic-advisor --version                     the version of the knowledge",
    "",
    "EXIT STATUS",
    "  0: an answer, even if no adapter fits, and advise --batch, even if lines cannot be used.",
    "  1: an audit with findings at or above --fail-on, default warning.",
    "  2: unusable input, with one line per problem.",
    "",
    `Knowledge ${advisor.knowledge.knowledgeVersion}.`,
  ];
}

/** The options of advise, with examples that work as they stand. */
export function adviseHelp(advisor: Advisor): string[] {
  return [
    "NAME",
    "  vnic-advisor advise - advice for one VM or many",
    "",
    "DESCRIPTION",
    "  A missing option counts as unknown. The advice names the question that could change the answer.",
    "",
    ...GROUPS.flatMap(({ id, title }) => [
      title.toUpperCase(),
      ...advisor.knowledge.questions.filter(({ group }) => group === id).map((question) => flagLine(advisor, question)),
      "",
    ]),
    "THE ANSWER",
    "  --json                                the full advice as JSON",
    "  --explain                             add the evidence and the rules that decided",
    "  --steps TOOL                          the steps and the validation, for one tool",
    "  --vm NAME, --network NAME, --mac ADDRESS",
    "                                        fill the code of the steps; missing values stay in braces",
    "  --policy FILE                         company policy: see audit --help",
    "  --batch                               read VMs as JSON lines, write advice as JSON lines;",
    "                                        an id in a line is repeated in its answer",
    "  --lean                                with --batch: a short answer per line",
    "",
    "EXIT STATUS",
    "  0: an answer, even if no adapter fits. 2: unusable input, with one line per problem.",
    '  With --batch 0 even if lines cannot be used: such a line gets {"error", "problems"} as its answer, and standard error',
    "  counts these lines. Standard error is empty if every line has its advice.",
    "",
    "EXAMPLES",
    "  vnic-advisor advise --guest windows2019srv_64Guest --packet-rate 20000 --require vmotion",
    "  vnic-advisor advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes --explain",
    "  vnic-advisor advise --guest rhel9-64 --throughput-gbps 4 --packet-bytes 300 --json",
    "  vnic-advisor advise --guest rhel9-64 --current-adapter e1000e --steps powercli --vm web-01",
    `  echo '{"platform":"kvm","guest":"rhel9-64","packetRate":20000}' | vnic-advisor advise --batch --lean`,
  ];
}

/** The options of audit. */
export function auditHelp({ knowledge }: Advisor): string[] {
  return [
    "NAME",
    "  vnic-advisor audit - checks every virtual network adapter of a fleet",
    "",
    "SYNOPSIS",
    "  vnic-advisor audit FILE... [options]",
    "",
    "DESCRIPTION",
    "  FILE is an inventory: RVTools (.xlsx, .csv, a folder or .zip of tabs), output of govc, .vmx, OVF, libvirt XML,",
    "  Proxmox .conf, Terraform and others, recognised by content. A folder is read with its subfolders. - is standard input.",
    "  Each adapter gets a verdict: keep, change, upgrade-first, ask-vendor or cannot-tell.",
    "",
    "OPTIONS",
    `  --format ${Object.keys(FORMATS).join("|")}`,
    "                                        default table",
    "  --packet-rates FILE                   measured rates: sar, sadf, esxtop, typeperf, govc metric.sample, ip -s -j link;",
    "                                        joined by VM and adapter; repeatable",
    "  --column COLUMN=HEADING               a table's own heading for a column: machine=Server, adapter=Card; repeatable",
    "  --policy FILE                         company policy, YAML or JSON: schema/v1/policy.schema.json",
    "  --baseline OLD.json                   an earlier audit in JSON: lists new, fixed, gone and moved findings",
    `  --target ${knowledge.platforms.map(({ id }) => id).join("|")}                  check the fleet for a move to this platform`,
    `  --fail-on ${SEVERITIES.join("|")}          lowest severity that causes exit status 1; default warning`,
    "  --redact                              replace names, ids, addresses and places with hashes, the same in every audit",
    "  --redact-key TEXT                     with --redact: nobody without TEXT can confirm a guessed name",
    "",
    "EXIT STATUS",
    "  0: no findings at or above --fail-on. 1: such findings; with --baseline, only new findings count.",
    "  2: unusable input, and with --fail-on if no adapter can be judged; standard error names the reasons.",
    "",
    "EXAMPLES",
    "  vnic-advisor audit rvtools.xlsx",
    "  vnic-advisor audit exports/ --packet-rates esxtop.csv --format html > audit.html",
    "  vnic-advisor audit rvtools.xlsx --baseline last-quarter.json --fail-on error --format sarif > audit.sarif",
  ];
}

/** The options of export-sql, and how the files are used. */
export function exportSqlHelp(): string[] {
  return [
    "NAME",
    "  vnic-advisor export-sql - the decision table as SQL, for VMs in a database or a data lake",
    "",
    "SYNOPSIS",
    `  vnic-advisor export-sql --dialect ${Object.keys(dialects).join("|")} --out DIR`,
    "",
    "DESCRIPTION",
    "  Writes decide.sql and its tables as CSV into DIR. The script contains its tables; the CSV files are for reading.",
    "  decide.sql reads situations(situation_id, platform, guest, packet_rate, ..., requires), a table or a view.",
    "  The columns are the fields of a situation in snake_case. A missing column or a NULL counts as unknown.",
    "  A column with another name, such as packetRate, is ignored. The first lines of decide.sql list the columns.",
    "  platform is vsphere, kvm or a product, such as esxi or proxmox.",
    "  It creates recommendations(situation_id, recommended, needs_engine). If needs_engine is true, use advise --batch.",
    "",
    "EXAMPLES",
    "  vnic-advisor export-sql --dialect duckdb --out sql",
    `  duckdb fleet.db -c "CREATE VIEW situations AS FROM 'vms/*.parquet'" -c ".read sql/decide.sql"`,
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
      ? `${knowledge.platforms.map(({ id }) => id).join(" or ")}, or a product (${knowledge.platforms.flatMap(({ productIds = [] }) => productIds).join(", ")}); default ${assumed?.value}`
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

/** Shells for which completions are printed. */
export const SHELLS = ["bash", "zsh"];

/** A script that completes commands, flags and their values; put it where the shell looks for it. */
export function completions(advisor: Advisor, shell: string, commands: readonly string[]): string[] {
  const { knowledge } = advisor;
  const values: Record<string, readonly string[]> = { "--steps": toolsOf(knowledge.steps).sort() };
  for (const question of knowledge.questions) {
    const known = valuesOf(knowledge, question);
    const { flag, flagAliases = [] } = question;
    if (known.length > 0) values[[flag, ...flagAliases].map((word) => `--${word}`).join("|")] = known;
  }
  const takingValues = [...Object.keys(valueFlags(knowledge)), ...TEXT_FLAGS];
  const ofCommands: Record<string, readonly string[]> = {
    guests: knowledge.guests.map(({ id }) => id),
    rules: knowledge.rules.map(({ id }) => id),
    adapters: knowledge.adapters.map(({ id }) => id),
    completions: SHELLS,
    help: ["advise", "audit", "export-sql"],
  };
  const auditValues = Object.fromEntries(
    Object.entries({ ...AUDIT_VALUES, "--target": [...platformIds(knowledge.platforms).keys()] }).filter(
      ([, known]) => known.length > 0,
    ),
  );
  const cases = (lists: Record<string, readonly string[]>): string[] =>
    Object.entries(lists).map(([word, words]) => `      ${word}) words="${words.join(" ")}" ;;`);
  return [
    ...(shell === "zsh" ? ["#compdef vnic-advisor", "autoload -U +X bashcompinit && bashcompinit"] : []),
    // With "filenames", bash quotes spaces and goes on after a folder's slash; zsh has no compopt.
    "_vnic_advisor_paths() {",
    "  local IFS=$'\\n'",
    '  COMPREPLY=($(compgen -P "$2" "$1" -- "$3"))',
    "  compopt -o filenames 2>/dev/null",
    "}",
    "_vnic_advisor() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" front="" words=""',
    // bash makes three words of --flag=value, zsh one.
    '  case "$word" in',
    '    =) word="" ;;',
    '    --*=*) before="${word%%=*}" front="${word%%=*}=" word="${word#*=}" ;;',
    '    *) [ "$before" = "=" ] && before="${COMP_WORDS[COMP_CWORD-2]}" ;;',
    "  esac",
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${commands.join(" ")}"`,
    '  elif [ "${COMP_WORDS[1]}" = "advise" ]; then',
    '    case "$before" in',
    ...cases(values),
    '      --policy) _vnic_advisor_paths -f "$front" "$word"; return ;;',
    // What only the reader knows, such as a name.
    `      ${takingValues.filter((flag) => flag !== "--policy" && !Object.keys(values).some((known) => known.split("|").includes(flag))).join("|")}) ;;`,
    ...cases({ "*": [...takingValues, ...SWITCHES] }),
    "    esac",
    '  elif [ "${COMP_WORDS[1]}" = "audit" ]; then',
    '    case "$before" in',
    ...cases(auditValues),
    ...Object.keys(AUDIT_VALUES)
      .filter((flag) => !(flag in auditValues))
      .map((flag) => `      ${flag}) _vnic_advisor_paths -f "$front" "$word"; return ;;`),
    `      *) words="${[...Object.keys(AUDIT_VALUES), ...AUDIT_SWITCHES].join(" ")}"; _vnic_advisor_paths -f "" "$word" ;;`,
    "    esac",
    '    COMPREPLY+=($(compgen -P "$front" -W "$words" -- "$word"))',
    "    return",
    '  elif [ "${COMP_WORDS[1]}" = "export-sql" ]; then',
    '    case "$before" in',
    `      --dialect) words="${EXPORT_VALUES["--dialect"]?.join(" ")}" ;;`,
    '      --out) _vnic_advisor_paths -d "$front" "$word"; return ;;',
    `      *) words="${Object.keys(EXPORT_VALUES).join(" ")}" ;;`,
    "    esac",
    '  elif [ "$COMP_CWORD" -eq 2 ]; then',
    '    case "${COMP_WORDS[1]}" in',
    ...cases(ofCommands),
    "    esac",
    "  fi",
    '  COMPREPLY=($(compgen -P "$front" -W "$words" -- "$word"))',
    "}",
    "complete -F _vnic_advisor vnic-advisor",
  ];
}

/** What can be told of the values that a question takes; none where they are numbers. */
function valuesOf(
  { guests, platforms, adapters, features }: Knowledge,
  { kind, condition, choices, choicesFrom }: Question,
): string[] {
  switch (kind) {
    case "yes-no":
      return YES_OR_NO;
    case "guest":
      return guests.map(({ id }) => id);
    case "version":
      return condition === undefined
        ? []
        : [...new Set(platforms.flatMap(({ versions }) => versions.map(({ version }) => version)))];
    case "features":
      return features.map(({ id }) => id);
    default:
      if (choicesFrom === "platforms") return [...platformIds(platforms).keys()];
      if (choicesFrom === "adapters") return adapters.map(({ id }) => id);
      return (choices ?? []).map(({ value }) => String(value)).sort();
  }
}
