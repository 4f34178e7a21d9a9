/** Orders two dotted versions part by part as numbers: negative, zero or positive. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [toParts(left), toParts(right)];
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Says whether a version lies between two bounds, both included; the upper one includes its patch releases. */
export function isWithin(version: string, since: string | undefined, until: string | undefined): boolean {
  if (since !== undefined && compareVersions(version, since) < 0) return false;
  if (until === undefined) return true;
  // 2.6.39 is a patch release of 2.6: only as many parts count as the bound has.
  const shortened = version.split(".").slice(0, until.split(".").length).join(".");
  return compareVersions(shortened, until) <= 0;
}

function toParts(version: string): number[] {
  return version.split(".").map(Number);
}
