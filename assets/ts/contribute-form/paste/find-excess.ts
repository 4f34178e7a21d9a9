/** Each row is a form of its own with dozens of fields: a browser can show so many and still answer at once. */
const limits = { rows: 200, lines: 201, characters: 100_000 } as const;

/** Says why a pasted text is not read, before any of it is split. */
export function findExcess(text: string): string | undefined {
  return sayExcess(text.length, "characters") ?? sayExcess(text.match(/\S.*(?:\r\n?|\n|$)/g)?.length ?? 0, "lines");
}

/** Says that there is more of something than the form takes, and what to do; undefined where there is not. */
export function sayExcess(count: number, what: keyof typeof limits): string | undefined {
  if (count <= limits[what]) return undefined;
  return `The table has ${count.toLocaleString("en-GB")} ${what}; this form takes up to ${limits[what].toLocaleString("en-GB")}. Paste it in parts, or start a file with npm run new dataset and write the record there.`;
}
