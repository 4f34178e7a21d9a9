/** Distance from 0 within which Student's t lies with a probability, for a number of degrees of freedom, not only whole ones. */
export function studentQuantile(probability: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (withinProbability(high, freedom) < probability) high *= 2;
  // 60 halvings leave less than the precision of a double.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (withinProbability(middle, freedom) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability that Student's t lies within a distance from 0. */
function withinProbability(distance: number, freedom: number): number {
  return 1 - incompleteBeta(freedom / (freedom + distance * distance), freedom / 2, 0.5);
}

/** Regularised incomplete beta function, by its continued fraction. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast below the mean; above it the mirrored one does.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const keepAway = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let numerator = 1;
  let denominator = 1 / keepAway(1 - ((a + b) * x) / (a + 1));
  let fraction = denominator;
  for (let at = 1; at < 500; at++) {
    const even = (at * (b - at) * x) / ((a + 2 * at - 1) * (a + 2 * at));
    const odd = (-(a + at) * (a + b + at) * x) / ((a + 2 * at) * (a + 2 * at + 1));
    let change = 1;
    for (const term of [even, odd]) {
      denominator = 1 / keepAway(1 + term * denominator);
      numerator = keepAway(1 + term / numerator);
      change = numerator * denominator;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-14) break;
  }
  return fraction;
}

/** Logarithm of the gamma function for positive numbers, by Stirling's series. */
function logGamma(value: number): number {
  let shift = 0;
  let x = value;
  for (; x < 12; x++) shift -= Math.log(x);
  const square = 1 / (x * x);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / x;
  return shift + (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series;
}
