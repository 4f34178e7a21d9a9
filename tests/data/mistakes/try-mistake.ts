import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkRecords } from "../../../tools/check/check-records.ts";
import type { Finding } from "../../../tools/check/rule.ts";
import { makeWorld } from "../../../tools/check/world.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import { schemas, today, world } from "../../unit/check/support/world.ts";
import { mark } from "./mistake.ts";
import type { Files } from "./mistake.ts";

/** Checks the small world with files laid over it, which are read from a disk as a contribution's are. */
export function checkWith(files: Files): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), "mistake-"));
  try {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), typeof content === "string" ? content.replace(mark, "") : content);
    }
    const laid = loadRecords(folder);
    const others = world.records.filter(({ file }) => !Object.hasOwn(files, file));
    return checkRecords(makeWorld({ set: { ...laid, records: [...others, ...laid.records] }, schemas, today }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** FILE:LINE:COL of the mark, which stands in one of the files. */
export function findMark(files: Files): string | undefined {
  for (const [file, content] of Object.entries(files)) {
    const before = typeof content === "string" ? content.split(mark) : [];
    if (before.length !== 2) continue;
    const lines = before[0]?.split(/\r\n?|\n/) ?? [];
    return `${file}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
  }
  return undefined;
}
