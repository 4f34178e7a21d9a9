import { UsageError, choose, readCommandLine } from "../../records/command-line.mjs";

export interface LinkArguments {
  format: "text" | "json";
  list: boolean;
  only: string;
  timeoutSeconds: number;
  retries: number;
  restSeconds: number;
  hosts: number;
  wantsHelp: boolean;
}

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

const options = {
  list: { type: "boolean", default: false },
  only: { type: "string", default: "" },
  format: { type: "string", default: "text" },
  timeout: { type: "string", default: "20" },
  retries: { type: "string", default: "2" },
  rest: { type: "string", default: "1" },
  hosts: { type: "string", default: "6" },
} as const;

/** Reads the command line. */
export function readArguments(words: readonly string[]): LinkArguments {
  const { values, positionals } = readCommandLine(words, options, "see --help");
  if (positionals.length > 0) throw new UsageError(`found "${positionals.join(" ")}", expected options; see --help`);
  const readNumber = (name: "timeout" | "retries" | "rest" | "hosts", least: number): number => {
    const number = Number(values[name]);
    if (values[name].trim() === "" || !Number.isFinite(number) || number < least || number > 600)
      throw new UsageError(`--${name} "${values[name]}": expected a number from ${least} to 600`);
    return number;
  };
  return {
    format: choose("format", values.format, ["text", "json"]),
    list: values.list,
    only: values.only,
    timeoutSeconds: readNumber("timeout", 1),
    retries: readNumber("retries", 0),
    restSeconds: readNumber("rest", 0),
    hosts: readNumber("hosts", 1),
    wantsHelp: values.help ?? false,
  };
}
