import type { FleetKnowledge } from "../fleet/knowledge.ts";

/** The world outside, passed in so that the command line can be tested. */
export interface Terminal {
  input: AsyncIterable<Buffer | string>;
  /** Prints a line on standard output. */
  print: (text: string) => void;
  /** Prints a line on standard error. */
  complain: (text: string) => void;
  /** A promise to wait for when the reader of the output is slower than we are. */
  drained: () => Promise<void> | undefined;
  /** Whether standard output is a terminal; only there is anything made bold. */
  isTerminal?: boolean;
  /** Files of the machine; without them commands that read files refuse. */
  files?: Files;
  /** What the audit reads besides the knowledge, loaded when an audit asks. */
  loadFleetKnowledge?: () => FleetKnowledge;
  /** Today's date, YYYY-MM-DD. */
  today?: string;
}

interface Files {
  /** The bytes of a file; throws if it cannot be read. */
  read: (path: string) => Uint8Array;
  /** Paths of all files in a folder and below, in a stable order; undefined if the path is no folder. */
  list: (path: string) => string[] | undefined;
  /** Writes a text, and makes the folders on its way; throws if it cannot be written. */
  write: (path: string, text: string) => void;
}

/** The code with which the command line ends. */
export const EXIT = { done: 0, findings: 1, unusable: 2 } as const;

/** The bytes of a file, or one line that says why there are none. */
export function readFile(
  { files }: Terminal,
  flag: string,
  path: string,
): { bytes: Uint8Array; problem?: undefined } | { problem: string } {
  if (!files) return { problem: `${flag}: found "${path}", but files cannot be read here` };
  try {
    return { bytes: files.read(path) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder" : (code ?? message);
    return { problem: `${flag}: found "${path}" (${why}), expected a file that can be read` };
  }
}
