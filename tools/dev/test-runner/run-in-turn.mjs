/** @typedef {import('./parts.mjs').Part} Part */

/** The lab counts in emulators that leave a processor idle half of the time, and stands on no other part. @type {ReadonlySet<Part>} */
const beside = new Set(["lab"]);

/**
 * Runs parts one after the other, and those that leave a processor idle beside the first of them.
 * What such a part has said is shown in its turn.
 * @template {{ said?: string }} Outcome
 * @param {readonly Part[]} parts
 * @param {{ run: (part: Part, isBeside: boolean) => Promise<Outcome>, print: (text: string) => void }} how
 * @returns {Promise<Outcome[]>} in the order of the parts
 */
export async function runInTurn(parts, { run, print }) {
  const isBeside = (/** @type {Part} */ part) => parts.length > 1 && beside.has(part);
  const started = new Map(parts.filter(isBeside).map((part) => [part, run(part, true)]));
  // An interruption reaches the part in its turn as well, and is told by that.
  for (const outcome of started.values()) outcome.catch(() => {});
  const outcomes = [];
  for (const part of parts) {
    print(`\n== ${part}\n`);
    const outcome = await (started.get(part) ?? run(part, false));
    if (outcome.said) print(outcome.said);
    outcomes.push(outcome);
  }
  return outcomes;
}
