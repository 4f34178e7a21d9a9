import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import { findViolations } from "./support/accessibility.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const question = (page: Page): Locator => page.locator("#explorer-question");
const rows = (page: Page): Locator => page.locator("#explorer-rows > tr");
const panels = (page: Page): Locator => page.locator("#explorer-panels > section");
const box = (page: Page, facet: string, name: RegExp): Locator =>
  page.locator(`[data-facet=${facet}]`).getByRole("checkbox", { name });
const focusOf = (page: Page): Locator => panels(page).locator(".panel-focus");
const tip = (page: Page): Locator => panels(page).locator(".chart-tip").filter({ visible: true });
const textOf = async (download: Download): Promise<string> => readFile(await download.path(), "utf8");

test("a filter narrows question, charts, table and counts, and stays in the address", async ({ page }) => {
  await page.goto("./explore/");
  await expect(question(page)).toHaveText(/^All measurements, 2008 to \d{4}$/);
  await box(page, "metric", /^throughput/).check();
  await box(page, "adapter", /^VMXNET3/).check();
  await box(page, "adapter", /^E1000 /).check();
  await expect(question(page)).toHaveText(
    /^Throughput, (VMXNET3 against E1000|E1000 against VMXNET3), 20\d\d to 20\d\d$/,
  );
  await expect
    .poll(() => new URL(page.url()).search)
    .toMatch(/^\?metric=throughput&adapter=(vmxnet3,e1000|e1000,vmxnet3)$/);
  const found = await rows(page).count();
  await expect(page.getByRole("status")).toContainText(`${found} performance measurements of`);
  await expect(rows(page).filter({ hasNotText: /VMXNET3|E1000/ })).toHaveCount(0);
  await expect(panels(page).first().locator(".lane").first()).toContainText(/VMXNET3|E1000/);
  await page.reload();
  await expect(rows(page)).toHaveCount(found);
  await expect(box(page, "adapter", /^VMXNET3/)).toBeChecked();
});

test("a filter that is set before the measurements come adds to what the address asks for", async ({ page }) => {
  const { send, asked } = await holdRequests(page, "**/explorer/measurements.*.json");
  await page.goto("./explore/?metric=throughput");
  await asked;
  await box(page, "platform", /^KVM/).check();
  await page.locator("[name=from]").selectOption("2010");
  send();
  await expect(question(page)).toHaveText(/^Throughput.* on KVM/);
  await expect(box(page, "platform", /^KVM/)).toBeChecked();
  await expect(box(page, "metric", /^throughput/)).toBeChecked();
  await expect.poll(() => new URL(page.url()).search).toBe("?metric=throughput&platform=kvm&from=2010");
});

test("the back button takes back one step at a time", async ({ page }) => {
  await page.goto("./explore/?metric=latency");
  await expect(question(page)).toHaveText(/^Latency/);
  await page.getByRole("link", { name: "CPU use" }).click();
  await expect(question(page)).toHaveText(/^CPU/);
  await box(page, "platform", /^KVM/).check();
  await expect(question(page)).toHaveText(/on KVM/);
  await page.goBack();
  await expect(question(page)).not.toHaveText(/on KVM/);
  await page.goBack();
  await expect(question(page)).toHaveText(/^Latency/);
  await expect(box(page, "metric", /^latency/)).toBeChecked();
});

test("each study has its own panel, and one axis for several testbeds warns", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&adapter=vmxnet3,e1000,e1000e&workload=tcp-stream");
  const warnings = page.locator("#explorer-warnings");
  await expect(warnings).toBeEmpty();
  const notes = page.locator("#explorer-notes");
  await notes.locator("summary").click();
  await expect(notes).toContainText("Each study has its own panel");
  expect(await panels(page).count()).toBeGreaterThan(2);
  await page.getByLabel("Draw").selectOption("year");
  await expect(warnings.locator(".strong")).toContainText("Warning. Different testbeds on one axis.");
  await expect(panels(page)).toHaveCount(1);
  const [first = ""] = await walk(page);
  expect(first).toMatch(/^\S.*: .*\d.*\. Study: .* 20\d\d\. 1 of \d+\.$/);
  await expect.poll(() => new URL(page.url()).searchParams.get("by")).toBe("year");
});

test("a mark says its adapter, conditions and value, and values are in the unit of the chart", async ({ page }) => {
  await page.goto("./explore/?study=vmxnet3-xdp-2023&metric=packet-rate");
  const texts: string[] = [];
  await expect(focusOf(page)).not.toHaveCount(0);
  for (let place = 0; place < (await focusOf(page).count()); place++) texts.push(...(await walk(page, place)));
  expect(texts).toHaveLength(await panels(page).locator(".bar, .plane .dot, .lane-strip .dot").count());
  expect(new Set(texts.map((text) => text.replace(/ \d+ of \d+\.$/, ""))).size).toBe(texts.length);
  expect(texts.filter((text) => text.includes("skb mode"))).not.toHaveLength(0);
  expect(texts.filter((text) => text.includes("native mode"))).not.toHaveLength(0);
  await page.goto("./explore/?study=nobel-vmxnet3-2013&metric=throughput&kind=value");
  const bars = await walk(page);
  for (const text of bars) expect(text).toMatch(/^\S.*: .*\d.Gbit\/s\. /);
  expect(bars).toHaveLength(await panels(page).first().locator(".bar").count());
  await page.goto("./explore/?study=contrail-windows-2019&metric=throughput&adapter=vmxnet3");
  const sentence = panels(page).locator(".panel-sentence");
  await expect(sentence.locator("strong")).toContainText(/7\.38.Gbit\/s/);
  await expect(sentence).toContainText(/\(full result: 7,375\.198.Mbit\/s\)/);
});

const nobel = "./explore/?study=nobel-vmxnet3-2013&metric=throughput&kind=value";

/** Walks with the keyboard through the marks of a panel and returns what is said of each. */
async function walk(page: Page, place = 0): Promise<string[]> {
  const focus = focusOf(page).nth(place);
  await focus.focus();
  await expect(focus).toHaveRole("application");
  const status = panels(page).locator(".panel-drawing").nth(place).getByRole("status");
  const texts: string[] = [];
  let left = 1;
  while (left > 0) {
    await page.keyboard.press("ArrowDown");
    const text = (await status.textContent()) ?? "";
    const [, at, all] = / (\d+) of (\d+)\.$/.exec(text) ?? [];
    texts.push(text);
    left = Number(all) - Number(at);
  }
  return texts;
}

test("what shows a mark's details is loaded once a reader touches a panel, and is one script", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(nobel);
  await expect(focusOf(page).first()).toBeAttached();
  await page.mouse.move(5, 5);
  await page.waitForLoadState("networkidle");
  const before = asked.length;
  expect(asked.filter((path) => path.includes("/start-marks."))).toEqual([]);
  await panels(page).locator(".bar").first().hover();
  await expect(tip(page)).toBeVisible();
  expect(new Set(asked.slice(before)).size).toBe(1);
  expect(asked.at(-1)).toContain("/start-marks.");
});

test("a mark under the mouse shows its details, a click holds them open, and their link leads to the row", async ({
  page,
}) => {
  // So high that nothing is scrolled, which would take the details from the pointer.
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto(nobel);
  const [bar, other] = [panels(page).locator(".bar").first(), panels(page).locator(".bar").nth(1)];
  await bar.hover();
  await expect(tip(page).locator("p")).toHaveText(/^(E1000|VMXNET3|E1000E): \d\.\d+.Gbit\/s$/);
  const heading = (await tip(page).locator("p").textContent()) ?? "";
  await expect(tip(page).locator("dt")).toHaveText(["Conditions", "All marks", "Platform", "Runs", "Study"]);
  await expect(tip(page)).toContainText("Rickard Nobel 2013");
  const link = tip(page).getByText("Open the study", { exact: true });
  await expect(link).toBeHidden();
  // Anywhere in its lane a mark is meant.
  await panels(page).locator(".lane-value").first().hover();
  await expect(tip(page).locator("p")).toHaveText(heading);
  await page.mouse.move(5, 5);
  await expect(tip(page)).toHaveCount(0);

  await bar.click();
  await expect(link).toBeVisible();
  await other.hover();
  await page.mouse.move(5, 5);
  await expect(tip(page).locator("p")).toHaveText(heading);
  await page.keyboard.press("Escape");
  await expect(tip(page)).toHaveCount(0);
  await bar.click();
  await page.locator("h1").click();
  await expect(tip(page)).toHaveCount(0);

  // With the focus in the panel too.
  await focusOf(page).first().focus();
  await page.keyboard.press("End");
  await bar.click();
  await expect(tip(page).locator("p")).toHaveText(heading);
  await link.click();
  await expect(page).toHaveURL(/\/benchmarks\/nobel-vmxnet3-2013\/#\S+$/);
});

test("the keyboard reaches each mark, leaves with Escape, and opens the study with Enter", async ({ page }) => {
  await page.goto(nobel);
  await panels(page).first().getByRole("link").focus();
  await page.keyboard.press("Tab");
  const focus = focusOf(page).first();
  await expect(focus).toBeFocused();
  await expect(focus).toHaveAccessibleName(/^Rickard Nobel 2013: throughput.*Arrow keys.*Enter: open the study\.$/);
  await page.keyboard.press("End");
  const last = (await tip(page).locator("p").textContent()) ?? "";
  await page.keyboard.press("Home");
  await expect(tip(page).locator("p")).not.toHaveText(last);
  await page.keyboard.press("Escape");
  await expect(tip(page)).toHaveCount(0);
  await expect(focus).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(focus).not.toBeFocused();
  const said = await walk(page);
  expect(said.at(-1)).toContain(last);
  // The rows of a chart stay texts for those who do not walk through it.
  await expect(panels(page).getByRole("listitem").first()).toContainText(/VMXNET3|E1000/);
  const id = await rows(page)
    .filter({ hasText: /^E1000E/ })
    .getByRole("link")
    .first()
    .getAttribute("href");
  while (!/^E1000E/.test((await tip(page).locator("p").textContent()) ?? "")) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${id}$`));
});

test("a chart that is drawn again shows the details of its new marks", async ({ page }) => {
  await page.goto(nobel);
  await panels(page).locator(".bar").first().hover();
  await expect(tip(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await page.getByLabel("Draw").selectOption("year");
  await expect(panels(page).locator(".plane .dot").first()).toBeVisible();
  await expect(page.locator(".chart-tip")).toHaveCount(0);
  const [first = ""] = await walk(page);
  expect(first).toContain("Rickard Nobel 2013");
});

test("if the script of the details does not load, the chart has no stop for the keyboard", async ({
  page,
  complaints,
}) => {
  await page.route("**/start-marks.*", (route) => route.abort());
  await page.goto(nobel);
  await focusOf(page).first().focus();
  await expect(focusOf(page)).toHaveCount((await panels(page).locator(".panel-drawing").count()) - 1);
  await expect(panels(page).locator(".bar").first()).toBeVisible();
  // The browser itself tells of the request that was refused, and nobody of anything else.
  expect(complaints.filter((text) => !text.includes("net::ERR_FAILED"))).toEqual([]);
  complaints.length = 0;
});

test("a chart whose marks are pointed at is accessible in light and dark", async ({ page }) => {
  await page.goto(nobel);
  await panels(page).locator(".bar").first().click();
  await expect(tip(page)).toBeVisible();
  expect(await findViolations(page, { seen: new Set() })).toEqual([]);
  await expect(tip(page)).toBeVisible();
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });
  test("a tap shows a mark's details until the next tap, with a link to the row's study", async ({ page }) => {
    await page.goto(nobel);
    const bars = panels(page).locator(".bar");
    const link = tip(page).getByText("Open the study", { exact: true });
    await bars.first().tap();
    await expect(link).toBeVisible();
    const heading = (await tip(page).locator("p").textContent()) ?? "";
    await bars.last().tap();
    await expect(tip(page).locator("p")).not.toHaveText(heading);
    await page.locator("#explorer-marks").tap({ position: { x: 5, y: 5 } });
    await expect(tip(page)).toHaveCount(0);
    await bars.last().tap();
    const { x, y, width, height } = (await tip(page).boundingBox()) ?? { x: -1, y: -1, width: 999, height: 999 };
    expect(x >= 0 && y >= 0 && x + width <= 360 && y + height <= 740).toBe(true);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await link.tap();
    await expect(page).toHaveURL(/\/benchmarks\/nobel-vmxnet3-2013\/#\S+$/);
  });
});

test("rows of an emulated virtual function are named as such", async ({ page }) => {
  await page.goto("./explore/?adapter=sriov&study=nic-lab-2026-qemu-10&metric=register-accesses&part=whole");
  for (const panel of await panels(page).all()) await expect(panel).toContainText(/emulated by QEMU/);
  await page.goto("./explore/?study=nic-lab-2026-qemu-10&metric=register-accesses&part=whole");
  const lanes = panels(page).locator(".lane-name").filter({ hasText: "SR-IOV" });
  await expect(lanes).not.toHaveCount(0);
  await expect(lanes.filter({ hasNotText: "emulated by QEMU" })).toHaveCount(0);
});

test("a point has the shape that the legend gives its adapter", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&workload=tcp-stream&by=year");
  const panel = panels(page).first();
  await expect(panel.locator(".plane .dot").first()).toBeAttached();
  const shapes = await panel.evaluate((element) => {
    const shapeIn = (part: Element): string => `${part.getAttribute("fill")} ${part.firstElementChild?.tagName}`;
    return {
      legend: [...element.querySelectorAll(".legend .mark")].map(shapeIn),
      points: [...element.querySelectorAll(".plane .dot")].map(shapeIn),
    };
  });
  expect([...new Set(shapes.points)].sort()).toEqual([...shapes.legend].sort());
  expect(new Set(shapes.points.map((shape) => shape.split(" ").at(-1))).size).toBeGreaterThan(1);
});

test("what was measured is drawn on the first screen", async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [768, 900],
    [360, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("./explore/?metric=throughput&adapter=vmxnet3,e1000,e1000e&workload=tcp-stream");
    const first = panels(page).first().locator(".lane-strip").first();
    await expect(first, `at ${width} px`).toBeInViewport();
  }
  // Where the warning about several testbeds stands above it, on a screen of a desk.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./explore/?metric=throughput&workload=tcp-stream&by=year");
  await expect(panels(page).first().locator(".plane .dot").first()).toBeInViewport();
});

/** Charts in each form, with what stands at the axis of the results and, where there is one, at the other. */
const forms: readonly (readonly [form: string, address: string, up: string, along: string])[] = [
  [".lane", "?metric=throughput&study=nobel-vmxnet3-2013&kind=value", "", "Throughput (Gbit/s)"],
  [".lane", "?metric=interrupts&workload=tcp-stream&part=whole", "", "Interrupts (interrupts per MiB), logarithmic"],
  [
    ".plane",
    "?metric=throughput&workload=tcp-stream&by=year",
    "Throughput (Gbit/s), logarithmic",
    "Year of publication",
  ],
  [".plane", "?metric=packet-rate&by=packetBytes", "Packet rate (Mpackets/s)", "Frame size (bytes)"],
];
for (const width of [360, 768, 1440]) {
  test(`each axis has its title with the unit, inside the chart and beside the axis, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const [form, address, up, along] of forms) {
      await page.goto(`./explore/${address}`);
      const panel = panels(page).first();
      await expect(panel.locator(form).first(), address).toBeVisible();
      await expect(panel.locator(".axis-title"), address).toHaveText([up, along].filter((title) => title !== ""));
      const places = await panel.locator(".axis-title").evaluateAll((titles) =>
        titles.map((title) => {
          const range = document.createRange();
          range.selectNodeContents(title);
          const [text, chart] = [
            range.getBoundingClientRect(),
            title.closest(".panel-drawing")?.getBoundingClientRect() ?? new DOMRect(),
          ];
          const axis = title.previousElementSibling?.matches(".axis, .lane-value")
            ? title.parentElement?.querySelector(".axis:not(.axis-up)")
            : title.nextElementSibling;
          const { top, bottom } = axis?.getBoundingClientRect() ?? new DOMRect();
          return {
            isInside: text.left >= chart.left && text.right <= chart.right,
            gap: Math.round(Math.max(text.top - bottom, top - text.bottom)),
          };
        }),
      );
      for (const { isInside, gap } of places) {
        expect(isInside, address).toBe(true);
        expect(gap, address).toBeGreaterThanOrEqual(-4);
        expect(gap, address).toBeLessThan(12);
      }
    }
  });
}

test("the common question that the choice is, is marked, and no other", async ({ page }) => {
  const marked = page.getByRole("navigation", { name: "Common questions" }).locator("[aria-current]");
  await page.goto("./explore/?by=study&workload=tcp-stream&adapter=virtio-net&metric=throughput");
  await expect(marked).toHaveText("TCP throughput of virtio-net");
  await box(page, "platform", /^KVM/).check();
  await expect(marked).toHaveCount(0);
  await page.getByRole("link", { name: "All TCP throughput, over the years" }).click();
  await expect(marked).toHaveText("All TCP throughput, over the years");
  await page.getByLabel("Draw").selectOption("study");
  await expect(marked).toHaveCount(0);
  await page.goBack();
  await expect(marked).toHaveText("All TCP throughput, over the years");
  await expect(marked).toHaveAttribute("aria-current", "true");
});

test("a layout that would draw nothing is not offered, and one that came with the address says so", async ({
  page,
}) => {
  await page.goto("./explore/?metric=throughput&by=packetBytes");
  await expect(page.getByText("Draw each study by itself instead")).toBeVisible();
  await expect(panels(page)).toHaveCount(0);
  await expect(page.getByText("A filled mark is computed from samples")).toBeHidden();
  const layout = page.getByLabel("Draw");
  await expect(layout.locator("option:checked")).toBeEnabled();
  await layout.selectOption("study");
  await expect(panels(page)).not.toHaveCount(0);
  await expect(layout.locator("option[value=packetBytes]")).toBeDisabled();
  await expect(layout.locator("option[value=year]")).toBeEnabled();
});

test("what is shown can be taken away with its sources", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&study=nobel-vmxnet3-2013&kind=value");
  await expect(rows(page)).not.toHaveCount(0);
  const shown = await rows(page).count();
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download all rows (CSV)" }).click(),
  ]);
  const lines = (await textOf(csv)).trim().split("\r\n");
  expect(lines).toHaveLength(shown + 1);
  expect(lines[1]).toContain("Rickard Nobel");
  const [json] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download all rows (JSON)" }).click(),
  ]);
  const taken = JSON.parse(await textOf(json)) as { address: string; measurements: { url?: string; page: string }[] };
  expect(taken.measurements).toHaveLength(shown);
  expect(taken.address).toBe(page.url());
  expect(taken.measurements[0]?.page).toContain("/benchmarks/nobel-vmxnet3-2013/#");
});

test("more than a page of rows comes when it is asked for", async ({ page }) => {
  await page.goto("./explore/?metric=register-accesses");
  await expect(rows(page)).toHaveCount(200);
  await page.getByRole("button", { name: /^Show 200 more rows \([\d,]+ hidden\)$/ }).click();
  await expect(rows(page)).toHaveCount(400);
  await expect(rows(page).nth(200).getByRole("link")).toBeFocused();
});

test("the filters stay beside what is read on a wide screen, and each of them can be reached there", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./explore/");
  await expect(rows(page)).toHaveCount(200);
  const last = page.getByRole("button", { name: "Clear the filters" });
  await page
    .locator("#explorer-panels")
    .evaluate((panels) => scrollTo({ top: panels.getBoundingClientRect().top + scrollY, behavior: "instant" }));
  const place = (): Promise<number> => page.evaluate(() => scrollY);
  const before = await place();
  await expect(page.locator("[data-facet=metric] > summary")).toBeInViewport();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await place()).toBe(before);
});

for (const width of [360, 1440]) {
  test(`one goes from the charts to the table and back at ${width} px, and the choice stays in the address`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./explore/?metric=throughput");
    const table = page.getByRole("region", { name: "Measurements" });
    await page.getByRole("link", { name: "To the table" }).click();
    await expect(table).toBeFocused();
    await expect(rows(page).first()).toBeInViewport();
    await page.getByRole("link", { name: "Back to the charts" }).click();
    await expect(question(page)).toBeFocused();
    await expect(question(page)).toBeInViewport();
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe("?metric=throughput");
  });
}

test("a layout that draws nothing has no way to the table", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&by=packetBytes");
  await expect(rows(page)).not.toHaveCount(0);
  await expect(page.getByRole("link", { name: "To the table" })).toBeHidden();
});

test("at 360 px a measurement is a card that is whole on the screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("./explore/?metric=throughput");
  await expect(rows(page)).not.toHaveCount(0);
  const table = page.getByRole("region", { name: "Measurements" });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const cells = await rows(page)
    .first()
    .locator("> *")
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
  expect(cells).toHaveLength(5);
  expect(cells[2]?.top).toBe(cells[0]?.top);
  for (const { left, right } of cells) expect(left >= 0 && right <= 360).toBe(true);
});

test("what an address asks for and nobody has is said, until the reader chooses", async ({ page }) => {
  await page.goto("./explore/?adapter=vmxnet4&metrik=throughput");
  await expect(page.getByRole("status")).toHaveText(
    /^\d+ performance measurements and \d+ register and interrupt counts of \d+ studies\. Could not be used: adapter=vmxnet4, metrik=throughput\.$/,
  );
  await box(page, "adapter", /^VMXNET3/).check();
  await expect(page.getByRole("status")).toHaveText(
    /^\d+ performance measurements and \d+ register and interrupt counts of \d+ studies$/,
  );
});

test("nothing found is said, with the way out", async ({ page }) => {
  await page.goto("./explore/?metric=latency&adapter=rtl8139");
  await expect(page.getByRole("status")).toHaveText("No measurement matches. Untick a filter, or clear all filters.");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows(page)).toHaveCount(200);
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("an adapter that no study measured leads to no measurement, not to all of them", async ({ page }) => {
  await page.goto("./explore/?adapter=pvrdma");
  await expect(question(page)).toHaveText("No measurement of PVRDMA");
  await expect(rows(page)).toHaveCount(0);
  await expect(box(page, "adapter", /^PVRDMA/)).toBeChecked();
  await expect(page.getByRole("link", { name: "Open questions" })).toBeVisible();
  await page.getByRole("button", { name: "Show all measurements" }).click();
  await expect(rows(page)).toHaveCount(200);
  await expect(page.getByRole("button", { name: "Show all measurements" })).toBeHidden();
});

test("a result that repeats others is in the table, not in the chart", async ({ page }) => {
  await page.goto("./explore/?study=nobel-vmxnet3-2013&metric=throughput&workload=tcp-stream");
  await expect(rows(page).filter({ hasText: "about 4.6" })).toHaveCount(1);
  await expect(panels(page).first().locator(".lane").first()).toBeVisible();
  await expect(panels(page).locator(".lane-value").filter({ hasText: "about 4.6" })).toHaveCount(0);
});

test("the keyboard skips from the common questions to the results", async ({ page }) => {
  await page.goto("./explore/");
  await expect(rows(page)).toHaveCount(200);
  await page.locator("a[data-preset]").last().focus();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the results" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest(".explorer-result") !== null)).toBe(true);
});

test("on a phone the filters are folded, and the keyboard alone opens and uses them", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./explore/");
  await expect(rows(page)).toHaveCount(200);
  await expect(box(page, "metric", /^latency/)).toBeHidden();
  await page.getByRole("button", { name: "Filters" }).focus();
  await page.keyboard.press("Enter");
  await box(page, "metric", /^latency/).focus();
  await page.keyboard.press("Space");
  await expect(question(page)).toHaveText(/^Latency/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** States that an address can ask for, with what comes of each: much, one plane of points, little, and nothing to draw. */
const addresses = [
  "",
  "?metric=throughput&by=year",
  "?study=nobel-vmxnet3-2013&kind=value",
  "?metric=throughput&by=packetBytes",
];
/** Where a reader may be by the time the measurements come: at the top, where one sees what stands above and below their end, beyond it, and at the end of the page. */
const readers: Record<string, (page: Page) => Promise<void>> = {
  "at the top": async () => {},
  "among the filters": (page) => page.evaluate(() => scrollTo({ top: 250, behavior: "instant" })),
  "where the studies begin": (page) => scrollToStudies(page, 0.5),
  "in the studies": (page) => scrollToStudies(page, -0.5),
  "at the end": (page) =>
    page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" })),
};

for (const width of [360, 768, 1440]) {
  for (const address of addresses) {
    test(`measurements that come late move nothing under any reader, at ${width} px, ${address === "" ? "all of them" : address}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const [where, go] of Object.entries(readers)) {
        const send = await openWaiting(page, address);
        await go(page);
        send();
        await expect(rows(page)).not.toHaveCount(0);
        expect(await measureShift(page), where).toBe(0);
      }
    });
  }
}

test("what came while one read below it stands there in full once one comes back, and moves nothing then", async ({
  page,
}) => {
  const height = async (): Promise<number> => (await page.locator(".explorer-result").boundingBox())?.height ?? 0;
  const [csv, end] = [page.getByRole("button", { name: "Download all rows (CSV)" }), page.locator("#studies")];
  for (const back of ["by scrolling", "by the keyboard", "by a new choice"] as const) {
    const send = await openWaiting(page, "");
    const before = await height();
    await scrollToStudies(page, 0.5);
    const place = await end.boundingBox();
    send();
    await expect(rows(page)).toHaveCount(200);
    expect(await end.boundingBox(), back).toEqual(place);
    expect(await height(), back).toBe(before);
    if (back === "by scrolling") await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    else if (back === "by the keyboard") await csv.focus();
    else await box(page, "metric", /^throughput/).evaluate((element: HTMLInputElement) => element.click());
    await expect.poll(height, back).toBeGreaterThan(before);
    if (back === "by the keyboard") await expect(csv).toBeInViewport();
    else if (back === "by scrolling") expect(await measureShift(page)).toBe(0);
  }
});

/** Opens the explorer whose measurements come when what it returns is called. */
async function openWaiting(page: Page, address: string): Promise<() => void> {
  await page.unrouteAll();
  const { send, asked } = await holdRequests(page, "**/explorer/measurements.*.json");
  await page.goto(`./explore/${address}`);
  await asked;
  return send;
}

/** Scrolls so that the studies begin at a share of the window's height. */
function scrollToStudies(page: Page, share: number): Promise<void> {
  return page
    .locator("#studies")
    .evaluate(
      (heading, from) =>
        scrollBy({ top: heading.getBoundingClientRect().top - innerHeight * from, behavior: "instant" }),
      share,
    );
}

for (const width of [360, 1440]) {
  test(`two studies that come with the measurements move nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./benchmarks/compare/?a=nobel-vmxnet3-2013&b=vcdx200-freebsd-debian-2025");
    await expect(page.locator("#studies-answer td").first()).toBeVisible();
    expect(await measureShift(page)).toBeLessThan(0.02);
  });
}

test("without script every study and every count is there", async ({ withoutScript: page }) => {
  await page.goto("./explore/");
  await expect(page.locator("#explorer")).toBeHidden();
  await expect(
    page
      .getByRole("region", { name: "Studies" })
      .getByRole("link", { name: "VMXNET3, E1000E and E1000 between two Windows VMs", exact: true }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Number of measurements" })).toBeVisible();
});

test("measurements that do not come are told, and the studies stay", async ({ page, complaints }) => {
  await page.route("**/explorer/*.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("./explore/");
  await expect(page.getByRole("status")).toHaveText(
    "The measurements could not be loaded (the server answered 503). Load the page again, or use the studies below.",
  );
  await expect(page.getByRole("heading", { name: "Studies", exact: true })).toBeVisible();
  complaints.length = 0;
});

test("a bound is drawn open, panels name their study, and a single result is a sentence", async ({ page }) => {
  await page.goto("./explore/?metric=throughput&study=directpath-io-2010");
  const bound = panels(page).locator(".bar.bound");
  await expect(bound.first()).toBeAttached();
  expect(await page.locator(".bound-arrow").count()).toBe(await bound.count());
  await page.goto("./explore/?metric=throughput&workload=tcp-stream");
  await expect(panels(page).first()).toBeVisible();
  const titles = await panels(page).locator("h3").allTextContents();
  expect(titles.length).toBeGreaterThan(2);
  expect(new Set(titles).size).toBe(titles.length);
  for (const panel of await panels(page).all()) expect(await panel.locator(".bar").count()).not.toBe(1);
  await page.goto("./explore/?study=vsphere6-40g-2015&metric=throughput");
  await expect(panels(page).locator(".panel-sentence").first()).toContainText("35");
});
