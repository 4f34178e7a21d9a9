import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { expect, test } from "./support/site.ts";

const plain = "?platform=vsphere&guest=windows-server-2022-64&packetRate=20000&requires=vmotion";
const passthrough =
  "?platform=vsphere&guest=rhel9-64&packetRate=120000&guestDrivers=true&iommu=true&sriovNic=true&saveCpu=true&currentAdapter=vmxnet3";

async function openCard(page: Page, query: string): Promise<Locator> {
  const { answer } = await openAdvisor(page, query);
  await answer.getByRole("button", { name: "Decision card" }).click();
  const card = page.getByRole("dialog");
  await expect(card).toBeVisible();
  return card;
}

test("the card says what is decided, what it costs, how to do it, how to undo it and how to check it", async ({
  page,
}) => {
  const card = await openCard(page, passthrough);
  await expect(card.getByRole("heading", { level: 2 })).toHaveText("Change VMXNET3 to SR-IOV passthrough");
  await expect(card).toContainText("Red Hat Enterprise Linux 9");
  const part = (name: string | RegExp): Locator =>
    card.locator("section").filter({ has: page.getByRole("heading", { name }) });
  await expect(part("What you give up")).toContainText("vMotion");
  await expect(part("What the sources say").locator("q")).not.toHaveCount(0);
  await expect(part("What the sources say")).toContainText(/, (19|20)\d\d/);
  await expect(part(/^Apply: /)).toBeVisible();
  await expect(part(/^Roll back/)).toBeVisible();
  await expect(part("Validate").locator("pre")).not.toBeEmpty();
  await expect(part("Validate")).toContainText("Pass");
  await expect(card).toContainText(/knowledge \w{12}/);
  await expect(card).toContainText(String(new Date().getFullYear()));
  await expect(card.getByRole("link", { name: /packetRate=120000/ })).toBeVisible();
});

test("Escape closes the card, and the focus is back on its button", async ({ page }) => {
  const card = await openCard(page, plain);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Decision card" })).toBeFocused();
});

test("nothing of the card is loaded before somebody asks for it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const { answer } = await openAdvisor(page, plain);
  expect(asked.filter((path) => /start-card|quotes/.test(path))).toEqual([]);
  await answer.getByRole("button", { name: "Decision card" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(asked.filter((path) => /start-card|quotes/.test(path))).not.toEqual([]);
});

for (const [what, query] of [
  ["a virtual adapter", plain],
  ["passthrough", passthrough],
  ["KVM", "?platform=kvm&guest=debian12-64&packetRate=3000000&currentAdapter=e1000"],
  ["saved settings", "?platform=vsphere&guest=windows-server-2022-64&currentAdapter=e1000e&packetRate=20000"],
] as const) {
  test(`the card is one page of A4: ${what}`, async ({ page }) => {
    await openCard(page, query);
    expect(countPages(await page.pdf({ format: "A4" }))).toBe(1);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("#answer")).toBeHidden();
  });
}

test("without the card the answer prints, with its steps and without the form", async ({ page }) => {
  const { answer, form } = await openAdvisor(page, plain);
  await page.emulateMedia({ media: "print" });
  await expect(form).toBeHidden();
  await expect(answer.locator(".actions")).toBeHidden();
  await expect(answer.locator(".advice-headline")).toBeVisible();
  await expect(answer.locator(".step").first()).toBeAttached();
  expect(countPages(await page.pdf({ format: "A4" }))).toBeGreaterThan(0);
});

test("the card is copied as Markdown, and saved as a picture of 1200 by 630", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const card = await openCard(page, passthrough);
  await card.getByRole("button", { name: "Copy Markdown" }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^# Change VMXNET3 to SR-IOV passthrough\n/);
  expect(await copied()).toContain("## What you give up\n\n- vMotion\n");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: "Save picture" }).click(),
  ]);
  const png = await readFile(await download.path());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

function countPages(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
