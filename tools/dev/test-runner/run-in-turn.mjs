/** @typedef {import('./parts.mjs').Part} Part */

/**
 * Parts that run beside the others, in rows. The lab counts in emulators that leave a processor idle half of the time, and
 * the tests without a site need not wait for one, whose build keeps one processor busy. They run the advisor's command
 * line, which must not be bundled meanwhile.
 * @type {readonly { row: readonly Part[], besides?: Part, after?: Part }[]}
 */
const rows = [{ row: ["lab"] }, { row: ["unit", "data"], besides: "build", after: "bundle" }];

/**
 * Runs parts one after the other, and beside them those that need not wait.
 * Each shows what it says in one piece: a part beside another one does so when it has ended and the screen is free.
 * @template {{ said?: string }} Outcome
 * @param {readonly Part[]} parts
 * @param {{ run: (part: Part, isBeside: boolean) => Promise<Outcome>, print: (text: string) => void }} how
 * @returns {Promise<Outcome[]>} in the order of the parts
 */
export async function runInTurn(parts, { run, print }) {
  const beside = rows
    .filter(({ besides }) => parts.length > 1 && (besides === undefined || parts.includes(besides)))
    .map(({ row, after }) => ({ row: row.filter((part) => parts.includes(part)), after }));
  const isBeside = (/** @type {Part} */ part) => beside.some(({ row }) => row.includes(part));
  /** @type {Map<Part, Outcome>} */
  const outcomes = new Map();
  /** @type {Set<Part>} */
  const shown = new Set();
  const show = () => {
    for (const part of parts) {
      const outcome = outcomes.get(part);
      if (!outcome || !isBeside(part) || shown.has(part)) continue;
      shown.add(part);
      print(`\n== ${part}\n${outcome.said ?? ""}`);
    }
  };
  /** @param {readonly Part[]} row @param {boolean} isAside */
  const runRow = async (row, isAside) => {
    for (const part of row) {
      if (!isAside) print(`\n== ${part}\n`);
      outcomes.set(part, await run(part, isAside));
      if (isAside) continue;
      begin(part);
      show();
    }
  };
  /** @type {Promise<void>[]} */
  const running = [];
  const begin = (/** @type {Part | undefined} */ ended) => {
    for (const { row, after } of beside) if (after === ended) running.push(runRow(row, true));
    // An interruption reaches every part, and is told by the one that has the screen.
    for (const one of running) one.catch(() => {});
  };
  begin(undefined);
  await runRow(
    parts.filter((part) => !isBeside(part)),
    false,
  );
  await Promise.all(running);
  show();
  return parts.map((part) => /** @type {Outcome} */ (outcomes.get(part)));
}
