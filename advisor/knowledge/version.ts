/**
 * A dotted version as one number, so that releases compare like packet rates do.
 * Three parts count, each below 100,000: "2.6.32" < "2.6.100" < "3.10".
 */
export function versionCode(version: string): number {
  // Without a list of the parts: known problems compare a dozen versions for every machine.
  const first = version.indexOf(".");
  if (first < 0) return Number(version) * 1e10;
  const second = version.indexOf(".", first + 1);
  const major = Number(version.slice(0, first));
  if (second < 0) return (major * 1e5 + Number(version.slice(first + 1))) * 1e5;
  const third = version.indexOf(".", second + 1);
  const patch = Number(version.slice(second + 1, third < 0 ? undefined : third));
  return (major * 1e5 + Number(version.slice(first + 1, second))) * 1e5 + patch;
}

/** The first code after a release and all of its patch releases: after "6.5" comes "6.6". */
export function codeAfter(version: string): number {
  const parts = version.split(".").slice(0, 3);
  const last = Number(parts.pop());
  return versionCode([...parts, last + 1].join("."));
}

/** The same of a release as a code, whose patch counts unless it is 0. */
export function codeAfterCode(code: number): number {
  return code % 1e5 === 0 ? code + 1e5 : code + 1;
}

/** The dotted form of a code, without trailing zero parts beyond the second; of a year such as 2022 beyond the first. */
export function versionText(code: number): string {
  const patch = code % 1e5;
  const minor = Math.floor(code / 1e5) % 1e5;
  return `${Math.floor(code / 1e10)}${code % 1e10 || code < 1e13 ? `.${minor}` : ""}${patch ? `.${patch}` : ""}`;
}
