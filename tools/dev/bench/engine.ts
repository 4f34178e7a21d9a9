import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Advisor, Situation } from "../../../advisor/index.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { commonOptions, measure, measureEngine } from "../../site/bundle/options.ts";
import { loadPeers, shareRules, type Facts } from "./peers.ts";
import { bundleAdvisor, grouped, kilobytes, printFigures, residentMegabytes, watchPeak } from "./part.ts";
import { once } from "node:events";

const SECONDS = 3;
const BATCH_LINES = 1_000_000;
/** Guests of the fleet that the batch answers. */
const BATCH_GUESTS = 25;

/** Times whole pieces of advice on one core, after a warm-up, and prints the engine's size. */
export async function benchEngine(root: string): Promise<void> {
  bundleAdvisor(root);
  const text = readFileSync(join(root, "build/advisor/knowledge.json"));
  const { createAdvisor } = await importBundled(root);
  const advisor = createAdvisor(JSON.parse(text.toString("utf8")) as Knowledge);
  const perDecision = timeEach(() => situations.forEach((situation) => advisor.recommend(situation)));
  const perAdvice = timeEach(() => situations.forEach((situation) => advisor.advise(situation)));
  const singly = timeSingly((situation) => advisor.recommend(situation));
  const engine = await measureEngine(root);
  const knowledge = measure(text);
  printFigures("Engine", [
    ["decisions per second, one core", grouped(1e9 / mean(perDecision))],
    ["one decision, p99", micro(quantile(singly, 0.99))],
    ["whole advice per second, one core", grouped(1e9 / mean(perAdvice))],
    [
      "one advice, median and p99",
      `${micro(quantile(perAdvice, 0.5))} and ${micro(quantile(perAdvice, 0.99))} (mean of ${situations.length} situations a sample)`,
    ],
    ["this machine, for comparison", `${grouped(additionsPerSecond())} additions per second`],
    [
      "engine, compressed",
      `${kilobytes(engine.brotli)} brotli, ${kilobytes(engine.gzip)} gzip (${kilobytes(engine.raw)} minified)`,
    ],
    [
      "rules, adapters and guests",
      `${advisor.knowledge.rules.length}, ${advisor.knowledge.adapters.length} and ${advisor.knowledge.guests.length}`,
    ],
    [
      "knowledge, compressed",
      `${kilobytes(knowledge.brotli)} brotli, ${kilobytes(knowledge.gzip)} gzip (${kilobytes(knowledge.raw)})`,
    ],
  ]);
  await benchPeers(root, advisor);
  const batch = await runBatch(root, BATCH_LINES, advisor.knowledge);
  printFigures("Batch (lean)", [
    [
      "situations",
      `${grouped(batch.lines)}: ${situations.length} with ${BATCH_GUESTS} guests each, and packet rates and vCPUs of their own`,
    ],
    ["time", `${batch.seconds.toFixed(1)} s, ${grouped(batch.lines / batch.seconds)} a second`],
    ["memory, first half and peak", `${batch.halfwayMegabytes.toFixed(0)} and ${batch.peakMegabytes.toFixed(0)} MB`],
  ]);
}

/** The bundled advisor: code compiled on the fly by tsx adds a call to every closure. */
async function importBundled(root: string): Promise<{ createAdvisor: (knowledge: Knowledge) => Advisor }> {
  const outfile = join(root, "build/bench/advisor.mjs");
  await build({
    ...commonOptions,
    absWorkingDir: root,
    entryPoints: ["advisor/index.ts"],
    outfile,
    format: "esm",
    write: true,
  });
  return (await import(pathToFileURL(outfile).href)) as { createAdvisor: (knowledge: Knowledge) => Advisor };
}

/** The same rows of the decision table in other engines, one after another in this very run. */
async function benchPeers(root: string, advisor: Advisor): Promise<void> {
  const shared = shareRules(advisor.knowledge);
  const peers = await loadPeers(root, shared);
  if (!peers) {
    printFigures("Other engines", [["not measured", "they could not be installed in build/bench/peers"]]);
    return;
  }
  const facts = situations.map((situation) => shared.factsOf(situation));
  const figures: [string, string][] = [];
  for (const { name, decide } of peers) {
    const answers = await Promise.all(facts.map(decide));
    const alike = situations.filter(
      (situation, at) => shared.best(situation, answers[at] as number[]) === advisor.recommend(situation),
    ).length;
    const before = timeEach(() => situations.forEach((situation) => advisor.recommend(situation)), 1);
    const resident = process.memoryUsage().rss;
    const rate = await decisionsPerSecond(facts, decide);
    const growth = (process.memoryUsage().rss - resident) / 2 ** 20;
    figures.push([
      name,
      `${grouped(rate)} decisions per second; ${(1e9 / mean(before) / rate).toFixed(0)} times as many here; ${alike} of ${situations.length} answers alike; ${growth.toFixed(0)} MB more while it ran`,
    ]);
  }
  printFigures(`Other engines, with the same ${shared.rows.length} rows`, figures);
}

async function decisionsPerSecond(facts: Facts[], decide: (facts: Facts) => Promise<number[]>): Promise<number> {
  for (let warm = 0; warm < 20; warm++) for (const one of facts) await decide(one);
  const before = process.hrtime.bigint();
  let count = 0;
  while (process.hrtime.bigint() - before < BigInt(SECONDS * 1e9)) {
    for (const one of facts) await decide(one);
    count += facts.length;
  }
  return count / (Number(process.hrtime.bigint() - before) / 1e9);
}

/** Nanoseconds of each single call. */
function timeSingly(decide: (situation: Situation) => unknown): number[] {
  const times: number[] = [];
  for (let round = 0; round < 5000; round++) {
    for (const situation of situations) {
      const before = process.hrtime.bigint();
      decide(situation);
      times.push(Number(process.hrtime.bigint() - before));
    }
  }
  return times;
}

/** Nanoseconds for each situation, one sample per round of all of them, after a warm-up. */
function timeEach(work: () => void, seconds = SECONDS): number[] {
  for (let i = 0; i < 3000; i++) work();
  const times: number[] = [];
  const end = process.hrtime.bigint() + BigInt(seconds * 1e9);
  for (let before = process.hrtime.bigint(); before < end; ) {
    work();
    const after = process.hrtime.bigint();
    times.push(Number(after - before) / situations.length);
    before = after;
  }
  return times;
}

/** Current speed of a plain loop, as a baseline: on a shared machine, it slows down with the engine. */
function additionsPerSecond(): number {
  const before = process.hrtime.bigint();
  let sum = 0;
  for (let i = 0; i < 1e8; i++) sum = (sum + i) | 0;
  return sum === 0.5 ? 0 : 1e17 / Number(process.hrtime.bigint() - before);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

function micro(nanoseconds: number): string {
  return `${(nanoseconds / 1000).toFixed(2)} µs`;
}

interface BatchRun {
  lines: number;
  seconds: number;
  peakMegabytes: number;
  halfwayMegabytes: number;
}

/** A VM of a fleet: one of the situations with one of some guests, and numbers of its own. */
function machineOf(at: number, guests: readonly string[]): Situation {
  // A multiplicative hash spreads the rates over all sizes, the same in every run.
  const chance = (Math.imul(at, 2654435761) >>> 0) / 2 ** 32;
  return {
    ...(situations[at % situations.length] as Situation),
    guest: guests[Math.floor(at / situations.length) % guests.length] as string,
    packetRate: Math.round(10 ** (2 + 4 * chance)),
    vcpus: 1 + (at % 64),
  };
}

/** Sends situations through the command line's batch and watches time and memory of the process. */
async function runBatch(root: string, lines: number, { guests }: Knowledge): Promise<BatchRun> {
  const stride = Math.floor(guests.length / BATCH_GUESTS);
  const chosen = Array.from({ length: BATCH_GUESTS }, (_, index) => (guests[index * stride] as { id: string }).id);
  const child = spawn(process.execPath, [join(root, "build/advisor/cli.mjs"), "advise", "--batch", "--lean"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const before = process.hrtime.bigint();
  let answered = 0;
  const peak = watchPeak(100, () => residentMegabytes(child.pid));
  const halfway = watchPeak(100, () => (answered < lines / 2 ? residentMegabytes(child.pid) : 0));
  child.stdout.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) answered++;
  });
  const ended = once(child, "close");
  for (let sent = 0; sent < lines; ) {
    const block: string[] = [];
    while (block.length < 1000 && sent < lines) block.push(JSON.stringify(machineOf(sent++, chosen)));
    if (!child.stdin.write(`${block.join("\n")}\n`)) await once(child.stdin, "drain");
  }
  child.stdin.end();
  await ended;
  const [peakMegabytes, halfwayMegabytes] = [peak(), halfway()];
  if (answered !== lines) throw new Error(`the batch answered ${answered} of ${lines} lines`);
  return {
    lines,
    seconds: Number(process.hrtime.bigint() - before) / 1e9,
    peakMegabytes,
    halfwayMegabytes,
  };
}

const host: Situation = {
  platformVersion: "8.0",
  hardwareVirtualization: true,
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
};

/** Situations of ordinary use: what the engine is timed on. */
const situations: Situation[] = [
  { ...host, guest: "windows-server-2019-64", packetRate: 20000, requires: ["vmotion"] },
  { ...host, guest: "rhel9-64", packetRate: 120000 },
  { ...host, guest: "rhel9-64", packetRate: 120000, requires: ["vmotion"] },
  { ...host, guest: "rhel9-64", packetRate: 120000, requires: ["memory-overcommit"] },
  { ...host, guest: "rhel9-64", packetRate: 120000, sriovNic: false },
  { ...host, guest: "rhel9-64", packetRate: 120000, sriovNic: false, requires: ["nic-sharing"] },
  { ...host, guest: "rhel9-64", packetRate: 8000 },
  { ...host, guest: "windows-server-2019-64", guestDrivers: false },
  { ...host, guest: "windows-server-2003-32", platformVersion: "3.5", hardwareVirtualization: false },
  { ...host, guest: "windows-server-2003-64", platformVersion: "3.5" },
  { ...host, guest: "rhel9-64" },
  { ...host, guest: "rhel9-64", packetRate: 500000, requires: ["fault-tolerance"] },
];
