import fc from "fast-check";
import { isThorough, share } from "./thorough.ts";

/**
 * Where chance begins: at the same place in every run, so that no change is refused for a mistake that was there before it.
 * With `npm test -- --thorough`, asked for by hand, each run begins anew, and a test that fails names the place.
 */
export const seed = isThorough && !process.env.CI ? Math.floor(Math.random() * 2 ** 31) : 20260615;

fc.configureGlobal({ seed });
export { fc };

/** How many situations, records or texts made by chance a test tries. */
export function randomRuns(count: number): number {
  return Math.ceil(count / share);
}
