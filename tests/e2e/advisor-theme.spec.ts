import { expect, test } from "./support/site.ts";

test("the theme goes from the system's to light to dark and back, and lasts", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("./advisor/");
  const root = page.locator("html");
  const button = page.getByRole("button", { name: /^Theme:/ });
  await expect(button).toHaveAccessibleName("Theme: system. Switch to light.");
  await expect(root).toHaveCSS("background-color", "rgb(13, 17, 23)");
  await button.click();
  await expect(button).toHaveAccessibleName("Theme: light. Switch to dark.");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.reload();
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.goto("./adapters/");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await button.click();
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveCSS("background-color", "rgb(13, 17, 23)");
  await button.click();
  await expect(button).toHaveAccessibleName("Theme: system. Switch to light.");
  await expect(root).toHaveCSS("background-color", "rgb(255, 255, 255)");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("the first click shows where the system is light, too", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("./advisor/");
  const root = page.locator("html");
  const button = page.getByRole("button", { name: /^Theme:/ });
  for (const [name, background] of [
    ["Theme: system. Switch to dark.", "rgb(13, 17, 23)"],
    ["Theme: dark. Switch to light.", "rgb(255, 255, 255)"],
    ["Theme: light. Switch to system.", "rgb(255, 255, 255)"],
  ] as const) {
    await expect(button).toHaveAccessibleName(name);
    await button.click();
    await expect(root).toHaveCSS("background-color", background);
  }
  await expect(button).toHaveAccessibleName("Theme: system. Switch to dark.");
});

test("a chosen dark theme is not printed", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("atlas-theme", "dark"));
  await page.goto("./benchmarks/vmware-esx35-2008/");
  const body = page.locator("body");
  await expect(body).toHaveCSS("color", "rgb(230, 235, 241)");
  await page.emulateMedia({ media: "print" });
  await expect(body).toHaveCSS("color", "rgb(20, 32, 42)");
});

test("a stored theme is there before the first paint", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("atlas-theme", "dark"));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-paint").length > 0)
        Object.assign(window, { painted: getComputedStyle(document.documentElement).backgroundColor });
    }).observe({ type: "paint", buffered: true });
  });
  await page.goto("./advisor/");
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { painted?: string }).painted))
    .toBe("rgb(13, 17, 23)");
});

test("without storage the theme lasts as long as the page", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("no", "SecurityError");
      },
    }),
  );
  await page.goto("./advisor/");
  const button = page.getByRole("button", { name: /^Theme:/ });
  await button.click();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(13, 17, 23)");
});
