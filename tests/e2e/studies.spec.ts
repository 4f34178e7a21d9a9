import { measureShift } from "./support/layout-shift.ts";
import { expect, holdRequests, test } from "./support/site.ts";

test("two studies stand side by side, with words for what differs, and the choice is in the address", async ({
  page,
}) => {
  await page.goto("./benchmarks/nobel-vmxnet3-2013/");
  await page.getByRole("link", { name: "Compare with another study" }).click();
  await expect(page.getByRole("combobox", { name: "One study" })).toHaveValue("nobel-vmxnet3-2013");
  await page.getByRole("combobox", { name: "The other study" }).selectOption("vcdx200-freebsd-debian-2025");
  await expect(page.getByRole("status")).toContainText("Do not compare these numbers: the testbeds differ in");
  const testbeds = page.getByRole("region", { name: "Testbeds of both" });
  await expect(testbeds.locator('[data-verdict="differs"]')).toHaveCount(await testbeds.locator("tbody tr").count());
  const same = page.getByRole("region", { name: "Fields that are the same" });
  await expect(same).toBeHidden();
  await page.getByText(/^\d+ the same$/).click();
  await expect(same.getByRole("row", { name: /^Topology/ })).toContainText("same");
  await expect(
    page
      .getByRole("region", { name: "Measurements under different conditions" })
      .getByRole("row", { name: /^VMXNET3: throughput/ })
      .first(),
  ).toContainText("Gbit/s");
  await expect.poll(() => new URL(page.url()).search).toBe("?a=nobel-vmxnet3-2013&b=vcdx200-freebsd-debian-2025");
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Choose two studies.");
});

test("studies that share nothing say so, and one study twice is refused", async ({ page }) => {
  await page.goto("./benchmarks/compare/?a=openstack-offloads-2016&b=directpath-io-2010");
  await expect(page.getByRole("status")).toContainText("Nothing to compare");
  await expect(page.getByRole("region", { name: "Testbeds of both" })).toBeVisible();
  await page.getByRole("combobox", { name: "The other study" }).selectOption("openstack-offloads-2016");
  await expect(page.getByRole("status")).toHaveText("Both choices are the same study. Choose a different one.");
});

test("the first screen says how alike the testbeds and the values are", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./benchmarks/compare/?a=nic-lab-2026&b=nic-lab-2026-qemu-10");
  const counts = page.getByRole("status").getByRole("listitem");
  await expect(counts).toHaveText([
    /^Testbeds: \d+ fields differ, \d+ the same$/,
    /^Measurements under the same conditions: \d+ differ, \d+ the same, \d+ within the spread\. Largest difference: \d+.% (more|less)$/,
  ]);
  await expect(counts.last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("region", { name: "Testbeds of both" }).getByRole("row").last()).toBeInViewport({
    ratio: 1,
  });
});

test("on a phone the heads tell two studies apart whose titles begin alike, and no word is torn", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("./benchmarks/compare/?a=nic-lab-2026&b=nic-lab-2026-qemu-10");
  const heads = page.getByRole("region", { name: "Testbeds of both" }).locator("thead a");
  await expect(heads).toHaveText([/QEMU 7\.2$/, /QEMU 10\.0$/]);
  for (const { scrollHeight, clientHeight } of await heads.evaluateAll((all) =>
    all.map(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight })),
  ))
    expect(scrollHeight).toBe(clientHeight);
  const results = page.getByRole("region", { name: "Measurements of both" }).locator("td a");
  expect(
    await results.evaluateAll((all) =>
      all.flatMap(({ textContent }) => /[a-z]\u00A0[a-z]/.exec(textContent ?? "") ?? []),
    ),
  ).toEqual([]);
});

test("where no two rows are alike the ratios within each study are compared", async ({ page }) => {
  await page.goto("./benchmarks/compare/?a=freebsd-vtnet-2011&b=freebsd9-drivers-2012");
  await expect(
    page.getByRole("region", { name: "Ratios of both" }).getByRole("row", {
      name: "virtio-net to E1000: throughput, TCP stream same way 1.50 to 4.42 times 1.23 times",
    }),
  ).toBeVisible();
});

test("on a phone a field has its word beside it and both studies below, and nothing is off the screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("./benchmarks/compare/?a=freebsd-vtnet-2011&b=freebsd9-drivers-2012");
  await expect(page.getByRole("region", { name: "Testbeds of both" })).toBeVisible();
  for (const fold of await page.locator("#studies-answer summary").all()) await fold.click();
  for (const name of [
    "Testbeds of both",
    "Fields not fully stated",
    "Ratios of both",
    "Measurements under different conditions",
  ]) {
    const rows = page.getByRole("region", { name }).locator("tbody tr");
    await expect(rows.first()).toBeVisible();
    for (const places of await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect)),
    )) {
      const [field, word, one, other] = places;
      for (const { left, right } of places) expect(left >= 0 && right <= 360).toBe(true);
      expect(word?.top).toBe(field?.top);
      expect(other?.top).toBe(one?.top);
      expect(other && one && other.left >= one.right).toBe(true);
    }
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("not stated is said of silence alone", async ({ page }) => {
  await page.goto("./benchmarks/compare/?a=freebsd-vtnet-2011&b=freebsd9-drivers-2012");
  await page.getByText(/^\d+ fields not fully stated/).click();
  const testbeds = page.getByRole("region", { name: "Fields not fully stated" });
  await expect(testbeds.getByRole("row", { name: /^Hypervisor stated in part/ })).toHaveCount(1);
  for (const texts of await testbeds
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))) {
    expect(texts[1] === "not stated").toBe(texts.slice(2).includes("not stated"));
  }
});

for (const width of [360, 768, 1440]) {
  test(`the testbeds of all studies are whole at ${width} px, without rows that seem empty`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./benchmarks/compare/");
    const region = page.getByRole("region", { name: "Testbeds of all studies" });
    expect(
      await region.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
      ]),
    ).toEqual([0, 0]);
    for (const { room, right } of await region.locator("tbody tr").evaluateAll((rows) =>
      rows.map((row) => {
        const cells = [...row.children]
          .filter((cell) => cell.textContent?.trim() !== "")
          .map((cell) => cell.getBoundingClientRect());
        const filled = [...row.querySelectorAll("p, th a")].map((part) => part.getBoundingClientRect().bottom);
        return {
          room: row.getBoundingClientRect().bottom - Math.max(...filled),
          right: Math.max(...cells.map((cell) => cell.right)),
        };
      }),
    )) {
      expect(right).toBeLessThanOrEqual(width);
      expect(room).toBeLessThan(24);
    }
  });
}

test("rows whose conditions are the same stand in one line, those that differ first and by how much, the others folded", async ({
  page,
}) => {
  await page.goto("./benchmarks/compare/?a=nic-lab-2026&b=nic-lab-2026-qemu-10");
  const differing = page.getByRole("region", { name: "Measurements of both" }).locator("tbody tr");
  await expect(differing.first()).toContainText(/differs\d+.% (more|less) in the other study/);
  await expect(differing.filter({ hasText: /within the spread/ })).toHaveCount(0);
  const same = page.getByRole("region", { name: "Measurements that are the same" });
  await page.getByText(/^\d+ the same or within the spread$/).click();
  await expect(same.locator("tbody tr")).toHaveCount(60);
  await page.getByRole("button", { name: /^Show 60 more rows \(\d+ hidden\)$/ }).click();
  await expect(same.locator("tbody tr")).toHaveCount(120);
});

const two = "./benchmarks/compare/?a=nobel-vmxnet3-2013&b=vcdx200-freebsd-debian-2025";

test("two studies that the address names take their place however late the measurements come, and nothing moves", async ({
  page,
}) => {
  const { send } = await holdRequests(page, "**/measurements*.json");
  await page.goto(two);
  const all = page.getByRole("region", { name: "Testbeds of all studies" });
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(all).toBeHidden();
  // Whoever goes on to the end meanwhile sees nothing that has to give way.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  send();
  await expect(page.getByRole("region", { name: "Testbeds of both" })).toBeVisible();
  expect(await measureShift(page)).toBeLessThan(0.01);
});

test("a study that is chosen before the measurements come stays chosen", async ({ page }) => {
  const { send, asked } = await holdRequests(page, "**/measurements*.json");
  await page.goto("./benchmarks/compare/?a=nobel-vmxnet3-2013");
  await asked;
  await page.getByLabel("The other study").selectOption("vcdx200-freebsd-debian-2025");
  send();
  await expect(page.getByRole("region", { name: "Testbeds of both" })).toBeVisible();
  expect(page.url()).toContain(two.slice(1));
});

test("where the measurements cannot be loaded that is said, and all testbeds are there", async ({
  page,
  complaints,
}) => {
  await page.route("**/measurements*.json", (route) => route.abort());
  await page.goto(two);
  await expect(page.getByRole("status")).toContainText("could not be loaded");
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toBeVisible();
  expect(complaints.splice(0).join()).toContain("ERR_FAILED");
});

test("without script the testbeds of all studies are there", async ({ withoutScript: page }) => {
  await page.goto("./benchmarks/compare/");
  await expect(page.locator("#studies-comparison")).toBeHidden();
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toContainText("HP ProLiant BL460c Gen8");
});
