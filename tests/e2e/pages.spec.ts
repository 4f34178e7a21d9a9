import type { Page } from "@playwright/test";
import { findViolations } from "./support/accessibility.ts";
import { readToTheEnd } from "./support/layout-shift.ts";
import { kinds } from "./support/page-kinds.ts";
import { everySecond } from "../thorough.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };
/** The texts whose colours were judged, by device: sizes and places differ between them. */
const seen: Record<"phone" | "desktop", Set<string>> = { phone: new Set(), desktop: new Set() };

/** Kinds that are judged on a phone; to judge a page takes most of its test. That of a feature is a place on "compare". */
const judged = new Set(everySecond(kinds.map(([kind]) => kind).filter((kind) => kind !== "feature")));

/** Kinds that the map does not lead to, or only without what makes them; in CI every-page.spec.ts looks at all others on a desktop. */
const onlyHere = new Set(["frame", "narrowed comparison", "search"]);

for (const [kind, path] of kinds) {
  const isJudged = judged.has(kind);
  test(`${kind} page keeps still on a phone while it loads and is read to its end, and does not scroll sideways${isJudged ? "; it is accessible" : ""}`, async ({
    page,
  }) => {
    // Long pages are scrolled to their end and checked whole; a busy machine needs more than half a minute for that.
    await page.setViewportSize(sizes.phone);
    const { read, shift } = await readToTheEnd(page, `./${path}`);
    expect(shift).toBeLessThan(0.01);
    expect(await read.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(sizes.phone.width);
    if (isJudged) expect(await judge(read, kind, "phone")).toEqual([]);
  });
}

for (const [kind, path] of kinds.filter(([name]) => onlyHere.has(name))) {
  test(`${kind} page is accessible on a desktop`, async ({ page }) => {
    await page.setViewportSize(sizes.desktop);
    await page.goto(`./${path}`);
    expect(await judge(page, kind, "desktop")).toEqual([]);
  });
}

function judge(page: Page, kind: string, device: "phone" | "desktop"): Promise<string[]> {
  // The frame is a page of its own in this list: its heading takes its place below those of the page around it.
  return findViolations(page, { seen: seen[device], disabled: kind === "frame" ? ["page-has-heading-one"] : [] });
}

test("a page of each kind can be read without script, and the list of studies whole", async ({
  withoutScript: page,
}) => {
  for (const [kind, path] of kinds) {
    await page.goto(`./${path}`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 }), kind).toBeVisible();
    expect((await main.innerText()).length, kind).toBeGreaterThan(150);
    if (kind !== "datasets") continue;
    const studies = page.locator(".studies > li");
    expect(await studies.count()).toBeGreaterThan(10);
    for (const study of await studies.all()) await expect(study).toBeVisible();
  }
});

test("the first screen of a desk uses its right half too", async ({ page }) => {
  await page.setViewportSize(sizes.desktop);
  for (const path of ["search/", "validate/", "guides/"]) {
    await page.goto(`./${path}`);
    const widths = await page
      .getByRole("main")
      .locator("a, p, code")
      .evaluateAll((parts) =>
        parts.flatMap((part) => {
          const { left, top, right } = part.getBoundingClientRect();
          return top < innerHeight && left > innerWidth / 2 ? [right - left] : [];
        }),
      );
    expect(widths.length, path).toBeGreaterThan(3);
  }
});

test("the large numbers of a study stay in their columns", async ({ page }) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./benchmarks/directpath-io-2010/");
    const numbers = page.locator(".big-numbers strong");
    expect(await numbers.count()).toBeGreaterThan(2);
    const cut = await numbers.evaluateAll(
      (all) =>
        (all as HTMLElement[]).filter((number) => {
          // A word that breaks fits too.
          number.style.overflowWrap = "normal";
          return number.scrollWidth > number.clientWidth;
        }).length,
    );
    expect(cut, `at ${width} px`).toBe(0);
  }
});

test("the navigation fits on screens of any width", async ({ page }) => {
  await page.goto("./guides/");
  for (const width of [360, 640, 768, 831, 832, 900, 927, 928, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
  }
});

test("the skip link is the first stop of the keyboard and leads to the content", async ({ page }) => {
  await page.goto("./");
  await page.keyboard.press("Tab");
  const skip = page.locator(":focus");
  await expect(skip).toBeVisible();
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).hash).not.toBe("");
});

test("the address of an entry opens it, without script too", async ({ browser, baseURL }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) });
    const page = await context.newPage();
    for (const [address, words] of [
      ["findings/problem/#e1000-purple-screen-5x", "blockquote"],
      ["findings/#e1000-purple-screen-5x", javaScriptEnabled ? "blockquote" : "a[href*='problem/#']"],
      ["rules/#paravirtual-ahead-of-emulated", "q"],
      ["sources/#osinfo-db", "a[rel=external]"],
      ["sources/#osinfo-db", javaScriptEnabled ? "text=Guests (" : "text=More about this document"],
    ] as const) {
      await page.goto(`./${address}`);
      const entry = page.locator("details.entry").filter({ has: page.locator(`[id="${address.split("#")[1]}"]`) });
      await expect(entry.locator("summary")).toBeInViewport();
      await expect(entry.locator(words).first()).toBeInViewport();
    }
    await context.close();
  }
});

test("the address of an entry far down a long list leads to it, with smooth scrolling allowed", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("./findings/#virtual-switch-limits-generator");
  const place = page.locator("#virtual-switch-limits-generator");
  const top = (): Promise<number> => place.evaluate((element) => element.getBoundingClientRect().top);
  // Scrolling has ended if the place is the same half a second later.
  let before = Number.NaN;
  await expect
    .poll(
      async () => {
        const last = before;
        before = await top();
        return before === last;
      },
      { intervals: [500] },
    )
    .toBe(true);
  await expect(page.locator("details.entry").filter({ has: place }).locator("summary")).toBeInViewport();
});

test("an old address leads on to what it was about, without script too", async ({ withoutScript: page }) => {
  await page.goto("./rules/paravirtual-ahead-of-emulated/");
  await expect(page).toHaveURL(/\/rules\/#paravirtual-ahead-of-emulated$/);
  await expect(page.locator("[data-rule=paravirtual-ahead-of-emulated] q").first()).toBeInViewport();
});

test("an old address that names a part of its page leads to that part, if the new page has it", async ({ page }) => {
  await page.goto("./adapters/vmxnet3/apply/#no-such-part");
  await expect(page).toHaveURL(/\/adapters\/vmxnet3\/#apply$/);
  await page.goto("./adapters/vmxnet3/tune/#step-vmxnet3-receive-buffers");
  await expect(page).toHaveURL(/\/adapters\/vmxnet3\/#step-vmxnet3-receive-buffers$/);
  await expect(page.locator("#step-vmxnet3-receive-buffers pre")).toBeInViewport();
});

test("a list of entries is narrowed by words and choices, and says how many are left", async ({ page }) => {
  await page.goto("./findings/");
  const entries = page.locator("details.entry");
  const all = await entries.count();
  await page.getByLabel("Words").fill("purple screen");
  const count = (): Promise<number> => entries.filter({ visible: true }).count();
  await expect.poll(count).toBeLessThan(all / 4);
  const found = await count();
  expect(found).toBeGreaterThan(0);
  await expect(page.getByRole("status")).toHaveText(`${found} of ${all} findings`);
  await page.getByLabel("Adapter").selectOption("virtio-net");
  await expect.poll(count).toBeLessThan(found);
  await expect(page.getByRole("heading", { name: "Throughput" })).toBeHidden();
});

test("words that a reader types before a list's script comes stay in place of those of the address", async ({
  page,
}) => {
  const { send, asked } = await holdRequests(page, "**/js/entries-page.*");
  await page.goto("./findings/?q=rss&adapter=e1000", { waitUntil: "commit" });
  await asked;
  await page.getByLabel("Words").fill("purple screen");
  send();
  await expect(page.locator("details.entry:visible").first()).toContainText(/purple screen/i);
  await expect(page.getByLabel("Words")).toHaveValue("purple screen");
  await expect(page.getByLabel("Adapter")).toHaveValue("e1000");
});

test("an address within a folded part of an adapter's page opens it, without script too", async ({
  withoutScript: page,
}) => {
  await page.goto("./adapters/vmxnet3/");
  const row = page.locator("#features").locator("xpath=..").locator("details tr[id]").first();
  await expect(row).toBeHidden();
  await page.goto(`./adapters/vmxnet3/#${await row.getAttribute("id")}`);
  await expect(row).toBeInViewport();
});

test("on paper an adapter's page shows the features that work, which are folded on screen", async ({ page }) => {
  await page.goto("./adapters/e1000/");
  const row = page.locator("#vsphere-vmotion");
  await expect(row).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(row).toBeVisible();
});

test("on paper a long command wraps and is not cut", async ({ page }) => {
  // The width of an A4 sheet between margins of 1 cm.
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.goto("./guides/packet-rate/");
  await page.emulateMedia({ media: "print" });
  const cut = await page
    .locator("pre:visible")
    .evaluateAll((blocks) =>
      blocks.filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.textContent),
    );
  expect(cut).toEqual([]);
});

test("on paper each hash of the validation kit has the name of its file", async ({ page }) => {
  await page.goto("./validate/");
  await page.emulateMedia({ media: "print" });
  for (const name of await page.locator(".kit-files a").all()) await expect(name).toBeVisible();
  await expect(page.locator(".kit-files a")).toHaveCount(2);
});

test("on a wide screen the commands that start the validation are not cut", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("./validate/");
  const cut = await page
    .locator("li pre")
    .evaluateAll((blocks) =>
      blocks.filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.textContent),
    );
  expect(cut).toEqual([]);
});

test("a chart on a dataset page is there without script, with a title, and its table names the values", async ({
  withoutScript: page,
}) => {
  await page.goto("./benchmarks/nobel-vmxnet3-2013/");
  const chart = page.locator("main svg[role=img]").first();
  await expect(chart).toBeVisible();
  await expect(chart).toContainText("4.47 Gbit/s");
  await expect(page.locator("main table").first()).toContainText("2.65");
});

test("on a wide screen the comparison shows all its columns, and its head stays in view while one reads on", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./compare/");
  for (const table of await page.locator(".compare").all()) {
    const [right, place] = await table.evaluate(
      (element) =>
        [element.getBoundingClientRect().right, element.parentElement?.getBoundingClientRect().right] as const,
    );
    expect(right).toBeLessThanOrEqual((place ?? 0) + 1);
  }
  const row = page.locator("#vsphere").locator("xpath=..").locator("tr[data-feature]").last();
  await row.scrollIntoViewIfNeeded();
  const heads = page.locator("#vsphere").locator("xpath=..").locator("thead th");
  for (const head of await heads.all()) await expect(head).toBeInViewport({ ratio: 0.99 });
});

for (const path of ["compare/vmxnet3-vs-sriov/"]) {
  test(`on a phone and a tablet nothing of the table on /${path} has to be scrolled to`, async ({ page }) => {
    for (const size of [sizes.phone, { width: 768, height: 1024 }]) {
      await page.setViewportSize(size);
      await page.goto(`./${path}`);
      const frames = page.getByRole("main").locator(".table-scroll");
      expect(await frames.count()).toBeGreaterThan(0);
      for (const [scrolled, shown] of await frames.evaluateAll((all) =>
        all.map((frame) => [frame.scrollWidth, frame.clientWidth] as const),
      )) {
        expect(scrolled).toBeLessThanOrEqual(shown);
      }
      // What wraps in its column lies over none beside it.
      const over = await frames
        .locator("td")
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({ textContent }) => textContent),
        );
      expect(over).toEqual([]);
    }
  });
}

test("/findings/ begins each topic with five findings; the fold has the rest, also for a filter and an address", async ({
  page,
}) => {
  await page.goto("./findings/");
  const problems = page.locator(".entry-group").filter({ has: page.locator("#problem") });
  const visible = problems.locator(".entry:visible");
  await expect(visible).toHaveCount(5);
  await problems.getByText(/^\d+ more findings$/).click();
  await expect(visible).toHaveCount(await problems.locator(".entry").count());
  const folded = await page.locator(".more-entries .entry").last().locator(".entry-anchor").getAttribute("id");
  await page.goto("./findings/?platform=kvm");
  await expect(page.locator(".entry:not([hidden])").last()).toBeVisible();
  await page.goto(`./findings/#${folded}`);
  await expect(page.locator(`.entry:has(#${folded}) > summary`)).toBeInViewport();
});
