import { choose, describeError, readCommandLine, runProgram, UsageError } from "../../records/command-line.mjs";
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../../../advisor/collections.ts";
import { listFiles } from "../../records/list-files.mjs";
import { checkAddress, collectAddresses, type TextFile } from "./addresses.ts";
import { readExceptions, isFailure, judge, printJson, printText } from "./report.ts";

/*
 * Own code on purpose. linkinator 6.1.4 was tried (8.1.0 does not start on Node 20): it reads HTML and Markdown but no YAML,
 * names no line, reports a permanent move as OK, does not pause between requests to one host, and its list of exceptions
 * holds no reasons. These five are what contributors need.
 */

/** How the command is called. */
const usage = `Usage: npm run links -- [OPTION...]

Checks that every external address in records and prose still answers: HEAD, then GET, one request at a time per host.
Requires the network, so the tests do not include this check.

  --list             only print the addresses and their places; sends no request
  --only TEXT        only addresses that contain TEXT
  --format FORMAT    text or json (text)
  --timeout SECONDS  how long to wait for an answer (20)
  --retries N        retries after no answer, 429 or a server error (2)
  --rest SECONDS     pause between two requests to one host (1)
  --hosts N          hosts that are checked in parallel (6)
  --help

tools/dev/links/exceptions.yaml lists addresses that do not answer programs, each with the reason to keep it.
Exit code: 0 no address is gone, 1 an address is gone, 2 the check could not run.

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
function readArguments(words: readonly string[]) {
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

/** What a check of links touches outside itself. */
interface LinkCall {
  root: string;
  fetch: typeof fetch;
  sleep: (milliseconds: number) => Promise<unknown>;
  print: (text: string) => void;
  printError: (text: string) => void;
}

/** Folders whose files readers get to see. */
const places = ["data", "content", "assets/guides", "assets/gaps"];

/** Checks the addresses of a repository; returns 0 when none is gone, 1 when some are, 2 when it could not be found out. */
export async function runLinks(
  words: readonly string[],
  { root, fetch, sleep, print, printError }: LinkCall,
): Promise<0 | 1 | 2> {
  try {
    const { format, list, only, timeoutSeconds, retries, restSeconds, hosts, wantsHelp } = readArguments(words);
    if (wantsHelp) {
      print(usage);
      return 0;
    }
    const addresses = collectAddresses(readTexts(root)).filter(({ url }) => url.includes(only));
    if (list) {
      print(
        format === "json"
          ? `${JSON.stringify(addresses, null, 2)}\n`
          : addresses.map(({ url, places }) => `${url}\n  ${places.join(" ")}\n`).join(""),
      );
      return 0;
    }
    const exceptions = readExceptions(readFileSync(join(root, "tools/dev/links/exceptions.yaml"), "utf8"));
    const requestOptions = { fetch, sleep, timeoutMs: timeoutSeconds * 1000, retries, pauseMs: 2000 };
    const ask = (url: string) => checkAddress(url, requestOptions);
    const outcomes = await requestByHost(
      addresses.map(({ url }) => url),
      ask,
      { hosts, restMs: restSeconds * 1000, sleep },
    );
    const judged = judge(addresses, outcomes, exceptions);
    // With --only, exceptions for the other addresses would look unused.
    const report = only === "" ? judged : { ...judged, idle: [] };
    print(format === "json" ? printJson(report) : printText(report));
    return report.checked.some(isFailure) ? 1 : 0;
  } catch (error) {
    printError(`links: ${describeError(error)}\n`);
    return 2;
  }
}

function readTexts(root: string): TextFile[] {
  return places
    .flatMap((place) => listFiles(join(root, place)))
    .filter((file) => /\.(ya?ml|md)$/.test(file))
    .map((file) => ({ file: relative(root, file).split(sep).join("/"), text: readFileSync(file, "utf8") }));
}

/** Number of hosts requested in parallel, and the pause between two requests to one host. */
interface Pace {
  hosts: number;
  restMs: number;
  sleep: (milliseconds: number) => Promise<unknown>;
}

/** Checks several hosts in parallel, each with one request at a time and pauses. Keeps the order of the addresses. */
export async function requestByHost<T>(
  urls: readonly string[],
  ask: (url: string) => Promise<T>,
  { hosts, restMs, sleep }: Pace,
): Promise<T[]> {
  const queues = [...groupByHost(urls)];
  const answers = new Map<string, T>();
  const work = async (): Promise<void> => {
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      for (const [index, url] of queue.entries()) {
        if (index > 0) await sleep(restMs);
        answers.set(url, await ask(url));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, hosts) }, work));
  return urls.map((url) => answers.get(url) as T);
}

/** The hosts with the most addresses first, since they take the longest. */
function groupByHost(urls: readonly string[]): string[][] {
  const groups = groupBy(urls, (url) => new URL(url).host);
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

await runProgram(import.meta.url, "links", (root, words) =>
  runLinks(words, {
    root,
    fetch,
    sleep,
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  }),
);
