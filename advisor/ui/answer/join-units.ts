/** Units whose number must not end the line before them. */
export const units =
  "[kMG]?bits?/s|[kMG]bits?|[kKMGT]?B/s|[kKMGT]?B|[KMG]iB(?:/s)?|bytes?|GbE|" +
  "(?:[kM]?packets|frames|requests|transactions|accesses|interrupts)/s|packets?|[kM]?pps|" +
  "[kMG]?Hz|GT/s|%|percent|ns|µs|us|ms|s|(?:nano|micro|milli)?seconds?|minutes?|hours?|[mb]illion";

const quantity = new RegExp(
  `(?<![\\w.,/:-])(\\d[\\d,.]*)([ \\n\\u00A0][mb]illion)?[ \\n](?=(?:${units})(?![\\p{L}\\p{N}_]))`,
  "gu",
);

/** Joins the numbers of a text to their units, by a space that no line breaks at; tools/site/pages/units.ts does it on built pages. */
export function joinUnits(text: string): string {
  return text.replace(
    quantity,
    (_, number: string, scale = "") => `${number}${(scale as string).replace(/^./s, "\u00A0")}\u00A0`,
  );
}
