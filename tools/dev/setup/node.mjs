// Parsed by old releases of Node too, hence no `node:` prefix and no recent syntax here.
import { readFileSync } from "fs";

/** Says whether this Node is recent enough for the project, with a message and exit code 1 if not. */
export function isNodeRecent() {
  const packageFile = new URL("../../../package.json", import.meta.url);
  const wanted = JSON.parse(readFileSync(packageFile, "utf8")).engines.node;
  const problem = describeOldNode(process.versions.node, wanted);
  if (problem === null) return true;
  process.stderr.write(problem + "\n");
  process.exitCode = 1;
  return false;
}

/**
 * Describes why a version of Node is too old for a range such as ">=20.19", or returns null.
 * @param {string} version
 * @param {string} range
 */
export function describeOldNode(version, range) {
  const oldest = range.replace(/^>=\s*/, "");
  if (isAtLeast(version.split("."), oldest.split("."))) return null;
  return (
    "vNIC Atlas needs Node.js " +
    oldest +
    " or newer, this is " +
    version +
    ". Install a current one from https://nodejs.org/ or with your version manager, then run the command again."
  );
}

/**
 * @param {string[]} parts
 * @param {string[]} oldest
 */
function isAtLeast(parts, oldest) {
  for (let index = 0; index < oldest.length; index += 1) {
    const difference = Number(parts[index]) - Number(oldest[index]);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
