import { expect, test } from "./support/site.ts";

for (const [path, shown] of [
  ["validate/", "powershell -ExecutionPolicy Bypass -File vnic-validate.ps1 -Target 192.0.2.10"],
  ["guides/packet-rate/", "ip -s link show dev eth0"],
] as const) {
  test(`each block of code on /${path} is copied by its own button, and nothing else with it`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`./${path}`);
    const block = page.locator(".snippet", { hasText: shown });
    const copy = block.getByRole("button", { name: "Copy" });
    await copy.click();
    await expect(block.getByRole("button")).toHaveText("Copied");
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(shown);
    expect(await page.locator("main pre").count()).toBe(await page.locator("main .snippet > .copy-button").count());
  });
}

test("without script no button takes room above the code", async ({ withoutScript: page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto("./validate/");
  const block = page.locator(".snippet").first();
  const code = await block.locator("pre").boundingBox();
  expect(await block.boundingBox()).toEqual(code);
});
