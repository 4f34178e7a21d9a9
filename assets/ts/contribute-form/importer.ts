/** Readers of measuring tools' output, loaded only when somebody has a file. */
export { answerDataset } from "../../../tools/kit/import/draft-dataset.ts";
export { importFile } from "../../../tools/kit/import/import-file.ts";
export { describeProblem } from "../../../tools/kit/import/report.ts";
