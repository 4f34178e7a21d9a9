import type { Advisor } from "../advise.ts";
import { BOOLEAN_FIELDS } from "../fields.ts";
import { SWITCHES, TEXT_FLAGS, VALUE_FLAGS } from "./flags.ts";

/** Shells for which completions are printed. */
export const SHELLS = ["bash", "zsh"];

/** A script that completes commands, flags and their values; put it where the shell looks for it. */
export function completions(advisor: Advisor, shell: string, commands: readonly string[]): string[] {
  const { knowledge } = advisor;
  const values: Record<string, string[]> = {
    "--guest": knowledge.guests.map(({ id }) => id),
    "--platform": knowledge.platforms.map(({ id }) => id),
    "--platform-version": [...new Set(knowledge.platforms.flatMap(({ versions }) => versions.map(({ version }) => version)))],
    "--bitness": ["32", "64"],
    "--require|--requires": knowledge.features.map(({ id }) => id),
    "--current-adapter": knowledge.adapters.map(({ id }) => id),
    "--steps": [...new Set(knowledge.steps.map(({ tool }) => tool))].sort(),
  };
  for (const [flag, field] of Object.entries(VALUE_FLAGS)) {
    if ((BOOLEAN_FIELDS as readonly string[]).includes(field)) values[flag] = ["yes", "no", "unknown"];
  }
  const flags = [...Object.keys(VALUE_FLAGS), ...TEXT_FLAGS, ...SWITCHES];
  const cases = Object.entries(values).map(([flag, words]) => `    ${flag}) words="${words.join(" ")}" ;;`);
  return [
    ...(shell === "zsh" ? ["#compdef vnic-advisor", "autoload -U +X bashcompinit && bashcompinit"] : []),
    "_vnic_advisor() {",
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words',
    '  case "$before" in',
    ...cases,
    `    rules) words="${knowledge.rules.map(({ id }) => id).join(" ")}" ;;`,
    `    adapters) words="${knowledge.adapters.map(({ id }) => id).join(" ")}" ;;`,
    `    completions) words="${SHELLS.join(" ")}" ;;`,
    "    *)",
    `      words="${flags.join(" ")}"`,
    `      [ "$COMP_CWORD" -eq 1 ] && words="${commands.join(" ")}"`,
    "      ;;",
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    "}",
    "complete -F _vnic_advisor vnic-advisor",
  ];
}
