import { UsageError } from "../../records/command-line.mjs";
import lighthouse from "lighthouse";
import { join } from "node:path";
import { serve } from "../server/serve.mjs";
import { type BenchOptions, grouped, kilobytes, openBrowser } from "./part.ts";

/** One page of each kind, by its path below the site's root. */
const pages = [
  "",
  "advisor/",
  "adapters/",
  "adapters/vmxnet3/",
  "compare/",
  "compare/vmxnet3-vs-e1000e/",
  "explore/",
  "benchmarks/",
  "benchmarks/directpath-io-2010/",
  "benchmarks/compare/",
  "findings/",
  "findings/throughput/",
  "sources/",
  "sources/threads/",
  "sources/directpath-io-2010/",
  "rules/",
  "guests/",
  "guests/windows-server/",
  "guides/",
  "guides/why-emulated-adapters-cost-more/",
  "limits/",
  "validate/",
  "validate/compare/",
  "examples/",
  "embed/",
  "search/?q=vmxnet3",
  "about/",
  "contribute/",
  "contribute/dataset/",
  "contribute/form/",
  "reference/",
  "reference/dataset/",
];
const port = 9333;
const categoryIds = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Figures {
  path: string;
  scores: number[];
  firstPaintMs: number;
  paintMs: number;
  shift: number;
  bytes: number;
  requests: number;
  missed: string[];
}

/**
 * Runs Lighthouse (mobile, default throttling) on one page of each kind and prints a table of scores, paint and bytes.
 * A machine that is busy with other things makes the first score and the paint worse than they are: --runs=3 prints the run
 * with the middle paint of three. --only=compare/,explore/ measures those pages.
 */
export async function benchPages(root: string, options: BenchOptions): Promise<void> {
  const only = options.only?.split(",").map((path) => path.replace(/^\//, ""));
  const runs = Number(options.runs ?? 1);
  if (!Number.isInteger(runs) || runs < 1) throw new UsageError(`--runs=${runs}: expected a whole number, at least 1`);
  const site = await serve({ root: join(root, "public") });
  const browser = await openBrowser("--disable-background-networking", `--remote-debugging-port=${port}`);
  const all: Figures[] = [];
  try {
    for (const path of only ?? pages) {
      const measured: Figures[] = [];
      for (let run = 0; run < runs; run++) measured.push(await measurePage(path, site.url));
      const figures = measured.sort((a, b) => a.paintMs - b.paintMs)[Math.floor(runs / 2)] as Figures;
      all.push(figures);
      process.stderr.write(`${writeRow(figures)}\n`);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  printTable(all);
}

async function measurePage(path: string, base: string): Promise<Figures> {
  const result = await lighthouse(`${base}${path}`, { port, output: "json", logLevel: "error" });
  if (!result) throw new Error(`Lighthouse gave no result for /${path}`);
  const { categories, audits } = result.lhr;
  const requests =
    (audits["network-requests"]?.details as { items: { transferSize: number }[] } | undefined)?.items ?? [];
  const counted = Object.values(categories)
    .flatMap((category) => category.auditRefs)
    .filter(({ weight }) => weight > 0);
  return {
    path: `/${path}`,
    scores: categoryIds.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
    firstPaintMs: audits["first-contentful-paint"]?.numericValue ?? 0,
    paintMs: audits["largest-contentful-paint"]?.numericValue ?? 0,
    shift: audits["cumulative-layout-shift"]?.numericValue ?? 0,
    bytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: requests.length,
    missed: counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9),
  };
}

function printTable(all: readonly Figures[]): void {
  const lowest = categoryIds.map((_, index) => Math.min(...all.map(({ scores }) => scores[index] ?? 0)));
  const slowest = Math.max(...all.map(({ paintMs }) => paintMs));
  const heading = `${"Page".padEnd(42)}${"Lighthouse".padEnd(20)}${"FCP".padStart(9)}${"LCP".padStart(10)}${"shift".padStart(8)}${"wire".padStart(11)}  requests`;
  const summary = `lowest ${lowest.join("/")}, slowest largest contentful paint ${grouped(slowest)} ms`;
  process.stdout.write(`${[heading, ...all.map(writeRow), summary, ""].join("\n")}\n`);
}

function writeRow({ path, scores, firstPaintMs, paintMs, shift, bytes, requests, missed }: Figures): string {
  const row = `${path.padEnd(42)}${scores.join("/").padEnd(20)}${`${grouped(firstPaintMs)} ms`.padStart(9)}${`${grouped(paintMs)} ms`.padStart(10)}${shift.toFixed(3).padStart(8)}${kilobytes(bytes).padStart(11)}  ${requests}`;
  return missed.length > 0 ? `${row}  not passed: ${[...new Set(missed)].join(", ")}` : row;
}
