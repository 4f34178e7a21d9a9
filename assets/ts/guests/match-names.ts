/** Reduces a spelling to its letters and digits: "Windows Server 2022", "windows-server-2022" and "WindowsServer2022" are one. */
function reduceName(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "");
}

/** Makes a test of names for what a reader typed: one of them has it as a whole, or each of its words in any order. */
export function nameMatcher(typed: string): (names: readonly string[]) => boolean {
  const whole = reduceName(typed);
  const words = typed.split(/\s+/).map(reduceName);
  return (names) =>
    names.map(reduceName).some((name) => name.includes(whole) || words.every((word) => name.includes(word)));
}

/** Leaves out minor releases, which guests do not have: "RHEL 9" of "RHEL 9.4". */
export function dropMinor(typed: string): string {
  return typed.replace(/(\d)(\.\d+)+/g, "$1");
}
