import { mistakesInContent } from "./in-content.ts";
import { mistakesInFiles } from "./in-files.ts";
import { mistakesInRecords } from "./in-records.ts";
import { mistakesInSyntax } from "./in-syntax.ts";
import { mistakesInValues } from "./in-values.ts";
import type { Mistake } from "./mistake.ts";

/** Every mistake, from the outside of a file to its inside. */
export const mistakes: readonly Mistake[] = [
  ...mistakesInFiles,
  ...mistakesInSyntax,
  ...mistakesInValues,
  ...mistakesInRecords,
  ...mistakesInContent,
];
