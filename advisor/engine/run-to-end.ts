/** What work in parts comes to, done at once. */
export function runToEnd<Result>(parts: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}
