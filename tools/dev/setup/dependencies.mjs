import { ToolError } from "../../records/command-line.mjs";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { executeForSetup, say, root } from "./execute.mjs";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 * @typedef {Record<string, LockEntry>} LockEntries
 * @typedef {{ os: string, cpu: string }} Machine
 */

/** Brings the npm packages that package-lock.json asks for, when the installed ones are others. */
export async function provideDependencies() {
  const reason = describeDifference(
    readLock(join(root, "package-lock.json")) ?? {},
    readLock(join(root, "node_modules", ".package-lock.json")),
    { os: process.platform, cpu: process.arch },
  );
  if (reason === null) return;
  say(`npm ci, because ${reason}`);
  const { command, args, shell } = locateNpm(process.env.npm_execpath);
  const code = await executeForSetup(command, [...args, "ci"], {
    shell,
    // Browsers come from provideTestTools, where one rule decides which is used.
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1", PUPPETEER_SKIP_DOWNLOAD: "1" },
  }).catch((error) => describeMissingNpm(error));
  if (code !== 0) {
    throw new ToolError(
      `npm ci failed with code ${code}; see its message above. ` +
        "It requires the npm registry or a mirror (npm config set registry ADDRESS).",
    );
  }
}

/**
 * Says why the installed packages are not those of the lock file, or null when they are.
 * npm writes the list of installed packages last, so this detects interrupted installations too.
 * @param {LockEntries} wanted entries of package-lock.json
 * @param {LockEntries | null} installed entries of node_modules/.package-lock.json
 * @param {Machine} machine
 */
export function describeDifference(wanted, installed, machine) {
  if (installed === null) return "node_modules is missing or incomplete";
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = installed[path];
    const name = path.replace(/^.*node_modules\//, "");
    if (!found) {
      if (canBeAbsent(entry, machine)) continue;
      return `${name} ${entry.version} is not installed`;
    }
    if (found.version !== entry.version)
      return `${name} is ${found.version}, package-lock.json requires ${entry.version}`;
    if (found.integrity !== entry.integrity) return `${name} ${entry.version} is not the file package-lock.json names`;
  }
  const extra = Object.keys(installed).find((path) => !(path in wanted));
  return extra ? `${extra} is installed and not in package-lock.json` : null;
}

/**
 * Says whether npm may rightly have left an entry out: an optional one, unless it is made for exactly this machine.
 * An entry that names a C library may always be absent: Node reports the library only through a slow call.
 * @param {LockEntry} entry
 * @param {Machine} machine
 */
function canBeAbsent(entry, machine) {
  if (!entry.optional) return false;
  const isMadeForThis = entry.os?.includes(machine.os) && entry.cpu?.includes(machine.cpu) && !entry.libc;
  return !isMadeForThis;
}

/**
 * Returns how to start npm: the very one that started this program if any, else the one on PATH.
 * @param {string | undefined} execPath what npm tells its children about itself
 */
export function locateNpm(execPath) {
  if (execPath && basename(execPath) === "npm-cli.js") {
    return { command: process.execPath, args: [execPath], shell: false };
  }
  // On Windows npm is a batch file, which only a shell can run.
  return { command: "npm", args: [], shell: process.platform === "win32" };
}

/** @param {string} file @returns {LockEntries | null} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/** @param {NodeJS.ErrnoException} error @returns {never} */
function describeMissingNpm(error) {
  if (error.code !== "ENOENT") throw error;
  throw new ToolError("npm is not on PATH. Install Node.js, which includes npm: https://nodejs.org/");
}
