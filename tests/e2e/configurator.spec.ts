import type { Page } from "@playwright/test";
import { expect, test } from "./support/site.ts";

const code = (page: Page, kind: string): ReturnType<Page["locator"]> => page.locator(`#snippet-own-${kind}`);
const row = (page: Page, flag: string): ReturnType<Page["locator"]> => page.locator(`[data-question="${flag}"]`);

test.beforeEach(async ({ page }) => {
  await page.goto("./embed/");
  await page.locator("vnic-advisor").scrollIntoViewIfNeeded();
  await expect(page.locator("vnic-advisor .advice-headline")).toHaveText("Use VMXNET3");
});

test("what is chosen is in the snippets and in the preview", async ({ page }) => {
  await row(page, "guest").locator("[name=value]").fill("win2k19");
  await row(page, "guest").locator("[name=mode]").selectOption("fixed");
  await row(page, "guest-drivers").locator("[name=value]").selectOption("no");
  await row(page, "guest-drivers").locator("[name=mode]").selectOption("hide");
  await page.getByLabel("Theme", { exact: true }).selectOption("dark");
  await page.getByLabel("Lazy").check();
  await expect(page.locator("vnic-advisor .advice-headline")).toHaveText("Use E1000E");
  await expect(page.locator("vnic-advisor .fixed-list")).toContainText("Windows Server 2019");
  await expect(page.locator("vnic-advisor [name=guestDrivers]")).toHaveCount(0);
  const script = (await code(page, "script").textContent()) ?? "";
  expect(script).toMatch(
    /^<script src="http[^"]+\/embed\/\d+\.\d+\.\d+\/vnic-advisor\.js"\n {2}integrity="sha384-[^"]+" crossorigin defer>/,
  );
  for (const part of [
    'guest="win2k19"',
    'guest-drivers="no"',
    'fixed="guest"',
    'hide="guest-drivers"',
    'theme="dark"',
    "compact",
    'loading="lazy"',
    'atlas="http',
  ])
    expect(script).toContain(part);
  await expect(code(page, "npm")).toContainText(/npm install \.\/vnic-atlas-element-\d+\.\d+\.\d+\.tgz/);
  await expect(code(page, "npm")).toContainText('import "@vnic-atlas/element";');
  const frame = (await code(page, "frame").textContent()) ?? "";
  expect(frame).toContain(
    "guest=win2k19&amp;platform=vsphere&amp;guest-drivers=no&amp;fixed=guest&amp;hide=guest-drivers&amp;theme=dark&amp;compact=yes",
  );
  expect(frame).not.toContain("atlas=");
  await expect(code(page, "style")).toBeHidden();
  await expect(page.locator("#own-frame-gaps")).toBeEmpty();
  await page.getByLabel("Corners").selectOption("12px");
  await expect(page.locator("#own-frame-gaps")).toContainText("The frame keeps the accent colour");
  await page.getByLabel("Accent colour").fill("red");
  await expect(page.locator("#own-accent-problem")).toContainText('Found "red", expected a hex colour');
  await page.getByLabel("Accent colour").fill("#7a1f5c");
  await expect(page.locator("#own-accent-problem")).toBeEmpty();
  await expect(code(page, "style")).toHaveText(/--vnic-accent: #7a1f5c;[\s\S]*--vnic-radius: 12px;/);
});

test("the snippet of the frame leads to the answer of the preview", async ({ page }) => {
  await row(page, "guest").locator("[name=value]").fill("win2k19");
  await row(page, "guest-drivers").locator("[name=value]").selectOption("no");
  const [, address = ""] = /src="([^"]+)"/.exec((await code(page, "frame").textContent()) ?? "") ?? [];
  const { pathname, search } = new URL(address.replaceAll("&amp;", "&"));
  await page.goto(`.${pathname}${search}`);
  await expect(page.locator(".advice-headline")).toHaveText("Use E1000E");
});

test("a policy is checked, heeded by the preview and written as JSON", async ({ page }) => {
  const policy = page.getByLabel("Policy, as YAML or JSON");
  await policy.fill("name: Contoso\nexlude: {}\n");
  await expect(page.locator("#own-policy-problem")).toContainText("nearest: exclude");
  await policy.fill("name: [");
  await expect(page.locator("#own-policy-problem")).not.toBeEmpty();
  await policy.fill("name: Contoso\nplatform: kvm\n");
  await expect(page.locator("#own-policy-problem")).toBeEmpty();
  await expect(page.locator("vnic-advisor .policy-line")).toContainText("Contoso");
  expect(JSON.parse((await code(page, "policy").textContent()) ?? "")).toEqual({ name: "Contoso", platform: "kvm" });
  await expect(code(page, "script")).toContainText('policy="policy.json"');
  await expect(page.locator("#own-frame-gaps")).toContainText("This address has no policy.");
  await policy.fill("");
  await expect(page.locator("vnic-advisor .policy-line")).toHaveCount(0);
  await expect(code(page, "policy")).toBeHidden();
});

test("text of the form is text in the snippets", async ({ page }) => {
  await row(page, "guest").locator("[name=value]").fill('"><script>alert(1)</script>');
  await expect(code(page, "script")).toContainText('guest="&quot;>&lt;script>alert(1)&lt;/script>"');
});
