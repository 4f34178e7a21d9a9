import { choose, describeError, readCommandLine, runProgram, ToolError, UsageError } from "../records/command-line.mjs";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { folderOf, kinds } from "../records/kinds.ts";
import { loadRecords } from "../records/load-records.ts";
import type { RecordSet } from "../records/record.ts";
import { checkRecords } from "./check-records.ts";
import { type Fixed, fixRecords } from "./fix/fix-records.ts";
import { escapeLine, formats, printReport } from "./report.ts";
import type { Finding } from "./rule.ts";
import { rules } from "./rules.ts";
import { loadSchemas } from "./schema/load-schemas.ts";
import { toKebabCase } from "./names.ts";
import { makeWorld } from "./world.ts";

/** How the command is called. */
const usage = `usage: npm run check -- [--fix] [--format ${formats.join("|")}] [FILE...]`;

const help = `${usage}

Checks all records, or those in the named files and folders. Lists each mistake with its place and how to fix it.

  --fix            correct mechanical mistakes in the files
  --format FORMAT  text (default), json, github (annotations of a pull request) or sarif (code scanning)

Exit code: 0 no mistakes, 1 mistakes, 2 the check could not run.
`;

interface CheckCall {
  /** The repository. */
  root: string;
  /** Where relative file names start. */
  folder: string;
  /** ISO date. */
  today: string;
  /** Address of the site that documents the checks, with a slash at its end; only SARIF has a use for it. */
  site?: string;
  print(text: string): void;
  printError(text: string): void;
}

/**
 * Checks records, applies fixes with --fix, and prints the findings. Returns 0 without findings, 1 with findings, and 2 if
 * the check could not run.
 */
export function runCheck(words: readonly string[], call: CheckCall): 0 | 1 | 2 {
  const { root, folder, today, site, print, printError } = call;
  try {
    const options = { fix: { type: "boolean" }, format: { type: "string", default: "text" } } as const;
    const { values, positionals: files } = readCommandLine(words, options, usage);
    const format = choose("format", values.format, formats);
    if (values.help) {
      print(help);
      return 0;
    }
    const set = loadRecords(root);
    const asked = new Set(files.flatMap((file) => findFiles(file, root, folder, set)));
    const schemas = loadSchemas(root);
    const check = (current: RecordSet): Finding[] =>
      checkRecords(makeWorld({ set: current, schemas, today, ...(files.length > 0 ? { files: asked } : {}) }));
    const { texts, counts, findings }: Fixed = values.fix
      ? fixRecords(set, check)
      : { texts: new Map(), counts: new Map(), findings: check(set) };
    for (const [file, text] of texts) writeFileSync(join(root, file), text);
    const all = set.records.length + set.tombstones.length + set.unreadable.length;
    const records = files.length > 0 ? asked.size : all;
    print(printReport({ findings, records, fixed: counts, rules, ...(site === undefined ? {} : { site }) }, format));
    return findings.length > 0 ? 1 : 0;
  } catch (error) {
    // A file name may contain control characters or commands of a build log. A stack trace has several lines.
    const lines = error instanceof ToolError ? [error.message] : describeError(error).split("\n");
    printError(`check: ${lines.map(escapeLine).join("\n")}\n`);
    return 2;
  }
}

/** Turns a typed file name into the name used in findings. */
export function findFile(name: string, root: string, folder: string): string {
  const file = findPath(name, root, folder);
  if (kinds.some((kind) => file.startsWith(`${folderOf(kind)}/`))) return file;
  throw new UsageError(
    `${name === "" ? '""' : name} is not a record: records are in ${kinds.map(folderOf).join(", ")}`,
  );
}

function findPath(name: string, root: string, folder: string): string {
  const absolute = resolve(folder, name);
  if (!existsSync(absolute))
    throw new UsageError(`there is no file ${name}${/[*?{]/.test(name) ? "; name files one by one, or a folder" : ""}`);
  // Folders may be links, but not the file itself: a linked file is not the record.
  return relative(realpathSync(root), join(realpathSync(dirname(absolute)), basename(absolute)))
    .split(sep)
    .join("/");
}

/** Finds the record files that a name means: one file, or all in a folder. A file that the check ignores is an error. */
function findFiles(
  name: string,
  root: string,
  folder: string,
  { records, tombstones, unreadable, strays }: RecordSet,
): string[] {
  const read = [...records, ...tombstones, ...unreadable].map((record) => record.file);
  const path = findPath(name, root, folder);
  const start = path === "" ? "" : `${path}/`;
  if (kinds.some((kind) => `${folderOf(kind)}/`.startsWith(start)))
    return [...read, ...strays].filter((other) => other.startsWith(start));
  const file = findFile(name, root, folder);
  if (read.includes(file)) return [file];
  const kind = kinds.find((known) => file.startsWith(`${folderOf(known)}/`));
  const place = kind ? folderOf(kind) : "data";
  const id = toKebabCase(basename(file).replace(/\.[^.]*$/, ""));
  throw new UsageError(
    `${name} is ignored: each record is a .yaml file in ${place}. Move or rename it to ${place}/${id}.yaml`,
  );
}

/** The folder where the command was called. npm always runs scripts in the repository, and sets INIT_CWD to that folder. */
export function findFolder(root: string): string {
  const called = process.env.INIT_CWD;
  return called !== undefined && resolve(process.cwd()) === resolve(root) ? called : process.cwd();
}

/** The address that the build uses: BASE_URL, or the one in the site's configuration. */
function findSite(root: string): string {
  const configured = /^baseURL = "(.*)"$/m.exec(readFileSync(join(root, "config.toml"), "utf8"))?.[1];
  return (process.env.BASE_URL ?? configured ?? "").replace(/\/?$/, "/");
}

await runProgram(import.meta.url, "check", (root, words) =>
  runCheck(words, {
    root,
    folder: findFolder(root),
    today: new Date().toISOString().slice(0, 10),
    site: findSite(root),
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  }),
);
