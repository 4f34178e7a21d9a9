const NAMED = /[\s_-]*(?:(?<![a-z\d])(?:on|for)[\s_-]+)?\(?(?<![a-z\d])(?:aarch64|arm(?:64|hf|el|v\d\w*)?|ppc64(?:le|el)?|s390x?|riscv64|ia64)(?![a-z\d])\)?[\s_-]*/i;

/** A spelling without the processor that it names, where that is none of the x86 kind, of which all guests are; else undefined. */
export function withoutOtherProcessor(spelling: string): string | undefined {
  return NAMED.test(spelling) ? spelling.replace(NAMED, " ").trim() : undefined;
}
