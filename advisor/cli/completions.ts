import type { Advisor } from "../advisor.ts";
import type { Knowledge, Question } from "../knowledge/knowledge.ts";
import { toolsOf } from "../steps/fill-steps.ts";
import { YES_OR_NO } from "../questions/text-fields.ts";
import { AUDIT_SWITCHES, AUDIT_VALUES } from "./audit-flags.ts";
import { EXPORT_VALUES } from "./export-sql.ts";
import { SWITCHES, TEXT_FLAGS, valueFlags } from "./flags.ts";

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
    Object.entries({ ...AUDIT_VALUES, "--target": knowledge.platforms.map(({ id }) => id) }).filter(
      ([, known]) => known.length > 0,
    ),
  );
  const cases = (lists: Record<string, readonly string[]>): string[] =>
    Object.entries(lists).map(([word, words]) => `      ${word}) words="${words.join(" ")}" ;;`);
  return [
    ...(shell === "zsh" ? ["#compdef vnic-advisor", "autoload -U +X bashcompinit && bashcompinit"] : []),
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
    // What only the reader knows, such as a name.
    `      ${takingValues.filter((flag) => !Object.keys(values).some((known) => known.split("|").includes(flag))).join("|")}) ;;`,
    ...cases({ "*": [...takingValues, ...SWITCHES] }),
    "    esac",
    '  elif [ "${COMP_WORDS[1]}" = "audit" ]; then',
    '    case "$before" in',
    ...cases(auditValues),
    ...Object.keys(AUDIT_VALUES)
      .filter((flag) => !(flag in auditValues))
      .map((flag) => `      ${flag}) COMPREPLY=($(compgen -P "$front" -f -- "$word")); return ;;`),
    `      *) words="${[...Object.keys(AUDIT_VALUES), ...AUDIT_SWITCHES].join(" ")}"; COMPREPLY=($(compgen -f -- "$word")) ;;`,
    "    esac",
    '    COMPREPLY+=($(compgen -P "$front" -W "$words" -- "$word"))',
    "    return",
    '  elif [ "${COMP_WORDS[1]}" = "export-sql" ]; then',
    '    case "$before" in',
    `      --dialect) words="${EXPORT_VALUES["--dialect"]?.join(" ")}" ;;`,
    '      --out) COMPREPLY=($(compgen -P "$front" -d -- "$word")); return ;;',
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
      return choices
        ? choices.map(({ value }) => String(value)).sort()
        : { platforms, adapters, none: [] }[choicesFrom ?? "none"].map(({ id }) => id);
  }
}
