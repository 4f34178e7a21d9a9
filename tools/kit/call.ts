/** How a command of the kit is called. */
export interface KitCall {
  /** Words after the command's name. */
  words: readonly string[];
  /** The repository. */
  root: string;
  print(text: string): void;
  printError(text: string): void;
}

/** Why a file cannot be opened; throws what is no error of the file system. */
export function describeReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === undefined) throw error;
  return reasons[code] ?? `the file cannot be opened (${code})`;
}

const reasons: { [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "this is a folder. Name the files in it",
  EACCES: "no permission to read the file",
};
