import type { Locator, Page } from "@playwright/test";
import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

const guide = "./guides/why-emulated-adapters-cost-more/";
const counts = ["12", "3.1", "3", "1"];

function countsOf(page: Page): Locator {
  return page.locator(".race [data-race=count]");
}

function button(page: Page, name: string): Locator {
  return page.getByRole("group", { name: "Packet race" }).getByRole("button", { name });
}

/** Resolves with the first lane's counts, in their order, once a result is told. */
function recordCounts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const counts: string[] = [];
        const race = document.querySelector(".race") as HTMLElement;
        new MutationObserver(() => {
          const count = race.querySelector("[data-race=count]")?.textContent ?? "";
          if (counts.at(-1) !== count) counts.push(count);
          if (race.querySelector("[data-race=result]")?.textContent !== "") resolve(counts);
        }).observe(race, { subtree: true, childList: true });
      }),
  );
}

for (const path of ["./", guide]) {
  test(`a ping counts up and its result is told once, at the end, on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(countsOf(page)).toHaveText(counts);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
    const result = page.locator("[data-race=result]");
    const seen = recordCounts(page);
    await button(page, "Send one ping").click();
    await expect(result).toHaveText(
      "The reply is on the wire. Register accesses: E1000 12, E1000E 3.1, VMXNET3 3, virtio-net 1, SR-IOV not measured.",
    );
    await expect(countsOf(page)).toHaveText(counts);
    expect(await seen).toEqual(Array.from({ length: 13 }, (_, count) => String(count)));
    await button(page, "Replay").click();
    await expect(result).toBeEmpty();
    await button(page, "Pause").click();
    await expect(button(page, "Send one ping")).toBeVisible();
  });
}

test("the keyboard steps through the race, an access at a time", async ({ page }) => {
  await page.goto(guide);
  await expect(button(page, "Replay")).toBeDisabled();
  await button(page, "Step").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator('.track[data-at="wire"]')).toHaveCount(5);
  await page.keyboard.press("Space");
  await expect(page.locator('.track[data-at="hypervisor"]')).toHaveCount(4);
  await page.keyboard.press("Enter");
  await expect(countsOf(page)).toHaveText(["1", "1", "1", "0"]);
  await expect(page.locator(".access.is-now:not([data-leg=receive])")).toHaveCount(0);
  for (let more = 0; more < 14; more++) await page.keyboard.press("Enter");
  await expect(page.locator("[data-race=result]")).toContainText("E1000 12");
  await page.keyboard.press("Tab");
  await expect(button(page, "Replay")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Speed" })).toBeFocused();
});

test("the buttons move nothing when their script arrives", async ({ page }) => {
  await page.goto("./");
  await expect(button(page, "Step")).toBeVisible();
  expect(await measureShift(page)).toBe(0);
});

test("with reduced motion the race is a finished picture", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(guide);
  await expect(page.getByRole("button", { name: "Send one ping" })).toBeHidden();
  await expect(countsOf(page)).toHaveText(counts);
  await expect(page.locator(".race .packet").first()).toBeHidden();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the race is a finished picture with its links", async ({ page }) => {
    await page.goto(guide);
    await expect(page.getByRole("button", { name: "Send one ping" })).toBeHidden();
    await expect(countsOf(page)).toHaveText(counts);
    await page.getByRole("link", { name: "E1000: 12 register accesses" }).click();
    await expect(page).toHaveURL(/\/benchmarks\/nic-lab-2026\/#e1000-rr1-accesses$/);
  });
});

for (const width of [320, 768, 1440]) {
  test(`the lanes fit at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(guide);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
