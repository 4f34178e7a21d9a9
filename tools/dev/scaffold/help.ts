import { kinds } from "../../records/kinds.ts";
import type { Kind } from "../../records/kinds.ts";
import { ownFlags } from "./flags.ts";
import type { Flag } from "./flags.ts";

/** How the command is called. */
export const usage = `Usage: npm run new KIND -- [--FLAG VALUE]...\n\nKinds: ${kinds.join(", ")}\n`;

/** Lists the flags of a kind, the required fields first. */
export function describeKind(kind: Kind, description: string, flags: readonly Flag[]): string {
  const required = flags.filter(({ leaf }) => leaf.isRequired);
  const others = flags.filter(({ leaf }) => !leaf.isRequired);
  return [
    `Usage: npm run new ${kind} -- [--FLAG VALUE]...`,
    "",
    description,
    "On a terminal what is missing is asked for; without one it is marked in the draft as still to be filled in.",
    "",
    ...Object.entries(ownFlags).map(([name, { value = "", about }]) => align(`--${name} ${value}`, about)),
    "",
    "Fields of every record:",
    ...required.map(describeFlag),
    "",
    "Fields that may be left out:",
    ...others.map(describeFlag),
    "",
  ].join("\n");
}

function describeFlag({ names: [name = ""], leaf: { words, isList } }: Flag): string {
  const choice = words.accepted.length > 0 ? ` One of: ${words.accepted.join(", ")}.` : "";
  return align(
    `--${name} VALUE`,
    `${words.description}${choice}${isList ? ` May be repeated; --${name}= for none.` : ""}`,
  );
}

function align(flag: string, about: string): string {
  return `  ${flag.padEnd(30)}  ${about}`;
}
