/** A problem that the person at the keyboard can solve: the message is printed without a stack. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode] 1 when something is missing or failed, 2 for arguments that cannot be used
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Tells what set-up does and why, on standard error, which leaves standard output to the task.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`set-up: ${text}\n`);
}
