/** Whether everything is tried that there is time for: in CI, and with `npm test -- --thorough`. */
export const isThorough = process.env.THOROUGH === "yes";

/** Whether SQL is compared with the engine at full size, in Spark too: with `npm test -- --thorough` alone. */
export const isExhaustive = process.env.EXHAUSTIVE === "yes";

/** How many situations, records or texts made by chance a test tries: all in CI, and a quarter of them at hand. */
export function randomRuns(count: number): number {
  return isThorough ? count : Math.ceil(count / 4);
}

/** Which of many like cases, such as guests, a test tries: all in CI, and every fourth at hand. */
export function everyFourth<Case>(cases: readonly Case[]): readonly Case[] {
  return isThorough ? cases : cases.filter((_, at) => at % 4 === 0);
}
