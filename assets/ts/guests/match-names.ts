/** Reduces a spelling to its letters and digits: "Windows Server 2022", "windows-server-2022" and "WindowsServer2022" are one. */
export function reduceName(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "");
}

/** Makes a test of names for what a reader typed: some name has it as a whole, or the names have each of its words. */
export function nameMatcher(typed: string): (names: readonly string[]) => boolean {
  const whole = reduceName(typed);
  const words = typed.split(/\s+/).map(reduceName);
  return (names) => {
    const reduced = names.map(reduceName);
    const has = (part: string): boolean => reduced.some((name) => name.includes(part));
    return has(whole) || words.every(has);
  };
}

/** Leaves out minor releases, which guests do not have: "RHEL 9" of "RHEL 9.4". */
export function dropMinor(typed: string): string {
  return typed.replace(/(\d)(\.\d+)+/g, "$1");
}
