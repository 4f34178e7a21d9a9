import type { Problem } from "../../questions/read-situation.ts";
import { words } from "../words.ts";

/** What has to be known before there is an answer, as the headline in place of a recommendation. */
export function neededText(problems: readonly Problem[]): string {
  const fields = new Set(problems.map(({ field }) => field));
  if (fields.has("platform")) return words.needPlatform;
  return fields.has("guest") ? words.needGuest : words.needCorrection(problems.length);
}
