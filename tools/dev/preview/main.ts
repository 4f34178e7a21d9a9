import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../check/arguments.ts";
import { findFile, findFolder } from "../../check/main.ts";
import { fileOf, folderOf, kinds } from "../../records/kinds.ts";
import { readPort, refusePort } from "../server/port.mjs";
import { SetupError } from "../setup/say.mjs";
import type { Asked } from "./affected.ts";
import { startPreview } from "./preview.ts";

/** Reads which records are to be previewed. */
export function readAsked(words: readonly string[], root: string, folder: string): Asked[] {
  const option = words.find((word) => word.startsWith("-"));
  if (option !== undefined || words.length === 0)
    throw new UsageError(`${option ? `unknown option "${option}"; ` : ""}${usage}`);
  return [...new Set(words.map((word) => findFile(word, root, folder)))].map((file) => {
    const kind = kinds.find((candidate) => file.startsWith(`${folderOf(candidate)}/`));
    const id = /([^/]+)\.yaml$/.exec(file)?.[1] ?? "";
    if (!kind || fileOf(kind, id) !== file) throw new UsageError(`${file} is no record: records end in .yaml`);
    return { kind, id };
  });
}

const usage = "usage: npm run preview FILE..., such as npm run preview data/datasets/directpath-io-2010.yaml";

async function main(words: readonly string[], root: string): Promise<void> {
  const asked = readAsked(words, root, findFolder(root));
  const port = readPort(process.env.PORT);
  const hugo = process.env.HUGO ?? "hugo";
  const stopped = new Promise<void>((resolve) => {
    // Both may come more than once; the first is enough.
    process.on("SIGINT", () => resolve()).on("SIGTERM", () => resolve());
  });
  const findToday = (): string => new Date().toISOString().slice(0, 10);
  const print = (text: string): void => void process.stdout.write(text);
  const preview = await startPreview({ root, hugo, asked, port, findToday, print }).catch(
    (error: NodeJS.ErrnoException) => refusePort(error, port, `npm run preview ${words.join(" ")}`),
  );
  for (const address of preview.addresses) print(`${address}\n`);
  print("Pages follow every save; Ctrl-C stops.\n");
  await stopped;
  await preview.close();
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2), fileURLToPath(new URL("../../..", import.meta.url))).catch((error: unknown) => {
    if (!(error instanceof UsageError || error instanceof SetupError)) throw error;
    process.stderr.write(`preview: ${error.message}\n`);
    process.exitCode = error instanceof SetupError ? error.exitCode : 2;
  });
}
