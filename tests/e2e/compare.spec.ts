import type { Locator, Page } from "@playwright/test";
import { expect, holdRequests, test } from "./support/site.ts";

const table = (page: Page, platform: string): Locator => page.locator(`section[data-platform=${platform}]`);
const head = (page: Page, column: string): Locator => table(page, "vsphere").locator(`th[data-column=${column}]`);
const cell = (page: Page, feature: string, column: string): Locator =>
  table(page, "vsphere").locator(`tr[data-feature=${feature}] td[data-column=${column}] a`).first();
const need = (page: Page, name: string): Locator =>
  table(page, "vsphere").getByRole("checkbox", { name: `${name} must work`, exact: true });

test("what must work makes columns step back and say why, and stays in the address", async ({ page }) => {
  await page.goto("./compare/");
  await need(page, "vMotion").check();
  await expect(head(page, "sriov")).toHaveAttribute("data-verdict", "fails");
  await expect(head(page, "sriov")).toContainText("does not support: vMotion");
  await expect(head(page, "vmxnet3")).toHaveAttribute("data-verdict", "fits");
  await expect(head(page, "vmxnet3-upt")).toHaveAttribute("data-verdict", "fits");
  await expect(page.getByRole("status")).toContainText("VMXNET3 (UPT)");
  await expect.poll(() => new URL(page.url()).search).toBe("?needs=vmotion");
  // The same feature of the other platform has another name.
  await expect(table(page, "kvm").getByRole("checkbox", { name: "live migration must work" })).toBeChecked();
  await page.reload();
  await expect(need(page, "vMotion")).toBeChecked();
  await expect(head(page, "sriov")).toHaveAttribute("data-verdict", "fails");
});

for (const [width, scrolled] of [
  [768, 0],
  [1440, 0],
  [1440, 300],
] as const)
  test(`what must work is chosen without moving its row, at ${width} px, ${scrolled} px down`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./compare/");
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
    const box = need(page, "vMotion");
    const findTop = () => box.evaluate((element) => element.getBoundingClientRect().top);
    const before = await findTop();
    await box.check();
    await expect(head(page, "sriov")).toHaveAttribute("data-verdict", "fails");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // Pages scroll by whole pixels.
    expect(Math.abs((await findTop()) - before)).toBeLessThan(1);
  });

test("a release leaves out what came later, and the other platform", async ({ page }) => {
  await page.goto("./compare/");
  await page.getByLabel("Platform").selectOption("vsphere");
  await expect(table(page, "kvm")).toBeHidden();
  await page.getByRole("combobox", { name: "Release" }).selectOption("4.0");
  await expect(head(page, "sriov")).toContainText("not in this release");
  await need(page, "jumbo frames").check();
  await expect(head(page, "e1000")).toContainText("does not support: jumbo frames");
  await expect.poll(() => new URL(page.url()).search).toBe("?platform=vsphere&release=4.0&needs=jumbo-frames");
  await page.getByRole("combobox", { name: "Release" }).selectOption("5.5");
  await expect(head(page, "e1000")).toHaveAttribute("data-verdict", "fits");
});

test("what an address asks for and the table has not is said, until the reader chooses", async ({ page }) => {
  await page.goto("./compare/?platform=vsphere&needs=vmotion,vmoton");
  await expect(page.getByRole("status")).toContainText("Could not be used: needs=vmoton.");
  await need(page, "snapshots").check();
  await expect(page.getByRole("status")).not.toContainText("Could not be used");
});

test("clearing brings the whole table back", async ({ page }) => {
  await page.goto("./compare/?platform=vsphere&release=5.5&needs=vmotion,rss");
  await expect(head(page, "e1000")).toHaveAttribute("data-verdict", "fails");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(table(page, "kvm")).toBeVisible();
  await expect(page.locator("[data-verdict]")).toHaveCount(0);
  await expect(need(page, "vMotion")).not.toBeChecked();
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("the filter is worked with the keyboard alone", async ({ page }) => {
  await page.goto("./compare/");
  await need(page, "snapshots").focus();
  await page.keyboard.press("Space");
  await expect(head(page, "directpath-io")).toContainText("does not support: snapshots");
});

test("without script the tables are whole and a cell leads to its reason", async ({ withoutScript: page }) => {
  await page.goto("./compare/?needs=vmotion");
  await expect(page.locator("#compare-filter")).toBeHidden();
  await expect(need(page, "vMotion")).toBeHidden();
  await cell(page, "hot-add", "sriov").click();
  const answer = page.locator("#vsphere-hot-add-sriov");
  await expect(answer).toBeInViewport();
  await expect(answer).toContainText("Sources disagree.");
  await table(page, "vsphere").getByText("vMotion", { exact: true }).click();
  await expect(page.locator("#vsphere-vmotion-vmxnet3")).toBeVisible();
});

test("a cell opens its reason beside it, by keyboard too, and closing it leads back to the cell", async ({ page }) => {
  await page.goto("./compare/");
  await cell(page, "hot-add", "sriov").click();
  const reason = page.getByRole("dialog", { name: "hot add and hot remove with SR-IOV: no" });
  await expect(reason).toContainText("Sources disagree.");
  await expect(reason.getByRole("group").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(reason).toBeHidden();
  await cell(page, "jumbo-frames", "e1000").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "jumbo frames with E1000: yes, since 4.1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cell(page, "jumbo-frames", "e1000")).toBeFocused();
});

test("a row opens to the meaning and the sources, and an address opens it", async ({ page }) => {
  await page.goto("./compare/");
  const answer = page.locator("#vsphere-snapshots-vmxnet3");
  await expect(answer).toBeHidden();
  const name = table(page, "vsphere").locator("tr[data-feature=snapshots] .row-name");
  await name.press("Enter");
  await expect(answer).toBeVisible();
  await name.press("Enter");
  await expect(answer).toBeHidden();
  await page.goto("./compare/#kvm-snapshots");
  await expect(page.locator("#kvm-snapshots-vmxnet3")).toBeVisible();
  await page.goto("./compare/#vsphere-lro-vmxnet3");
  await expect(page.locator("#vsphere-lro-vmxnet3")).toBeInViewport();
});

test("a cell counts its known problems and tells them with their fix", async ({ page }) => {
  await page.goto("./compare/");
  await expect(cell(page, "lro", "vmxnet3")).toContainText("known problems");
  await cell(page, "lro", "vmxnet3").click();
  const reason = page.getByRole("dialog", { name: "LRO with VMXNET3: yes" });
  await expect(reason).toContainText("Disable LRO in the guest that routes.");
});

test("two adapters can be chosen, and stay in the address", async ({ page }) => {
  await page.goto("./compare/");
  await table(page, "vsphere").getByLabel("Compare").selectOption("vmxnet3");
  await expect(head(page, "e1000")).toBeVisible();
  await table(page, "vsphere").getByLabel("with").selectOption("sriov");
  await expect(head(page, "sriov")).toBeVisible();
  await expect(head(page, "e1000")).toBeHidden();
  await expect.poll(() => new URL(page.url()).search).toBe("?pair=vmxnet3,sriov");
  await expect(table(page, "vsphere").getByRole("link", { name: "VMXNET3 vs SR-IOV in detail" })).toHaveAttribute(
    "href",
    /compare\/vmxnet3-vs-sriov\/$/,
  );
  await page.reload();
  await expect(head(page, "e1000")).toBeHidden();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(head(page, "e1000")).toBeVisible();
});

test("a phone shows the choice and the first rows of two adapters on its first screen, and covers nothing", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./compare/");
  await expect(table(page, "vsphere").getByLabel("Compare")).toBeInViewport({ ratio: 1 });
  await expect(table(page, "vsphere").getByLabel("Compare")).toHaveValue("vmxnet3");
  const first = cell(page, "vmotion", "vmxnet3");
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(cell(page, "vmotion", "e1000e")).toBeInViewport({ ratio: 1 });
  await expect(cell(page, "vmotion", "sriov")).toBeHidden();
  await table(page, "vsphere").getByLabel("with").selectOption("sriov");
  await expect(cell(page, "vmotion", "sriov")).toBeVisible();
  await need(page, "vMotion").check();
  await expect(head(page, "sriov").getByText("does not support: vMotion")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  // Whatever is scrolled to is on top.
  const row = table(page, "vsphere").locator("tr[data-feature=rss] .row-name");
  await row.scrollIntoViewIfNeeded();
  expect(
    await row.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + 4)?.closest(".row-name") === element;
    }),
  ).toBe(true);
});

test("on a phone the keyboard goes to nothing that is not in view", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./compare/");
  await expect(need(page, "vMotion")).toBeVisible();
  await table(page, "vsphere").locator(".compare-scroll").focus();
  for (const name of ["VMXNET3", "E1000E"]) {
    await page.keyboard.press("Tab");
    const link = head(page, name.toLowerCase()).getByRole("link", { name });
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 1 });
    expect(
      await link.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return document.elementFromPoint(left + 4, top + 4)?.closest("a") === element;
      }),
    ).toBe(true);
  }
  await page.keyboard.press("Tab");
  await expect(need(page, "vMotion")).toBeFocused();
});

test("the comparison takes two pages of paper", async ({ page }) => {
  await page.goto("./compare/");
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(2);
});

test("on the way back up the keyboard never stands below the head that stays in view", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // Else the page is still on its way when it is measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("./compare/");
  const foot = async (): Promise<number> =>
    (await head(page, "vmxnet3")
      .boundingBox()
      .then((box) => box && box.y + box.height)) ?? 0;
  const cells = table(page, "vsphere").locator("tbody td[data-column=vmxnet3] .cell-button");
  await cells.last().focus();
  for (let index = (await cells.count()) - 1; index >= 0; index--) {
    await cells.nth(index).focus();
    const box = await cells.nth(index).boundingBox();
    expect(box?.y ?? -1).toBeGreaterThanOrEqual((await foot()) - 1);
  }
});

test("no word of a column's head is torn, and the heads leave room for the rows", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./compare/");
  for (const platform of ["vsphere", "kvm"]) {
    const heads = table(page, platform).locator("thead");
    expect(
      await heads
        .locator(".whole")
        .evaluateAll((words) =>
          words.filter((word) => word.getClientRects().length !== 1).map((word) => word.textContent),
        ),
    ).toEqual([]);
    // Firefox ends a line at a slash, too.
    expect(
      await heads
        .locator(".adapter-name")
        .evaluateAll((names) =>
          names
            .flatMap((name) => [...name.childNodes])
            .flatMap((node) => (node.nodeType === Node.TEXT_NODE && /[-/]/.exec(node.textContent ?? "")) || []),
        ),
    ).toEqual([]);
    expect(
      await heads
        .locator(".since")
        .evaluateAll((all) =>
          all.flatMap(({ textContent }) => /(?:hardware|since|until) /.exec(textContent ?? "") ?? []),
        ),
    ).toEqual([]);
    expect((await heads.boundingBox())?.height).toBeLessThan(160);
    const [wide, place] = [
      await table(page, platform).locator("table").boundingBox(),
      await table(page, platform).boundingBox(),
    ];
    expect(wide?.width).toBeLessThanOrEqual((place?.width ?? 0) + 0.5);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});

test("on a desk every word stands beside its mark, and the table needs no scrolling sideways", async ({ page }) => {
  for (const width of [1344, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./compare/");
    const found = await table(page, "vsphere").evaluate((section) => ({
      below: [...section.querySelectorAll(".cell-button")].filter((cell) => {
        const [mark, word] = [cell.querySelector("svg"), cell.querySelector(".word")];
        return mark && word && word.getBoundingClientRect().top >= mark.getBoundingClientRect().bottom;
      }).length,
      scrolls: [...section.querySelectorAll("*")].some(
        (part) => part.querySelector("table") && part.scrollWidth > part.clientWidth,
      ),
    }));
    expect(found, `${width} px wide`).toEqual({ below: 0, scrolls: false });
  }
});

test("the choice of two adapters stands beside the platform, which leaves the first screen to the table", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./compare/");
  const [name, choice] = [
    await table(page, "vsphere").getByRole("heading", { name: "VMware vSphere" }).boundingBox(),
    await table(page, "vsphere").getByLabel("Compare", { exact: true }).boundingBox(),
  ];
  if (!name || !choice) throw new Error("the platform has no name or no choice");
  expect(choice.x).toBeGreaterThan(name.x + name.width);
  expect(Math.abs(choice.y + choice.height / 2 - (name.y + name.height / 2))).toBeLessThan(12);
  await expect(cell(page, "vmotion", "vmxnet3")).toBeInViewport({ ratio: 1 });
});

for (const width of [768, 1280, 1366, 1440]) {
  test(`the page alone scrolls down at ${width} px, and the head stays in view`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./compare/");
    for (const platform of ["vsphere", "kvm"]) {
      const [heads, row] = [
        table(page, platform).locator("thead th"),
        table(page, platform).locator("tbody tr[data-feature]").nth(12),
      ];
      await row.evaluate((element) =>
        scrollTo({ top: element.getBoundingClientRect().top + scrollY - 400, behavior: "instant" }),
      );
      await expect.poll(async () => Math.abs(Math.round((await heads.first().boundingBox())?.y ?? NaN))).toBe(0);
      expect(await heads.last().evaluate((head) => Math.abs(Math.round(head.getBoundingClientRect().top)))).toBe(0);
      expect(
        await row
          .locator("th")
          .evaluate(
            (head) => document.elementFromPoint(head.getBoundingClientRect().left + 4, 10)?.closest("thead") !== null,
          ),
      ).toBe(true);
      const frame = table(page, platform).locator(".compare-scroll");
      expect(await frame.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
      expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)).toBe(width >= 1280);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}

test("the second table is laid out when a reader comes near it, not before", async ({ page }) => {
  await page.goto("./compare/");
  const row = table(page, "kvm").locator("tbody th[scope=row]").first();
  const isLaidOut = (): Promise<boolean> => row.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await table(page, "kvm").scrollIntoViewIfNeeded();
  await expect.poll(isLaidOut).toBe(true);
});

for (const width of [360, 1440]) {
  test(`whoever comes back to the second table at ${width} px stands where they were`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./compare/");
    await page.locator("footer").scrollIntoViewIfNeeded();
    // Its height counts only once it is laid out.
    await expect
      .poll(() =>
        table(page, "kvm").evaluate((one) =>
          one.querySelector("tbody th")?.checkVisibility({ contentVisibilityAuto: true }),
        ),
      )
      .toBe(true);
    const findPlace = (): Promise<number> => page.evaluate(() => Math.round(scrollY));
    await page.evaluate(() => scrollBy(0, -300));
    const before = await findPlace();
    await page.reload();
    await expect.poll(findPlace).toBe(before);
    await page.goto("./rules/");
    await page.goBack();
    await expect.poll(findPlace).toBe(before);
  });
}

test("on a phone the adapters and why one fails stay in view at the row that is ticked", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./compare/");
  await need(page, "RDMA").scrollIntoViewIfNeeded();
  await need(page, "RDMA").check();
  await expect(head(page, "vmxnet3").getByText("does not support: RDMA")).toBeInViewport({ ratio: 1 });
  await expect(need(page, "RDMA")).toBeInViewport({ ratio: 1 });
});

test("the head of a wide table stays in view for whoever wants no motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto("./compare/");
  await table(page, "vsphere")
    .locator("tbody tr[data-feature]")
    .nth(12)
    .evaluate((element) => scrollTo({ top: element.getBoundingClientRect().top + scrollY - 400, behavior: "instant" }));
  await expect.poll(async () => Math.abs(Math.round((await head(page, "vmxnet3").boundingBox())?.y ?? NaN))).toBe(0);
});

test("an address leads to its row, however late the style sheets come", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { send } = await holdRequests(page, /\.css$/);
  const script = page.waitForResponse(/\/compare-page[^/]*\.js$/);
  await page.goto("./compare/#vmotion", { waitUntil: "commit" });
  await (await script).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  send();
  await expect(table(page, "vsphere").locator("tr[data-feature=vmotion]")).toBeInViewport();
});

test("the address of a feature opens at 360 px with what lacks it, and with two adapters that differ", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [feature, platform] of [
    ["vmotion", "vsphere"],
    ["rdma", "vsphere"],
    ["snapshots", "vsphere"],
  ] as const) {
    await page.goto(`./features/${feature}/`);
    await page.waitForURL(/\/compare\//);
    const row = table(page, platform).locator(`tr[data-feature=${feature}]`);
    await expect(row).toBeInViewport();
    const words = await row.locator("td:visible .word").allTextContents();
    expect(words, feature).toHaveLength(2);
    expect(new Set(words).size, feature).toBe(2);
  }
  await page.goto("./features/vmotion/");
  await page.waitForURL(/\/compare\//);
  const without = page.locator("#vsphere-vmotion + .more .more-without");
  await expect(without).toHaveText(/^vMotion: not with .*SR-IOV/);
  await expect(without).toBeInViewport();
  await expect(page.locator("#vsphere-vmotion + .more .more-answers li").first()).toContainText("no");
});
