/**
 * A dotted version as one number, so that releases compare like packet rates do.
 * Three parts count, each below 100,000: "2.6.32" < "2.6.100" < "3.10".
 */
export function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return (major * 1e5 + minor) * 1e5 + patch;
}

/** The first code after a release and all of its patch releases: after "6.5" comes "6.6". */
export function codeAfter(version: string): number {
  const parts = version.split(".").slice(0, 3);
  const last = Number(parts.pop());
  return versionCode([...parts, last + 1].join("."));
}

/** The dotted form of a code, without trailing zero parts beyond the second. */
export function versionText(code: number): string {
  const patch = code % 1e5;
  const minor = Math.floor(code / 1e5) % 1e5;
  return `${Math.floor(code / 1e10)}.${minor}${patch ? `.${patch}` : ""}`;
}
