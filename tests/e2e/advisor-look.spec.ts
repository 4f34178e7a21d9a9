import type { Locator } from "@playwright/test";
import { openAdvisor, openUntouched } from "./fixtures/advisor-page.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const query =
  "?platform=vsphere&platformVersion=8.0&guest=rhel9-64&packetRate=8000&guestDrivers=true&iommu=true&requires=vmotion";

for (const width of [360, 768, 1440]) {
  test(`no button lies over code at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { answer, chooseTool } = await openAdvisor(page, query);
    await chooseTool("govc");
    const blocks = answer.locator(".code:visible");
    expect(await blocks.count()).toBeGreaterThan(3);
    for (const block of await blocks.all()) {
      const [code, button] = await Promise.all([boxOf(block.locator("pre")), boxOf(block.locator("button"))]);
      expect(button.left >= code.right || button.bottom <= code.top).toBe(true);
    }
  });
}

for (const [width, height] of [
  [360, 740],
  [768, 900],
  [1100, 700],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`the page is all that scrolls at ${width} by ${height} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { answer } = await openAdvisor(page, "?platform=vsphere&guest=rhel9-64&requires=vmotion");
    const scrolling = await page
      .locator("main *:visible")
      .evaluateAll((all) =>
        all
          .filter(
            (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1,
          )
          .map((one) => `${one.localName}.${one.className}`),
      );
    expect(scrolling).toEqual([]);

    await answer.scrollIntoViewIfNeeded();
    await answer.locator(".advice-why").hover();
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  });
}

test("while the advisor loads, the answer's place says so", async ({ page }) => {
  const { send } = await holdRequests(page, "**/js/knowledge-*.json");
  await page.goto("./advisor/?guest=rhel9-64");
  const waits = page.locator("#answer").getByText("once the advisor has loaded");
  await expect(waits).toBeVisible();
  send();
  await expect(waits).toHaveCount(0);
  await expect(page.locator("#answer .advice-headline")).toBeVisible();
  expect(await measureShift(page)).toBe(0);
});

test("the typical situation that was chosen is marked as long as the form describes it", async ({ page }) => {
  const { packetRate } = await openUntouched(page);
  const marked = page.getByRole("navigation", { name: "Typical situations" }).locator("[aria-current]");
  await expect(marked).toHaveCount(0);
  await page.getByRole("link", { name: "Database server" }).click();
  await expect(marked).toHaveText("Database server");
  await packetRate.fill("9000");
  await expect(marked).toHaveCount(0);
  await packetRate.fill("8000");
  await expect(marked).toHaveText("Database server");
});

test("a packet rate that follows from throughput and size is shown where it would be given", async ({ page }) => {
  const { form, packetRate, unfold } = await openAdvisor(page, "?throughputGbps=2&packetBytes=800");
  await unfold();
  const scale = form.getByRole("slider");
  const hint = form.locator("#throughput-gbps-hint");
  await expect(packetRate).toHaveValue("");
  await expect(packetRate).toHaveAttribute("placeholder", "= 298,329 packets/s");
  await expect(hint).toHaveText("= 298,329 packets/s");
  await expect(scale).toHaveAttribute("aria-valuetext", "= 298,329 packets/s");
  expect(Number(await scale.inputValue())).toBeCloseTo(Math.log10(298_329), 1);
  await form.getByLabel("Size of the packets in bytes").fill("");
  await expect(hint).toHaveText("= 162,548–2,976,190 packets/s");
  await expect(form.locator(".rate-range")).toBeVisible();
  await packetRate.fill("20000");
  await expect(hint).not.toContainText("packets/s");
  await expect(form.locator(".rate-range")).toBeHidden();
  await expect(scale).toHaveAttribute("aria-valuetext", "20,000 packets per second");
});

test("each other adapter has one short line, with all reasons one click away", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { answer, open } = await openAdvisor(page, query);
  await open("Other adapters");
  const rows = answer.locator(".verdict-list").first().locator("> .verdict");
  for (const row of await rows.all())
    expect((await boxOf(row)).bottom - (await boxOf(row)).top).toBeLessThanOrEqual(84);
  const sriov = rows.filter({ has: page.getByRole("link", { name: "SR-IOV passthrough" }) });
  await expect(sriov.locator(".verdict-reason")).toHaveText("Loses vMotion.");
  await expect(sriov.getByText("To change this:")).toBeHidden();
  await sriov.getByText(/^Reason/).click();
  await expect(sriov.getByText("To change this:")).toBeVisible();
});

async function boxOf(element: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  return element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });
}

test("the caution about the recommended adapter is there from the start, and stays", async ({ page }) => {
  const { answer } = await openUntouched(page, "?guest=windows-xp-32&packetRate=20000");
  const caution = answer.getByText("Caution: For this guest Broadcom provides VMware Tools 10.0.12");
  await expect(caution).toBeVisible();
  await expect(answer.locator("[data-untitled]").first()).toBeAttached();
  await page.mouse.move(2, 2);
  await expect(answer.locator("[data-untitled]")).toHaveCount(0);
  await expect(caution).toBeVisible();
});
