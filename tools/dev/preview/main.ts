import { UsageError, readCommandLine, runProgram } from "../../records/command-line.mjs";
import { findFile, findFolder } from "../../check/main.ts";
import { fileOf, folderOf, kinds } from "../../records/kinds.ts";
import { readPort, refusePort } from "../server/listen.mjs";
import type { Asked } from "./affected.ts";

/** Finds the records that are to be previewed, by their files. */
function findAsked(words: readonly string[], root: string, folder: string): Asked[] {
  if (words.length === 0) throw new UsageError(usage);
  return [...new Set(words.map((word) => findFile(word, root, folder)))].map((file) => {
    const kind = kinds.find((candidate) => file.startsWith(`${folderOf(candidate)}/`));
    const id = /([^/]+)\.yaml$/.exec(file)?.[1] ?? "";
    if (!kind || fileOf(kind, id) !== file) throw new UsageError(`${file} is not a record: records end in .yaml`);
    return { kind, id };
  });
}

const usage = "usage: npm run preview FILE..., such as npm run preview data/datasets/directpath-io-2010.yaml";

async function main(root: string, words: readonly string[]): Promise<void> {
  const { values, positionals } = readCommandLine(words, {}, usage);
  if (values.help)
    return void process.stdout.write(`${usage}\nPORT=8080 before the command sets the port of the address.\n`);
  const asked = findAsked(positionals, root, findFolder(root));
  const port = readPort(process.env.PORT);
  const hugo = process.env.HUGO ?? "hugo";
  const stopped = new Promise<void>((resolve) => {
    // Both may come more than once; the first is enough.
    process.on("SIGINT", () => resolve()).on("SIGTERM", () => resolve());
  });
  const findToday = (): string => new Date().toISOString().slice(0, 10);
  const print = (text: string): void => void process.stdout.write(text);
  // Only now: a command line that is refused need not wait for the modules that draw and bundle.
  const { startPreview } = await import("./preview.ts");
  const preview = await startPreview({ root, hugo, asked, port, findToday, print }).catch(
    (error: NodeJS.ErrnoException) => refusePort(error, port, `npm run preview ${words.join(" ")}`),
  );
  for (const address of preview.addresses) print(`${address}\n`);
  print("Pages follow every save; Ctrl-C stops.\n");
  await stopped;
  await preview.close();
}

await runProgram(import.meta.url, "preview", main);
