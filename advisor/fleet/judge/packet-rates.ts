import type { Knowledge, NumberRange } from "../../knowledge/knowledge.ts";

/**
 * Rounds packet rates to two digits, so that machines with alike rates share one situation. A rate is never moved across a
 * number with which a rule compares.
 */
export function prepareRounding({ rules }: Pick<Knowledge, "rules">): (rate: number) => number {
  const bounds = [
    ...new Set(
      rules.flatMap(({ when }) =>
        when.packetRate === undefined ? [] : Object.values(when.packetRate as NumberRange).map(Number),
      ),
    ),
  ];
  const isApart = (a: number, b: number): boolean =>
    bounds.some((bound) => Math.sign(a - bound) !== Math.sign(b - bound));
  return (rate) => {
    const whole = Math.round(rate);
    const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, whole))) - 1);
    const rounded = Math.round(whole / step) * step;
    return isApart(whole, rounded) ? whole : rounded;
  };
}
