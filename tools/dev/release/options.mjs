import { readCommandLine, UsageError } from "../../records/command-line.mjs";

/** How the command is called. */
export const releaseUsage = "npm run release [-- --out FOLDER] [--earlier FOLDER]...";

/** Reads the arguments of `npm run release`; the task reads them before it builds. @param {readonly string[]} words */
export function readReleaseOptions(words) {
  const { values, positionals } = readCommandLine(
    words,
    { out: { type: "string" }, earlier: { type: "string", multiple: true } },
    `usage: ${releaseUsage}`,
  );
  if (positionals.length > 0)
    throw new UsageError(`found "${positionals.join(" ")}", expected options; usage: ${releaseUsage}`);
  return values;
}
