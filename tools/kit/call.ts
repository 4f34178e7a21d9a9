/** How a command of the kit is called. */
export interface KitCall {
  /** Words after the command's name. */
  words: readonly string[];
  /** The repository. */
  root: string;
  print(text: string): void;
  printError(text: string): void;
}
