import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Audit } from "../../../advisor/fleet/judge/audit-types.ts";
import { grouped, printFigures } from "./print.ts";
import { residentMegabytes } from "./resident.ts";
import { writeFleetCsv, writeFleetWorkbook } from "./synthetic-fleet.ts";

const SIZES = [1000, 10_000, 100_000];

/** Times the command audit on inventories of several sizes, from its start to its last line, and watches its memory. */
export async function benchFleet(root: string): Promise<void> {
  // The bundle must be that of the sources as they stand; any command of the advisor sees to it.
  execFileSync(process.execPath, [join(root, "tools/run.mjs"), "advisor", "--version"], { stdio: "ignore" });
  const folder = join(root, "build/bench/fleet");
  mkdirSync(folder, { recursive: true });
  const figures: [string, string][] = [];
  for (const [ending, write] of [
    ["csv", writeFleetCsv],
    ["xlsx", writeFleetWorkbook],
  ] as const)
    for (const size of SIZES) {
      const file = join(folder, `fleet-${size}.${ending}`);
      writeFileSync(file, write(size));
      const { seconds, megabytes, audit } = await runAudit(root, file);
      if (audit.summary.adapters !== size)
        throw new Error(`the audit of ${file} judged ${audit.summary.adapters} of ${size} adapters`);
      figures.push([
        `${grouped(size)} adapters, ${ending}`,
        `${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB; ${grouped(audit.summary.situations)} situations`,
      ]);
    }
  printFigures("Audit of a fleet, JSON to a pipe", figures);
}

async function runAudit(root: string, file: string): Promise<{ seconds: number; megabytes: number; audit: Audit }> {
  const before = process.hrtime.bigint();
  const child = spawn(process.execPath, [join(root, "build/advisor/cli.mjs"), "audit", file, "--format", "json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(child.pid));
  }, 20);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  clearInterval(timer);
  const seconds = Number(process.hrtime.bigint() - before) / 1e9;
  return { seconds, megabytes, audit: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Audit };
}
