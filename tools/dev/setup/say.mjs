/**
 * Tells what set-up does and why, on standard error, which leaves standard output to the task.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`set-up: ${text}\n`);
}
