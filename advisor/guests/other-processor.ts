const NAMED =
  /(?<![a-z\d])(?:(?:on|for)[\s_-]+)?\(?(?<![a-z\d])(?:aarch64|arm(?:64|hf|el|v\d\w*)?|ppc64(?:le|el)?|s390x?|riscv64|ia64)(?![a-z\d])\)?/i;
const EVERY = new RegExp(NAMED, "gi");

/** A spelling without the processors that it names, if one is not of the x86 kind, as all guests are; else undefined. */
export function withoutOtherProcessor(spelling: string): string | undefined {
  if (!NAMED.test(spelling)) return undefined;
  const parts = spelling.split(EVERY);
  return parts
    .map((part, at) => trimSeparators(part, at > 0, at < parts.length - 1))
    .filter(Boolean)
    .join(" ")
    .trim();
}

/** Spaces, underscores and hyphens go where a processor was cut out. In a loop: a pattern for the end would try every run of them. */
function trimSeparators(part: string, atStart: boolean, atEnd: boolean): string {
  let start = 0;
  let end = part.length;
  while (atStart && start < end && /[\s_-]/.test(part[start] as string)) start++;
  while (atEnd && end > start && /[\s_-]/.test(part[end - 1] as string)) end--;
  return part.slice(start, end);
}
