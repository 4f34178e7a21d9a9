/** Leaves of each text only the parts, between commas, that not all of the texts have. */
export function tellApart(texts: readonly string[]): string[] {
  const split = texts.map((text) => text.split(", "));
  const [first = []] = split;
  const shared = new Set(first.filter((part) => split.every((parts) => parts.includes(part))));
  return split.map((parts) => parts.filter((part) => !shared.has(part)).join(", "));
}
