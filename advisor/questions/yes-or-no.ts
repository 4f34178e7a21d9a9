import { nearest } from "./nearest.ts";

/** Words that a yes-or-no field is given in other places, by the word that it takes here. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  yes: ["yes", "y", "true", "t", "1", "on", "enabled", "present", "available"],
  no: ["no", "n", "false", "f", "0", "off", "disabled", "none", "absent"],
  unknown: ["unknown", "not known", "null", "undefined", "?"],
};
/** Words long enough that a slip in one of them is not another word: one slip away from "on" is "no". */
const MISSPELT = ["yes", "true", "false", "enabled", "disabled", "unknown"];

/** The word that a yes-or-no field takes for what was written, or undefined if it could mean either. */
export function suggestYesOrNo(written: string): string | undefined {
  const text = written.trim().toLowerCase();
  const meaningOf = (word: string | undefined): string | undefined =>
    Object.keys(MEANINGS).find((meaning) => word !== undefined && MEANINGS[meaning]?.includes(word));
  return meaningOf(text) ?? meaningOf(nearest(text, MISSPELT));
}
