/** Adds up an adapter's interrupts over all processors from what the guest's `lab_interrupts` prints. */
export function sumInterrupts(text: string): number {
  const [numbers = "", table = ""] = text.split("--\n");
  const wanted = new Set(numbers.trim().split(/\s+/));
  let sum = 0;
  for (const row of table.split("\n")) {
    const [, number = "", rest = ""] = /^\s*(\d+):(.*)$/.exec(row) ?? [];
    if (!wanted.has(number)) continue;
    // Counts, one per processor, stand before the name of the interrupt's chip.
    for (const word of rest.trim().split(/\s+/)) {
      if (!/^\d+$/.test(word)) break;
      sum += Number(word);
    }
  }
  return sum;
}
