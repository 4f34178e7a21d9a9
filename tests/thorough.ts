/** Whether everything is tried that there is time for: in CI, and with `npm test -- --thorough`. */
export const isThorough = process.env.THOROUGH === "yes";

/** Whether SQL is compared with the engine at full size, in Spark too: with `npm test -- --thorough` alone. */
export const isExhaustive = process.env.EXHAUSTIVE === "yes";

/** Tests of chance try one of so many: all in CI, and at hand as few as show a mistake. */
export const share = isThorough ? 1 : 20;

/** Which of some pages, widths or charts a test looks at: every second at hand, all in CI. */
export function everySecond<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, at) => isThorough || at % 2 === 0);
}

/** Which of many like cases, such as guests, a test tries. */
export function chooseCases<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, at) => at % share === 0);
}
