import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../tools/dev/server/serve.mjs";
import { writeRelativeSite } from "../../tools/site/pages/relative-pages.ts";
import { expect, test } from "./support/site.ts";

/** The archive of a release, served below a path for which the site was not built. */
test.describe("a site served from its archive at some path", () => {
  let folder = "";
  let site: { url: string; close: () => Promise<void> };

  // One copy of the site for all of them.
  test.describe.configure({ mode: "serial" });

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "vnic-atlas-any-path-"));
    writeRelativeSite("public", folder, process.env.BASE_URL ?? "http://localhost:1313/");
    site = await serve({ root: folder, basePath: "/some/path/" });
  });
  test.afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // The fixture knows one host only, and this is another port of it.
  test.afterEach(({ complaints }) => {
    const others = complaints
      .splice(0)
      .filter((complaint) => !complaint.startsWith(`request to another host: ${site.url}`));
    expect(others).toEqual([]);
  });

  test("every kind of page finds what it loads, below that path", async ({ page }) => {
    const asked: string[] = [];
    const failed: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${site.url}advisor/?guest=rhel9-64`);
    await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
    await page.locator("[name=guest]").focus();
    await expect(page.locator(".steps")).toBeVisible();
    await page.locator('a[href="../benchmarks/"]').filter({ visible: true }).first().click();
    await expect(page).toHaveURL(`${site.url}benchmarks/`);
    await page.goto(`${site.url}search/?q=vmxnet3`);
    await page.locator("#search-results a").first().click();
    expect(page.url()).toContain("/some/path/");
    await page.goto(`${site.url}explore/`, { waitUntil: "networkidle" });
    await page.goto(`${site.url}fleet/`, { waitUntil: "networkidle" });
    await page.goto(`${site.url}gaps/`);
    await expect(page).toHaveURL(`${site.url}limits/#open-questions`);
    expect(failed).toEqual([]);
    expect(asked.filter((path) => !path.startsWith("/some/path/"))).toEqual([]);
  });

  test("the frame answers in a sandbox, with its steps, and links below the path", async ({ page }) => {
    await page.goto(`${site.url}embed/`);
    await page.locator("iframe").scrollIntoViewIfNeeded();
    const frame = page.frameLocator("iframe");
    await expect(frame.locator(".advice-headline")).toHaveText("Use E1000E");
    await frame.getByLabel("Guest operating system").focus();
    // The demonstration is compact: they are folded.
    await expect(frame.locator(".steps .step").first()).toBeAttached();
    await expect(frame.locator("a.evidence-link").first()).toHaveAttribute("href", new RegExp(`^${site.url}`));
  });

  test("snippets name the address at which the site is", async ({ page }) => {
    await page.goto(`${site.url}embed/`);
    await expect(page.locator("#snippet-component")).toContainText(`src="${site.url}embed/`);
    await expect(page.locator("#snippet-frame")).toContainText(`src="${site.url}embed/advisor/`);
    await expect(page.locator("#snippet-own-script")).toContainText(`src="${site.url}embed/`);
    const { origin } = new URL(site.url);
    await expect(page.locator("#snippet-policy")).toHaveText(
      `Content-Security-Policy: default-src 'none'; script-src ${origin}; frame-src ${origin}`,
    );
    await page.locator("vnic-advisor").scrollIntoViewIfNeeded();
    await expect(page.locator("vnic-advisor .advice-headline")).toHaveText("Use VMXNET3");
  });
});
