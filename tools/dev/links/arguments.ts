import { findNearest } from "../../../advisor/questions/nearest.mjs";

export interface LinkArguments {
  format: "text" | "json";
  list: boolean;
  only: string;
  timeoutSeconds: number;
  retries: number;
  restSeconds: number;
  hosts: number;
}

/** What was asked for cannot be done: exit code 2. */
export class UsageError extends Error {}

/** How the command is called. */
export const usage = `Usage: npm run links -- [OPTION...]

Asks every address outside the site that records and prose name whether it still answers: HEAD, then GET, one question at a
time of each host. Needs the network, so it is no part of the tests.

  --list             only print the addresses and where they stand; asks nobody
  --only TEXT        only addresses that contain TEXT
  --format FORMAT    text or json (text)
  --timeout SECONDS  how long to wait for an answer (20)
  --retries N        how often to ask again after no answer, 429 or an error of the server (2)
  --rest SECONDS     pause between two questions to one host (1)
  --hosts N          hosts that are asked side by side (6)
  --help

tools/dev/links/exceptions.yaml lists addresses that do not answer programs, each with the reason why it stays.
Exit code: 0 nothing is gone, 1 something is, 2 it could not be found out.

Example: npm run -s links -- --only vmware.com --format json > links.json
`;

const numbers = {
  "--timeout": "timeoutSeconds",
  "--retries": "retries",
  "--rest": "restSeconds",
  "--hosts": "hosts",
} as const;
const least: Record<string, number> = { "--timeout": 1, "--retries": 0, "--rest": 0, "--hosts": 1 };
const options = ["--list", "--only", "--format", ...Object.keys(numbers), "--help"];

/** Reads the command line. */
export function readArguments(words: readonly string[]): LinkArguments {
  const read: LinkArguments = {
    format: "text",
    list: false,
    only: "",
    timeoutSeconds: 20,
    retries: 2,
    restSeconds: 1,
    hosts: 6,
  };
  const rest = words.flatMap((word) =>
    /^--[\w-]+=/.test(word) ? [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)] : [word],
  );
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] ?? "";
    if (word === "--list") {
      read.list = true;
      continue;
    }
    if (!options.includes(word)) {
      const nearest = findNearest(word, options);
      throw new UsageError(`there is no option "${word}".${nearest ? ` Did you mean ${nearest}?` : ""} See --help.`);
    }
    const value = rest[++index];
    if (value === undefined) throw new UsageError(`${word} needs a value. See --help.`);
    if (word === "--only") read.only = value;
    else if (word === "--format") {
      if (value !== "text" && value !== "json") throw new UsageError(`--format "${value}": expected text or json`);
      read.format = value;
    } else {
      const number = Number(value);
      if (value.trim() === "" || !Number.isFinite(number) || number < (least[word] ?? 0) || number > 600)
        throw new UsageError(`${word} "${value}": expected a number from ${least[word] ?? 0} to 600`);
      read[numbers[word as keyof typeof numbers]] = number;
    }
  }
  return read;
}
