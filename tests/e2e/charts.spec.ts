import type { Locator, Page } from "@playwright/test";
import { findViolations } from "./support/accessibility.ts";
import { expect, test } from "./support/site.ts";

const throughput = "./benchmarks/nobel-vmxnet3-2013/";
const registers = "./benchmarks/nic-lab-2026/";
const ratios = "./benchmarks/";
const bulk = "./benchmarks/nic-lab-2026-bulk/";

const figure = (page: Page): Locator => page.locator("figure.chart").first();
const drawing = (page: Page): Locator => figure(page).locator(".chart-drawing");
const tip = (page: Page): Locator => figure(page).locator(".chart-tip");
const status = (page: Page): Locator => drawing(page).getByRole("status");

/** Touches a chart and waits until it answers. */
async function touch(page: Page, chart = drawing(page)): Promise<Locator> {
  await chart.scrollIntoViewIfNeeded();
  await chart.hover({ position: { x: 2, y: 2 } });
  await expect(chart).toHaveClass(/is-live/);
  return chart;
}

function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

const isLive = (path: string): boolean => /\/js\/start-charts\.|\/charts\/live\//.test(path);

test("nothing of it is loaded before a chart is touched, then one script and one chart", async ({ page }) => {
  const asked = watchRequests(page);
  await page.goto(throughput);
  await page.mouse.move(5, 5);
  await page.keyboard.press("Tab");
  await page.waitForLoadState("networkidle");
  expect(asked.filter(isLive)).toEqual([]);
  await touch(page);
  expect(asked.filter(isLive)).toHaveLength(2);
});

test("the drawing that answers has the place and the size of the one before, and nothing moves", async ({ page }) => {
  await page.goto(throughput);
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: "layout-shift" });
  });
  await drawing(page).scrollIntoViewIfNeeded();
  const before = {
    figure: await figure(page).boundingBox(),
    svg: await drawing(page).locator("svg.chart-wide").boundingBox(),
  };
  await touch(page);
  expect({
    figure: await figure(page).boundingBox(),
    svg: await drawing(page).locator(".chart-live > svg").boundingBox(),
  }).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

test("pointing at a mark tells what it is and under which conditions it was found", async ({ page }) => {
  await page.goto(throughput);
  await touch(page);
  await drawing(page).locator(".chart-live path[fill*='--adapter-e1000,']").first().hover();
  await expect(tip(page)).toBeVisible();
  await expect(tip(page).locator("p")).toHaveText("E1000: 2.65 Gbit/s");
  for (const text of [
    "TCP stream, throughput",
    "Windows Server 2008 R2, 16 streams",
    "VMware ESXi, version unknown",
    "Rickard Nobel, 2013",
  ])
    await expect(tip(page)).toContainText(text);
  await page.mouse.move(5, 5);
  await expect(tip(page)).toBeHidden();
});

test("the keyboard reaches every value, each is said, and Escape leaves", async ({ page }) => {
  await page.goto(throughput);
  await drawing(page).focus();
  await expect(drawing(page)).toHaveClass(/is-live/);
  await expect(drawing(page)).toBeFocused();
  await expect(drawing(page)).toHaveAccessibleName(/VMXNET3 carried.*Arrow keys/);
  const said: string[] = [];
  for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown"]) {
    await page.keyboard.press(key);
    said.push((await status(page).textContent()) ?? "");
  }
  expect(said.map((text) => text.replace(/\..* (\d of \d)\.$/s, " … $1"))).toEqual([
    "VMXNET3: 4 … 1 of 4",
    "E1000: 2 … 2 of 4",
    "VMXNET3: 4 … 3 of 4",
    "E1000E: 1 … 4 of 4",
    "E1000E: 1 … 4 of 4",
  ]);
  expect(said[1]).toContain("Runs: 1. Source: Rickard Nobel, 2013");
  await page.keyboard.press("Home");
  await expect(tip(page).locator("p")).toHaveText("VMXNET3: 4.47 Gbit/s");
  await page.keyboard.press("Escape");
  await expect(tip(page)).toBeHidden();
  await expect(status(page)).toHaveText("");
  await page.keyboard.press("Escape");
  await expect(drawing(page)).not.toBeFocused();
});

test("scrolling takes a value from the pointer, not from the keyboard", async ({ page }) => {
  await page.goto(throughput);
  await drawing(page).focus();
  await expect(drawing(page)).toHaveClass(/is-live/);
  const scroll = (): Promise<void> =>
    page.evaluate(
      () =>
        new Promise((done) => {
          addEventListener("scroll", () => requestAnimationFrame(() => done()), { once: true });
          scrollBy(0, 20);
        }),
    );
  await page.keyboard.press("ArrowDown");
  await scroll();
  await expect(tip(page).locator("p")).toHaveText("VMXNET3: 4.47 Gbit/s");
  await expect(status(page)).toContainText("1 of 4");
  await drawing(page).locator(".chart-live path[fill*='--adapter-e1000,']").first().hover();
  await expect(tip(page).locator("p")).toHaveText("E1000: 2.65 Gbit/s");
  await scroll();
  await expect(tip(page)).toBeHidden();
});

test("a bar opens into the registers behind it and closes again", async ({ page }) => {
  await page.goto(registers);
  await touch(page);
  await drawing(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(tip(page)).toContainText("Click or Enter: show its registers.");
  await page.keyboard.press("Enter");
  const list = figure(page).locator(".chart-more");
  await expect(list.getByRole("status")).toHaveText(/^Vlance: 30 register accesses per ping/);
  await expect(list.getByRole("row")).not.toHaveCount(1);
  await expect(list.getByRole("columnheader")).toHaveText(["Register", "Access", "Times", "Purpose"]);
  // What opens is on the screen, and nothing lies over it.
  await expect(tip(page)).toBeHidden();
  await expect(list.getByRole("columnheader").first()).toBeInViewport();
  await expect(list.getByRole("row").nth(4)).toBeInViewport();
  await expect(tip(page)).toBeHidden();
  await expect(status(page)).toHaveText("Its registers are listed below.");
  await page.keyboard.press("ArrowDown");
  await expect(tip(page)).toBeVisible();
  await list.getByRole("button", { name: "Close" }).click();
  await expect(list).toHaveCount(0);
  await expect(drawing(page)).toBeFocused();
});

for (const what of ["/js/start-charts.", "/charts/live/"]) {
  test(`where ${what}… cannot be loaded the drawing stays`, async ({ page, complaints }) => {
    await page.route(
      (url) => url.pathname.includes(what),
      (route) => route.abort(),
    );
    await page.goto(throughput);
    const failed = page.waitForEvent("requestfailed");
    await drawing(page).hover();
    await failed;
    await expect(drawing(page)).not.toHaveAttribute("tabindex");
    await expect(drawing(page).locator("svg.chart-wide")).toBeVisible();
    await expect(drawing(page)).not.toHaveClass(/is-live/);
    // The browser itself tells of the request that was refused, and nobody of anything else.
    expect(complaints.filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
    complaints.length = 0;
  });
}

test("a mark that is pointed at while the chart is still loading is told once it is there", async ({ page }) => {
  await page.goto(throughput);
  await drawing(page).scrollIntoViewIfNeeded();
  await drawing(page).locator("svg.chart-wide path[fill*='--adapter-e1000e,']").hover();
  await expect(tip(page).locator("p")).toHaveText("E1000E: 1.88 Gbit/s");
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });
  test("a finger's tap tells a mark, and what is told stays until the next tap", async ({ page }) => {
    await page.goto(throughput);
    await drawing(page).locator("svg.chart-narrow path[fill*='--adapter-e1000,']").tap();
    await expect(tip(page).locator("p")).toHaveText("E1000: 2.65 Gbit/s");
    await drawing(page).locator(".chart-live path[fill*='--adapter-e1000e,']").tap();
    await expect(tip(page).locator("p")).toHaveText("E1000E: 1.88 Gbit/s");
    await page.locator("h1").tap({ position: { x: 5, y: 5 } });
    await expect(tip(page)).toBeHidden();
  });
});

test("a plot with many values can be looked at closer by drag, key, double click and button, and seen whole again", async ({
  page,
}) => {
  await page.goto(bulk);
  await touch(page);
  const axis = drawing(page).locator(".chart-live .role-axis-label").filter({ hasText: ",000" });
  const shown = async (): Promise<string[]> =>
    (await axis.locator("text").allTextContents()).filter((text) => text !== "").sort((a, b) => a.length - b.length);
  const all = await shown();
  expect(all.length).toBeGreaterThan(2);
  const box = await drawing(page).locator(".chart-live .background").first().boundingBox();
  if (!box) throw new Error("the plot has no place");
  const at = (share: number): [number, number] => [box.x + box.width * share, box.y + box.height / 2];
  await page.mouse.move(...at(0.3));
  await page.mouse.down();
  await page.mouse.move(...at(0.7), { steps: 4 });
  await page.mouse.up();
  await expect.poll(shown).not.toEqual(all);
  const whole = figure(page).getByRole("button", { name: "Whole axis" });
  await whole.click();
  await expect.poll(shown).toEqual(all);
  await expect(whole).toBeHidden();
  await expect(drawing(page)).toBeFocused();
  await page.keyboard.press("+");
  await expect.poll(shown).not.toEqual(all);
  await page.keyboard.press("-");
  await expect.poll(shown).toEqual(all);
  await expect(whole).toBeHidden();
  await page.keyboard.press("-");
  await expect.poll(shown).toEqual(all);
  // It looks closer at that place, not at the middle.
  await page.mouse.dblclick(...at(0.95));
  await expect.poll(shown).not.toContain(all[0]);
  await page.keyboard.press("0");
  await expect.poll(shown).toEqual(all);
  // A drag beyond the axis ends where the axis begins.
  await page.mouse.move(...at(0.3));
  await page.mouse.down();
  await page.mouse.move(...at(-0.05), { steps: 4 });
  await page.mouse.up();
  await expect.poll(shown).not.toEqual(all);
  await page.keyboard.press("0");
  await expect.poll(shown).toEqual(all);
  await figure(page).getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(shown).not.toEqual(all);
  await figure(page).getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(shown).toEqual(all);
  await expect(drawing(page)).toBeFocused();
  // Two presses of the button are two looks, not a double click on the plot below it as well.
  await figure(page).getByRole("button", { name: "Zoom in" }).dblclick();
  await expect.poll(shown).not.toEqual(all);
  await figure(page).getByRole("button", { name: "Zoom out" }).click();
  await figure(page).getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(shown).toEqual(all);
});

test("what scrolls or enlarges the page does not look closer at a chart", async ({ page }) => {
  await page.goto(bulk);
  await touch(page);
  const plot = drawing(page).locator(".chart-live .background").first();
  await plot.evaluate((place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    for (const [type, share] of [
      ["pointerdown", 0.3],
      ["pointerup", 0.7],
    ] as const) {
      place.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: "touch",
          clientX: left + width * share,
          clientY: top + height / 2,
        }),
      );
    }
  });
  await drawing(page).focus();
  await page.keyboard.press("Control+=");
  // What is asked for later has been done when the chart answers to it.
  await page.keyboard.press("=");
  await expect(figure(page).getByRole("button", { name: "Zoom out" })).toBeVisible();
  await page.keyboard.press("-");
  await expect(figure(page).getByRole("button", { name: "Zoom out" })).toBeHidden();
});

test("looking closer keeps the value that is told, leaves out what is cut off, and holds when the place changes its width", async ({
  page,
}) => {
  await page.goto(bulk);
  const chart = drawing(page);
  await touch(page, chart);
  await chart.focus();
  await page.keyboard.press("Home");
  const tell = chart.locator(".chart-tip p");
  const told = (await tell.textContent()) ?? "";
  const count = async (): Promise<number> => {
    await page.keyboard.press("End");
    const [, of] = / of (\d+)\.$/.exec((await chart.getByRole("status").textContent()) ?? "") ?? [];
    await page.keyboard.press("Home");
    return Number(of);
  };
  const all = await count();
  for (let press = 0; press < 3; press++) await page.keyboard.press("+");
  await expect(tell).toHaveText(told);
  const closer = 3;
  await expect.poll(count).toBe(closer);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(chart.locator(".chart-live > svg")).toHaveAttribute("viewBox", /^0 0 340 /);
  await chart.focus();
  await expect.poll(count).toBe(closer);
  await page.keyboard.press("0");
  await expect.poll(count).toBe(all);
});

test("the ratios are sorted and filtered by keyboard, the table and the address with them, and going back undoes it", async ({
  page,
}) => {
  await page.goto(ratios);
  const labels = (): Promise<string[]> =>
    drawing(page)
      .locator(".chart-live .role-scope text")
      .filter({ hasText: /^\d+\.\d\d×$/ })
      .allTextContents()
      .then((texts) => texts.map((text) => text.slice(0, -1)));
  const column = (): Promise<string[]> =>
    figure(page).locator("tbody tr:not([hidden]) td:nth-child(2)").allTextContents();
  const inTable = await column();
  await figure(page).getByLabel("Sort by").focus();
  await expect(drawing(page)).toHaveClass(/is-live/);
  await page.keyboard.press("L");
  await expect(page).toHaveURL(/\?sort=ratio$/);
  const sorted = [...inTable].sort((a, b) => Number(b) - Number(a));
  expect(sorted).not.toEqual(inTable);
  await expect.poll(column).toEqual(sorted);
  await expect.poll(async () => (await labels()).toSorted()).toEqual(sorted.toSorted());
  await figure(page).getByLabel("Platform").selectOption("KVM");
  await expect(page).toHaveURL(/\?sort=ratio&platform=kvm$/);
  await expect(figure(page).locator(".chart-choice output")).toHaveText(/^(\d) of \d ratios are shown\.$/);
  await expect(drawing(page).locator(".chart-live")).not.toContainText("VMXNET3");
  expect((await column()).length).toBeLessThan(inTable.length);
  // What would leave nothing cannot be chosen.
  await expect(figure(page).getByLabel("Workload").getByRole("option", { name: "UDP stream" })).toBeDisabled();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/benchmarks\/$/);
  await expect.poll(column).toEqual(inTable);
  await expect(drawing(page).locator(".chart-live")).toContainText("VMXNET3");
});

test("an address with an order or a filter shows it at once, without a touch and without a shift", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) =>
      shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${ratios}?sort=year&platform=kvm`);
  await expect(drawing(page)).toHaveClass(/is-live/);
  await expect(figure(page).getByLabel("Platform")).toHaveValue("kvm");
  await expect(drawing(page).locator(".chart-live")).not.toContainText("VMXNET3");
  const years = await figure(page).locator("tbody tr:not([hidden]) td:nth-child(6)").allTextContents();
  expect(years.map((text) => Number(text.slice(-4)))).toEqual([2012, 2012, 2011, 2011]);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  expect(await findViolations(page, { seen: new Set() })).toEqual([]);
});

test("an address that asks for what no ratio has shows all of them", async ({ page }) => {
  await page.goto(`${ratios}?platform=kvm&workload=udp-stream`);
  await expect(drawing(page)).toHaveClass(/is-live/);
  await expect(figure(page).locator(".chart-choice output")).toHaveText(/^(\d) of \1 ratios are shown\.$/);
});

test("bars keep their zero: their charts cannot be looked at closer", async ({ page }) => {
  await page.goto(throughput);
  await touch(page);
  await expect(figure(page).getByRole("button", { name: "Zoom in" })).toHaveCount(0);
});

test("in the narrow drawing and back the chart goes on answering", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(throughput);
  await touch(page);
  await expect(drawing(page).locator(".chart-live > svg")).toHaveAttribute("viewBox", /^0 0 340 /);
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(drawing(page).locator(".chart-live > svg")).toHaveAttribute("viewBox", /^0 0 720 /);
  await expect(drawing(page).locator(".chart-live")).toHaveCount(1);
});

test("light and dark need no other drawing", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(throughput);
  await touch(page);
  const bar = drawing(page).locator(".chart-live path[fill*='--adapter-vmxnet3']").first();
  await expect(bar).toHaveCSS("fill", "rgb(26, 122, 240)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(bar).toHaveCSS("fill", "rgb(74, 130, 250)");
});

test("a chart that answers is accessible in light and dark", async ({ page }) => {
  await page.goto(registers);
  await touch(page);
  await drawing(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(figure(page).locator(".chart-more")).toBeVisible();
  expect(await findViolations(page, { seen: new Set() })).toEqual([]);
});

test("a chart's table has the width of the page and is not cut off below", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(ratios);
  await figure(page).locator(".chart-tools summary").click();
  const { clientWidth, scrollWidth, clientHeight, scrollHeight } = await figure(page)
    .locator(".chart-tools .table-scroll")
    .evaluate((table) => ({
      clientWidth: table.clientWidth,
      scrollWidth: table.scrollWidth,
      clientHeight: table.clientHeight,
      scrollHeight: table.scrollHeight,
    }));
  expect(scrollWidth).toBe(clientWidth);
  expect(scrollHeight).toBe(clientHeight);
});

test("every chart can be shared: link, live and pinned embed, picture, data, citation with year and address", async ({
  page,
}) => {
  await page.goto(throughput);
  const share = figure(page).getByRole("button", { name: "Share" });
  await share.click();
  const dialog = page.getByRole("dialog", { name: /^Share: / });
  await expect(dialog).toBeVisible();
  for (const name of ["PNG", "SVG", "CSV"]) await expect(dialog.getByRole("link", { name })).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Embed, live" })).toContainText("<iframe");
  await expect(dialog.getByRole("region", { name: "Embed, pinned" })).toContainText("<img");
  await expect(dialog.getByRole("region", { name: "BibTeX" })).toContainText(/year = \{20\d\d\},[\s\S]*url = \{http/);
  await expect(dialog.getByRole("button", { name: "Copy" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(share).toBeFocused();
});

test("the frame of a chart that is opened as a page leads to where the chart stands, with what the address asks for", async ({
  page,
}) => {
  await page.goto("./charts/ratios/?sort=ratio");
  await expect(page).toHaveURL(/\/benchmarks\/\?sort=ratio#ratios$/);
  await page.goto("./charts/throughput-vmxnet3-e1000/");
  await expect(page).toHaveURL(/\/benchmarks\/nobel-vmxnet3-2013\/#throughput-vmxnet3-e1000$/);
  await expect(figure(page)).toBeInViewport();
});
