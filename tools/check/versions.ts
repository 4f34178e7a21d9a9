/** Orders two dotted versions part by part as numbers: negative, zero or positive; undefined where one is none. */
export function compareVersions(left: unknown, right: unknown): number | undefined {
  const [a, b] = [parse(left), parse(right)];
  if (!a || !b) return undefined;
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function parse(version: unknown): number[] | undefined {
  return typeof version === "string" && /^\d+(\.\d+)*$/.test(version) ? version.split(".").map(Number) : undefined;
}
