import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Audit } from "../../../advisor/fleet/judge/audit-types.ts";
import { choose } from "../../records/command-line.mjs";
import { serve } from "../server/serve.mjs";
import {
  type BenchOptions,
  bundleAdvisor,
  grouped,
  listChildMegabytes,
  openBrowser,
  printFigures,
  processorSeconds,
  residentMegabytes,
  watchPeak,
} from "./part.ts";
import {
  writeFleetCsv,
  writeFleetEsxtop,
  writeFleetGovc,
  writeFleetLibvirt,
  writeFleetProxmox,
  writeFleetWorkbook,
} from "./synthetic-fleet.ts";

const SIZES = [1000, 10_000, 100_000];
type Write = (adapters: number) => string | Uint8Array;

/** Formats by what the figures call them: the file's ending, what writes the file, and what writes its packet rates. */
const FORMATS: Readonly<Record<string, [ending: string, write: Write, writeRates?: Write]>> = {
  csv: ["csv", writeFleetCsv],
  rates: ["csv", writeFleetCsv, writeFleetEsxtop],
  xlsx: ["xlsx", writeFleetWorkbook],
  govc: ["json", writeFleetGovc],
  libvirt: ["xml", writeFleetLibvirt],
  proxmox: ["zip", writeFleetProxmox],
};

/**
 * Times the command audit on inventories of several sizes, from its start to its last line, and watches its memory. Then
 * the same on the page, from the choice of the file to the picture of the fleet; public/ must have been built.
 * --only=csv,xlsx measures those formats; "rates" is the CSV with packet rates of esxtop beside it.
 */
export async function benchFleet(root: string, { only }: BenchOptions): Promise<void> {
  const wanted = only?.split(",").map((name) => choose("format", name, Object.keys(FORMATS)));
  bundleAdvisor(root);
  const folder = join(root, "build/bench/fleet");
  mkdirSync(folder, { recursive: true });
  const figures: [string, string][] = [];
  const chosen = Object.entries(FORMATS).filter(([name]) => wanted === undefined || wanted.includes(name));
  const fleets: Fleet[] = [];
  for (const [name, [ending, write, writeRates]] of chosen)
    for (const size of SIZES) {
      const file = join(folder, `${name}-${size}.${ending}`);
      writeFileSync(file, write(size));
      const rates = writeRates && join(folder, `${name}-${size}.esxtop.csv`);
      if (rates) writeFileSync(rates, writeRates(size));
      fleets.push({ name, size, file, rates });
      const { seconds, processor, megabytes, audit } = await runAudit(root, [
        file,
        ...(rates ? ["--packet-rates", rates] : []),
      ]);
      if (audit.summary.adapters !== size)
        throw new Error(`the audit of ${file} judged ${audit.summary.adapters} of ${size} adapters`);
      figures.push([
        `${grouped(size)} adapters, ${name}`,
        `${seconds.toFixed(1)} s (${processor.toFixed(1)} s of processor time), at most ${megabytes.toFixed(0)} MB; ${grouped(audit.summary.situations)} situations`,
      ]);
    }
  printFigures("Audit of a fleet, JSON to a pipe", figures);
  printFigures("Audit of a fleet on the page", await auditOnPage(root, fleets));
}

/** A made-up fleet in a file, and perhaps its packet rates in another. */
interface Fleet {
  name: string;
  size: number;
  file: string;
  rates: string | undefined;
}

/** Audits files on the page; the memory is that of the browser's largest process, which holds page and worker. */
async function auditOnPage(root: string, fleets: readonly Fleet[]): Promise<[string, string][]> {
  const figures: [string, string][] = [];
  const site = await serve({ root: join(root, "public") });
  try {
    for (const { name, size, file, rates } of fleets) {
      // Use a new browser for each file, so that memory of the previous one does not count.
      const browser = await openBrowser();
      const page = await browser.newPage();
      await page.goto(new URL("fleet/", site.url).href);
      const peak = watchPeak(50, () => Math.max(0, ...listChildMegabytes()));
      const before = process.hrtime.bigint();
      await page.locator("#fleet-files").setInputFiles(rates ? [file, rates] : [file]);
      await page.locator(".fleet-table tbody button").first().waitFor({ timeout: 300_000 });
      const seconds = Number(process.hrtime.bigint() - before) / 1e9;
      figures.push([`${grouped(size)} adapters, ${name}`, `${seconds.toFixed(1)} s, at most ${peak().toFixed(0)} MB`]);
      await browser.close();
    }
  } finally {
    await site.close();
  }
  return figures;
}

interface AuditRun {
  /** By the clock. */
  seconds: number;
  /** Of processor time. */
  processor: number;
  megabytes: number;
  audit: Audit;
}

async function runAudit(root: string, words: readonly string[]): Promise<AuditRun> {
  const before = process.hrtime.bigint();
  const child = spawn(process.execPath, [join(root, "build/advisor/cli.mjs"), "audit", ...words, "--format", "json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const memory = watchPeak(20, () => residentMegabytes(child.pid));
  const work = watchPeak(20, () => processorSeconds(child.pid));
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  const seconds = Number(process.hrtime.bigint() - before) / 1e9;
  const audit = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Audit;
  return { seconds, processor: work(), megabytes: memory(), audit };
}
