import { ToolError } from "../records/command-line.mjs";

/** Something that this machine has not and that may rightly be missing: QEMU, the packages, the way to get them. */
export class NotHere extends ToolError {}
