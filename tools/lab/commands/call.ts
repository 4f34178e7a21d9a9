import type { Tidy } from "../tidy.ts";

/** What a command of the lab is given. */
export interface LabCall {
  words: readonly string[];
  root: string;
  /** Packages, images and results. */
  cache: string;
  tidy: Tidy;
  print(text: string): void;
  printError(text: string): void;
}
