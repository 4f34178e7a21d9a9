import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createAdvisor } from "../../advisor/index.ts";
import type { Knowledge } from "../../advisor/knowledge.ts";
import { measure, measureEngine } from "../bundle/sizes.ts";
import { grouped, kilobytes, printFigures } from "./print.ts";
import { situations } from "./situations.ts";

const SECONDS = 3;

/** Times whole pieces of advice on one core, after a warm-up, and prints the engine's size. */
export async function benchEngine(root: string): Promise<void> {
  const text = readFileSync(join(root, "build/advisor/knowledge.json"));
  const advisor = createAdvisor(JSON.parse(text.toString("utf8")) as Knowledge);
  const perDecision = timeEach(() => situations.forEach((situation) => advisor.recommend(situation)));
  const perAdvice = timeEach(() => situations.forEach((situation) => advisor.advise(situation)));
  const engine = await measureEngine(root);
  const knowledge = measure(text);
  printFigures("Engine", [
    ["decisions per second, one core", grouped(1e9 / mean(perDecision))],
    ["whole advice per second, one core", grouped(1e9 / mean(perAdvice))],
    ["one advice, median and p99", `${micro(quantile(perAdvice, 0.5))} and ${micro(quantile(perAdvice, 0.99))} (mean of ${situations.length} situations a sample)`],
    ["this machine, for comparison", `${grouped(additionsPerSecond())} additions per second`],
    ["engine, compressed", `${kilobytes(engine.brotli)} brotli, ${kilobytes(engine.gzip)} gzip (${kilobytes(engine.raw)} minified)`],
    ["knowledge, compressed", `${kilobytes(knowledge.brotli)} brotli, ${kilobytes(knowledge.gzip)} gzip (${kilobytes(knowledge.raw)})`],
  ]);
}

/** Nanoseconds for each situation, one sample per round of all of them, after a warm-up. */
function timeEach(work: () => void): number[] {
  for (let i = 0; i < 3000; i++) work();
  const times: number[] = [];
  const end = process.hrtime.bigint() + BigInt(SECONDS * 1e9);
  for (let before = process.hrtime.bigint(); before < end;) {
    work();
    const after = process.hrtime.bigint();
    times.push(Number(after - before) / situations.length);
    before = after;
  }
  return times;
}

/** How fast a plain loop runs here and now: machines that are shared slow down together with what is measured. */
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
