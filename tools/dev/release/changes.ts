/** The section of a changelog that is about a version, without its heading, or nothing. */
export function findChanges(changelog: string, version: string): string | undefined {
  const [, ...sections] = `\n${changelog}`.split(/\n(?=## )/);
  const section = sections.find((text) => text.slice(3).split(/[\s,]/)[0] === version);
  return section?.replace(/^.*\n/, "").trim();
}
