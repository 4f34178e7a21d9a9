import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, Page } from "@playwright/test";
import { chooseCases, everySecond } from "../thorough.ts";
import { expect, test } from "./support/site.ts";

const charts = JSON.parse(readFileSync("build/knowledge/charts.json", "utf8")) as { id: string }[];
const paths = charts.map(({ id }) => `charts/${id}/`);
/** Charts of each shape: few rows and many, long words, a matrix. */
const shapes = [
  "charts/ratios/",
  "charts/matrix-kvm/",
  "charts/settings/",
  "charts/bulk-transmit/",
  "charts/freebsd9-throughput/",
];
const widths = [320, 600, 900, 1200];

/** A page of another site, on an address of its own, that shows a chart's snippet. */
let host = "";
const portal = createServer(
  (_, response) => void response.setHeader("content-type", "text/html; charset=utf-8").end(host),
);
let portalUrl = "";
test.beforeAll(async () => {
  await new Promise<void>((done) => portal.listen(0, "127.0.0.1", done));
  portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/`;
});
test.afterAll(() => void portal.close().closeAllConnections());

/** Reads the snippet of a chart's page, with the address under which the tests serve the site. */
function readSnippet(path: string, baseURL: string): string {
  const [, code = ""] =
    /<code id="?snippet-embed-[\w-]+"?>([\s\S]*?)<\/code>/.exec(readFileSync(`public/${path}index.html`, "utf8")) ?? [];
  const snippet = code
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#34;", '"')
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  return snippet.replace(/src="[^"#]*/, `src="${new URL(path, baseURL).href}`);
}

async function openHost(page: Page, snippet: string, width: number): Promise<Frame> {
  host = `<!doctype html><title>Portal</title><body style="margin: 0"><p>A portal.</p><div style="width: ${width}px">${snippet}</div><p style="margin-top: 3000px">The end.</p>`;
  await page.setViewportSize({ width: width + 40, height: 1600 });
  await page.goto(portalUrl);
  const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
  if (!frame) throw new Error("the snippet has no frame");
  await frame.locator(".chart-source").waitFor();
  return frame;
}

/** What a reader of the frame does not see of a chart, or sees beside it. */
function findLost(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const boxOf = (selector: string): DOMRect =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const isInView = (selector: string): boolean => {
      const { top, bottom, height } = boxOf(selector);
      return height > 0 && top >= -1 && bottom <= innerHeight + 1;
    };
    const { top, bottom: end, height } = boxOf(".chart-drawing");
    const room = boxOf(".chart-source").top;
    return [
      ...[".chart-note", ".chart-source"].filter((part) => !isInView(part)).map((part) => `${part} is out of view`),
      ...(height === 0 || top > room - 48 ? ["the drawing is out of view"] : []),
      ...(innerWidth >= 900 && end > room
        ? [`the drawing is cut off after ${Math.round(room - top)} of ${Math.round(height)} px`]
        : []),
      ...[".site-header", ".site-footer", ".breadcrumbs"]
        .filter((part) => boxOf(part).height > 0)
        .map((part) => `${part} shows`),
      ...(document.documentElement.scrollWidth > innerWidth
        ? [`it is ${document.documentElement.scrollWidth} px wide`]
        : []),
    ];
  });
}

for (const isScripted of [true, false]) {
  test.describe(`${isScripted ? "with" : "without"} script`, () => {
    test.use({ javaScriptEnabled: isScripted });

    test("a chart in a frame has its answer and its source in view at every width, and nothing of the site around it", async ({
      page,
      baseURL,
      complaints,
    }) => {
      const found: string[] = [];
      for (const path of isScripted ? new Set([...shapes, ...chooseCases(paths)]) : shapes) {
        for (const width of shapes.includes(path) ? everySecond(widths) : [900]) {
          const frame = await openHost(page, readSnippet(path, baseURL ?? ""), width);
          found.push(...(await findLost(frame)).map((words) => `/${path} at ${width} px: ${words}`));
          expect(await page.evaluate(() => scrollY), `how far /${path} scrolls the page around it`).toBe(0);
        }
      }
      expect(found).toEqual([]);
      // The portal is another host than the atlas.
      complaints.length = 0;
    });
  });
}

test("the source stays in view of a frame that is too low for its chart, while the chart is scrolled", async ({
  page,
  baseURL,
  complaints,
}) => {
  const frame = await openHost(
    page,
    readSnippet("charts/ratios/", baseURL ?? "").replace(/height: \d+px/, "height: 400px"),
    900,
  );
  const source = frame.locator(".chart-source");
  await expect(source).toBeInViewport({ ratio: 1 });
  const drawing = frame.locator(".chart-drawing");
  for (const top of [200, 400]) {
    await drawing.evaluate((element, to) => element.scrollTo({ top: to, behavior: "instant" }), top);
    expect(await drawing.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
    await expect(source).toBeInViewport({ ratio: 1 });
  }
  complaints.length = 0;
});
