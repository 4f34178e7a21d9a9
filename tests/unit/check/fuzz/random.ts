/** Random choices that a seed makes the same each time. */
export interface Random {
  /** A whole number from 0 to below a limit. */
  below(limit: number): number;
  /** Whether something happens that happens once in so many times. */
  oneIn(times: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** Makes random choices from a seed (mulberry32: small, and good enough to spread over mutations). */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("nothing to pick from");
      return items[below(items.length)] as T;
    },
  };
}
