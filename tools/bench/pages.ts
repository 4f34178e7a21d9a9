import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { join } from "node:path";
import { serve } from "../serve/serve.mjs";
import { grouped, kilobytes, printFigures } from "./print.ts";

const PAGES: [string, string][] = [
  ["home", ""],
  ["advisor", "advisor/"],
  ["adapter", "adapters/vmxnet3/"],
  ["compare", "compare/"],
  ["dataset", "evidence/directpath-io-2010/"],
  ["rule", "rules/passthrough-pays-at-high-rates/"],
  ["guest", "guests/windows-server-2019-64/"],
  ["guide", "contribute/dataset/"],
  ["form", "contribute/form/"],
  ["reference", "reference/dataset/"],
];
const PORT = 9333;

/** Runs Lighthouse (mobile, default throttling) on one page of each kind and prints scores, paint and bytes. */
export async function benchPages(root: string): Promise<void> {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  const site = await serve({ root: join(root, "public") });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-background-networking", `--remote-debugging-port=${PORT}`] });
  try {
    for (const [name, path] of PAGES) await benchPage(name, `${site.url}${path}`);
  } finally {
    await browser.close();
    await site.close();
  }
}

async function benchPage(name: string, url: string): Promise<void> {
  const result = await lighthouse(url, { port: PORT, output: "json", logLevel: "error" });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { categories, audits } = result.lhr;
  const score = (id: string): string => String(Math.round((categories[id]?.score ?? 0) * 100));
  const requests = (audits["network-requests"]?.details as { items: { transferSize: number }[] } | undefined)?.items ?? [];
  const counted = Object.values(categories).flatMap((category) => category.auditRefs).filter(({ weight }) => weight > 0);
  const missed = counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9);
  printFigures(`Page: ${name}`, [
    ["Lighthouse", ["performance", "accessibility", "best-practices", "seo"].map(score).join(" / ")],
    ["largest contentful paint", `${grouped(audits["largest-contentful-paint"]?.numericValue ?? 0)} ms`],
    ["layout shift", (audits["cumulative-layout-shift"]?.numericValue ?? 0).toFixed(3)],
    ["over the wire", `${kilobytes(requests.reduce((sum, request) => sum + request.transferSize, 0))} in ${requests.length} requests`],
    ...(missed.length > 0 ? [["not passed", missed.join(", ")] as [string, string]] : []),
  ]);
}
