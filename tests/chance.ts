import fc from "fast-check";
import { isThorough, share } from "./thorough.ts";

/**
 * The seed of random cases: the same in every run, so that no change is refused for a mistake that was there before it.
 * `npm test -- --thorough` by hand draws a new one, which a test that fails names.
 */
export const seed = isThorough && !process.env.CI ? Math.floor(Math.random() * 2 ** 31) : 20260615;

fc.configureGlobal({ seed });
export { fc };

/** How many situations, records or texts made by chance a test tries. */
export function randomRuns(count: number): number {
  return Math.ceil(count / share);
}
