import type { Browser } from "@playwright/test";
import { join } from "node:path";
import { serve } from "../server/serve.mjs";
import { grouped, kilobytes, openBrowser, printFigures } from "./part.ts";

/** What a host page shows of the advisor. */
const variants: [name: string, body: string][] = [
  ["host page alone", ""],
  [
    "with the element",
    '<vnic-advisor guest="rhel9-64"></vnic-advisor><script src="../embed/vnic-advisor.js" defer></script>',
  ],
  [
    "with a lazy element below the fold",
    '<div class="tall"></div><vnic-advisor loading="lazy" guest="rhel9-64"></vnic-advisor><script src="../embed/vnic-advisor.js" defer></script>',
  ],
  ["with the frame", '<iframe src="../embed/advisor/?guest=rhel9-64" title="Advisor" height="900"></iframe>'],
];
const runs = 5;
/** CPU throttling factors: none, and the factor that Lighthouse uses for a phone. */
const slowdowns = [1, 4];

interface Cost {
  bytes: number;
  longestMs: number;
  nodes: number;
}

/** Prints what the advisor costs a host page: bytes over the wire, the longest task and elements, the middle of five runs. */
export async function benchElement(root: string): Promise<void> {
  const site = await serve({ root: join(root, "public") });
  const browser = await openBrowser();
  try {
    for (const slowdown of slowdowns) {
      const figures: [string, string][] = [];
      for (const [name, body] of variants) {
        const costs: Cost[] = [];
        for (let run = 0; run < runs; run++) costs.push(await measure(browser, site.url, body, slowdown));
        const [, , middle] = costs.sort((a, b) => a.longestMs - b.longestMs);
        if (middle)
          figures.push([
            name,
            `${kilobytes(middle.bytes)}, longest task ${grouped(middle.longestMs)} ms, ${grouped(middle.nodes)} elements`,
          ]);
      }
      printFigures(slowdown === 1 ? "Advisor on a host page" : `The same, processor ${slowdown} times slower`, figures);
    }
  } finally {
    await browser.close();
    await site.close();
  }
}

async function measure(browser: Browser, url: string, body: string, slowdown: number): Promise<Cost> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.route("**/host/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><html lang="en"><title>A portal</title><style>.tall{height:4000px}</style><h1>A portal</h1>${body}</html>`,
      }),
    );
    await page.addInitScript(() => {
      const longest = { ms: 0 };
      Object.assign(window, { longest });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
      }).observe({ type: "longtask", buffered: true });
    });
    const client = await page.context().newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    let bytes = 0;
    client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`${url}host/`, { waitUntil: "networkidle" });
    const { ms, nodes } = await page.evaluate(() => {
      // No function with a name: the loader would call a helper that the page lacks.
      const roots: ParentNode[] = [document];
      let nodes = 0;
      for (let root = roots.pop(); root; root = roots.pop())
        for (const element of root.querySelectorAll("*")) {
          nodes += 1;
          if (element.shadowRoot) roots.push(element.shadowRoot);
        }
      return { ms: (window as unknown as { longest: { ms: number } }).longest.ms, nodes };
    });
    return { bytes, longestMs: ms, nodes };
  } finally {
    await page.close();
  }
}
