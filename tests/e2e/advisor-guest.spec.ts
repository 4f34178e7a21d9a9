import { expect, test } from "./support/site.ts";

test.beforeEach(async ({ page }) => {
  await page.goto("./advisor/");
  await expect(page.locator(".advice-headline")).toBeVisible();
});

test("a guest is found and taken by keyboard alone", async ({ page }) => {
  const field = page.getByRole("combobox", { name: "Guest operating system" });
  await field.focus();
  await page.keyboard.type("win2k19");
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.first()).toContainText("Windows Server 2019");
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Windows Server 2019, 64-bit");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(page).toHaveURL(/guest=windows-server-2019-64/);
});

test("arrows go round through the field, and Escape leaves what was typed", async ({ page }) => {
  const field = page.getByRole("combobox", { name: "Guest operating system" });
  await field.focus();
  await page.keyboard.type("server 20");
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.first()).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(field).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(field).toHaveValue("server 20");
});

test("an offer can be pressed", async ({ page }) => {
  const field = page.getByRole("combobox", { name: "Guest operating system" });
  await field.pressSequentially("rhel 9");
  await page
    .getByRole("listbox")
    .getByRole("option", { name: /Enterprise Linux 9/ })
    .first()
    .click();
  await expect(field).toHaveValue("Red Hat Enterprise Linux 9, 64-bit");
  await expect(field).toBeFocused();
});

test("while guests are offered, what was typed is not marked as wrong", async ({ page }) => {
  const field = page.getByRole("combobox", { name: "Guest operating system" });
  await field.pressSequentially("win");
  await expect(page.getByRole("listbox")).toBeVisible();
  await expect(page.locator("#answer")).toContainText('"win" matches several guests.');
  const border = () => field.evaluate((element) => getComputedStyle(element).boxShadow);
  expect(await border()).toBe("none");
  await page.keyboard.press("Escape");
  expect(await border()).not.toBe("none");
});

for (const width of [360, 768, 900])
  test(`the name of a guest fits its field, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./advisor/?platform=kvm&platformVersion=9.0&guest=rhel9-64");
    const field = page.getByLabel("Guest operating system");
    await expect(field).toHaveValue("Red Hat Enterprise Linux 9, 64-bit");
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
    const [platform, version] = await Promise.all(
      ["platform", "platformVersion"].map((name) => page.locator(`select[name=${name}]`).boundingBox()),
    );
    expect(version?.y).toBe(platform?.y);
  });

test("offers lie over the page and move nothing", async ({ page }) => {
  const field = page.getByRole("combobox", { name: "Guest operating system" });
  const below = page.getByLabel("Packets per second at peak");
  const before = await below.boundingBox();
  await field.pressSequentially("u");
  await expect(page.getByRole("listbox")).toBeVisible();
  expect(await below.boundingBox()).toEqual(before);
});
