import { expect, test } from "./support/site.ts";

for (const [path, table] of [["benchmarks/vmware-esx35-2008/", "#measurements + .row-body > .table-scroll"]] as const) {
  for (const width of [960, 1440]) {
    test(`the head of a long table of /${path} stays in view at ${width} px, and no column is cut off`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`./${path}`);
      const frame = page.locator(table).first();
      const rows = frame.locator("tbody tr");
      expect(await rows.count()).toBeGreaterThan(7);
      await rows
        .nth(7)
        .evaluate((row) => scrollTo({ top: row.getBoundingClientRect().top + scrollY - 200, behavior: "instant" }));
      const head = await frame.locator("thead th").first().boundingBox();
      expect(head?.y).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect((await frame.evaluate(({ clientWidth }) => clientWidth)) + 1).toBeGreaterThan(
        (await frame.locator("table").boundingBox())?.width ?? Infinity,
      );
    });
  }
}

test("the adapter of rows that are all its own is said once, and stays in view below the head", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto("./benchmarks/vmware-esx35-2008/");
  const frame = page.getByRole("region", { name: "Measurements", exact: true });
  const names = await frame.getByRole("rowheader", { name: /VMXNET2/ }).count();
  expect(names).toBe(1);
  await frame
    .locator("tbody tr")
    .nth(9)
    .evaluate((row) => scrollTo({ top: row.getBoundingClientRect().top + scrollY - 200, behavior: "instant" }));
  const [head, group] = [
    await frame.locator("thead th").first().boundingBox(),
    await frame.locator(".group > th").first().boundingBox(),
  ];
  if (!head || !group) throw new Error("the table has no head or no group");
  expect(Math.abs(group.y - (head.y + head.height))).toBeLessThan(3);
});

test("the values of a chart are all in view below it, and scroll sideways in their own box", async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("./benchmarks/");
    const chart = page.locator("#ratios");
    await chart.getByText("Table", { exact: true }).click();
    const frame = chart.getByRole("region", { name: /^Values of the chart/ });
    expect(await frame.evaluate((place) => place.scrollHeight - place.clientHeight)).toBeLessThan(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

for (const path of ["nobel-vmxnet3-2013", "vmware-esx35-2008"]) {
  test(`at 360 px a measurement of /benchmarks/${path}/ is a card that is whole on the screen`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`./benchmarks/${path}/`);
    const frame = page.getByRole("region", { name: "Measurements", exact: true });
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const rows = await frame
      .locator("tbody tr:not(.group)")
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect)),
      );
    expect(rows.length).toBeGreaterThan(3);
    for (const [what, result, , words] of rows) {
      expect(result?.top).toBe(what?.top);
      expect(result && what && result.left > what.left).toBe(true);
      expect(words && words.width > 300).toBe(true);
    }
  });
}

test("at 360 px a study of /explore/ is a card that is whole on the screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("./explore/");
  const studies = page.getByRole("region", { name: "Studies", exact: true });
  await expect(studies.getByRole("link", { name: /^CSV of/ }).first()).toBeVisible();
  expect(await studies.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("letters, words and lines set further apart do not widen a page of citations", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("./guides/passthrough-and-mobility/");
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
    );
    document.adoptedStyleSheets = [sheet];
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

for (const [medium, width] of [
  ["screen", 1440],
  ["print", 718],
] as const) {
  test(`the features of passthrough show every column at ${width} px, medium ${medium}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ media: medium });
    await page.goto("./guides/passthrough-and-mobility/");
    const places = page.locator(".table-scroll:has(.support-table)");
    await expect(places).toHaveCount(2);
    expect(
      await places.evaluateAll((all) => all.map(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)),
    ).toEqual([0, 0]);
  });
}

test("the table of simulated verdicts shows every column on paper", async ({ page }) => {
  await page.setViewportSize({ width: 718, height: 900 });
  await page.emulateMedia({ media: "print" });
  await page.goto("./validate/compare/");
  const places = page.locator(".table-scroll");
  await expect(places).toHaveCount(1);
  expect(await places.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("a long list of a page's parts leaves no empty screen beside it", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ["embed/", "guides/packet-rate/"]) {
    await page.goto(`./${path}`);
    const parts = page.getByRole("navigation", { name: "On this page" });
    expect((await parts.boundingBox())?.height, path).toBeLessThan(250);
  }
});

test("names of adapters and file fields are at least 24 px high to press", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ["", "adapters/", "compare/", "guides/passthrough-and-mobility/", "contribute/form/"]) {
    await page.goto(`./${path}`);
    const targets = page.locator("a.adapter-name, a.track-number, input[type=file]");
    await expect(targets.first()).toBeVisible();
    const low = await targets.evaluateAll((all) =>
      all.filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return width > 0 && Math.min(width, height) < 24;
      }),
    );
    expect(low, path).toHaveLength(0);
  }
});
