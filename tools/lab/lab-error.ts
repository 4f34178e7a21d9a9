/** A problem that the person at the keyboard can solve: the message is all there is to print. */
export class LabError extends Error {
  /** 1 when something is missing or failed, 2 for arguments that cannot be used. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Something that this machine has not and that may rightly be missing: QEMU, the packages, the way to get them. */
export class NotHere extends LabError {}
