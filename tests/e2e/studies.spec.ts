import { expect, test } from "./support/site.ts";

test("two studies stand side by side, with words for what differs, and the choice is in the address", async ({ page }) => {
  await page.goto("./evidence/nobel-vmxnet3-2013/");
  await page.getByRole("link", { name: "Compare with another study" }).click();
  await expect(page.getByRole("combobox", { name: "One study" })).toHaveValue("nobel-vmxnet3-2013");
  await page.getByRole("combobox", { name: "The other study" }).selectOption("vcdx200-freebsd-debian-2025");
  await expect(page.getByRole("status")).toContainText("The numbers may not be compared: the testbeds differ in");
  const testbeds = page.getByRole("region", { name: "Testbeds of both" });
  await expect(testbeds.getByRole("row", { name: /^Topology/ })).toContainText("same");
  await expect(testbeds.getByRole("row", { name: /^Guests/ })).toContainText(/not stated|differs/);
  await expect(page.getByRole("region", { name: "Measurements of both" }).getByRole("row", { name: /^VMXNET3: throughput/ }).first()).toContainText("Gbit/s");
  expect(new URL(page.url()).search).toBe("?a=nobel-vmxnet3-2013&b=vcdx200-freebsd-debian-2025");
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("Choose two studies.");
});

test("studies that share nothing say so, and one study twice is refused", async ({ page }) => {
  await page.goto("./evidence/compare/?a=openstack-offloads-2016&b=directpath-io-2010");
  await expect(page.getByRole("status")).toContainText("Nothing to compare");
  await expect(page.getByRole("region", { name: "Testbeds of both" })).toBeVisible();
  await page.getByRole("combobox", { name: "The other study" }).selectOption("openstack-offloads-2016");
  await expect(page.getByRole("status")).toHaveText("That is the same study twice. Choose another.");
});

test("rows whose conditions are the same stand in one line", async ({ page }) => {
  await page.goto("./evidence/compare/?a=nic-lab-2026&b=nic-lab-2026-qemu-10");
  const measured = page.getByRole("region", { name: "Measurements of both" });
  await expect(measured.getByRole("row")).toHaveCount(61);
  await expect(measured.locator('[data-verdict="same"]').first()).toHaveText("same");
  await page.getByRole("button", { name: /^Show 60 more/ }).click();
  await expect(measured.getByRole("row")).toHaveCount(121);
});

test("without script the testbeds of all studies are there", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("./evidence/compare/");
  await expect(page.locator("#studies-comparison")).toBeHidden();
  await expect(page.getByRole("region", { name: "Testbeds of all studies" })).toContainText("HP ProLiant BL460c Gen8");
  await context.close();
});
