import type { Locator } from "@playwright/test";
import { openAdvisor, openUntouched } from "./fixtures/advisor-page.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

const query =
  "?platform=vsphere&platformVersion=8.0&guest=rhel9-64&packetRate=8000&guestDrivers=true&iommu=true&requires=vmotion";

for (const width of [360, 768, 1440]) {
  test(`no button lies over code at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { answer } = await openAdvisor(page, query);
    await answer.getByRole("tab", { name: "govc" }).click();
    const blocks = answer.locator(".code:visible");
    expect(await blocks.count()).toBeGreaterThan(3);
    for (const block of await blocks.all()) {
      const [code, button] = await Promise.all([boxOf(block.locator("pre")), boxOf(block.locator("button"))]);
      expect(button.left >= code.right || button.bottom <= code.top).toBe(true);
    }
  });
}

for (const [what, situation] of [
  ["many parts", "?platform=vsphere&guest=rhel9-64&requires=vmotion"],
  ["what would make another fit", `${query}&iommu=false&packetRate=120000`],
  ["no adapter", "?guest=ms-dos-16&guestDrivers=false&requires=rss"],
]) {
  test(`a row under the headline leads to each part that follows: ${what}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { answer } = await openAdvisor(page, situation);
    const jumps = answer.getByRole("navigation", { name: "In this answer" }).getByRole("button");
    const parts = await answer.locator("h3:visible").allInnerTexts();
    expect(await jumps.allInnerTexts()).toEqual(
      parts.filter(
        (title) =>
          !["Check what was given", "An answer here could change it", "What would have to give way"].includes(title),
      ),
    );
    const address = page.url();
    for (const jump of await jumps.all()) {
      await jump.focus();
      await page.keyboard.press("Enter");
      const heading = answer.getByRole("heading", { name: await jump.innerText(), exact: true });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
    }
    expect(page.url()).toBe(address);
    expect(await measureShift(page)).toBe(0);
  });
}

for (const [width, height] of [
  [360, 740],
  [768, 900],
  [1100, 700],
  [1440, 900],
  [1920, 1080],
] as const) {
  test(`the page is all that scrolls at ${width} by ${height} px, and a jump lands where its part is seen`, async ({
    page,
  }) => {
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

    for (const name of ["Do it", "Every adapter", "Verify it here"]) {
      await answer.getByRole("navigation", { name: "In this answer" }).getByRole("button", { name }).click();
      const heading = answer.getByRole("heading", { name, exact: true });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport({ ratio: 1 });
      await expect.poll(() => seen(heading), name).toBe(true);
      await expect.poll(async () => (await boxOf(heading)).top, name).toBeLessThan(height / 2);
    }
  });
}

test("the row leads to steps that are still to come", async ({ page }) => {
  const { answer } = await openUntouched(page, query);
  await answer.getByRole("button", { name: "Verify it here" }).focus();
  await page.keyboard.press("Enter");
  await expect(
    answer
      .getByRole("heading", { name: "Do it" })
      .or(answer.getByRole("heading", { name: "Verify it here" }))
      .and(page.locator(":focus")),
  ).toBeInViewport();
});

test("while the advisor loads, the answer's place says so", async ({ page }) => {
  let send = (): void => {};
  await page.route("**/js/knowledge.*.json", async (route) => {
    await new Promise<void>((go) => (send = go));
    await route.continue();
  });
  await page.goto("./advisor/");
  const waits = page.locator("#answer").getByText("as soon as the advisor has loaded");
  await expect(waits).toBeVisible();
  await expect
    .poll(() => {
      send();
      return waits.count();
    })
    .toBe(0);
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
  await expect(hint).toHaveText("= 162,548 to 2,976,190 packets/s");
  await expect(form.locator(".rate-range")).toBeVisible();
  await packetRate.fill("20000");
  await expect(hint).toHaveText("Where the packet rate is not known: it follows.");
  await expect(form.locator(".rate-range")).toBeHidden();
  await expect(scale).toHaveAttribute("aria-valuetext", "20,000 packets per second");
});

test("each adapter is told in short, with what excludes it, and the rest one click away", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { answer } = await openAdvisor(page, query);
  const rows = answer.locator(".verdict-list").first().locator("> .verdict");
  for (const row of await rows.all())
    expect((await boxOf(row)).bottom - (await boxOf(row)).top).toBeLessThanOrEqual(84);
  const sriov = rows.filter({ has: page.getByRole("link", { name: "SR-IOV passthrough" }) });
  await expect(sriov.locator(".verdict-reason")).toHaveText(
    "vMotion is required and does not work with SR-IOV passthrough.",
  );
  await expect(sriov.getByText("What would have to change")).toBeHidden();
  await sriov.getByText(/^Reason/).click();
  await expect(sriov.getByText("What would have to change")).toBeVisible();
});

async function boxOf(element: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  return element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });
}

/** Whether an element is what is seen at its middle. */
async function seen(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}
