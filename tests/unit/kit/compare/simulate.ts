/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Positive samples around a level with a relative spread, log-normal (Box and Muller). */
export function makeSamples(random: () => number, count: number, level: number, noise: number): number[] {
  const spread = Math.sqrt(Math.log1p(noise ** 2));
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return level * Math.exp(spread * normal);
  });
}
