import type { Page } from "@playwright/test";
import { openAdvisor, openUntouched } from "./fixtures/advisor-page.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const query = "?platform=vsphere&platformVersion=8.0&guest=rhel9-64&packetRate=8000&guestDrivers=true&requires=vmotion";

/** The headings that stood in the answer each time that the page was printed. */
function readPrinted(page: Page): Promise<string[][]> {
  return page.evaluate(() => (window as unknown as { printed: string[][] }).printed);
}

/** Opens the advisor with a printer that notes what it would print, and keeps the files of this name back until they are sent. */
async function openHeldBack(page: Page, name: string): Promise<{ send: () => void; asked: Promise<void> }> {
  await page.addInitScript(() => {
    const printed: string[][] = [];
    Object.assign(window, {
      printed,
      print: () => printed.push([...document.querySelectorAll("#answer h3")].map(({ textContent }) => textContent)),
    });
  });
  const held = await holdRequests(page, `**/js/${name}*.json`);
  await openUntouched(page, query);
  return held;
}

const button = (page: Page): Promise<void> => page.getByRole("button", { name: "Print" }).press("Enter");
const key = (page: Page): Promise<void> => page.keyboard.press("Control+p");

for (const [how, print, name] of [
  ["the button", button, "steps"],
  ["the browser's key", key, "steps"],
  ["the button", button, "texts"],
] as const) {
  test(`${how} prints the ${name}, too, when it is pressed before they have come`, async ({ page }) => {
    const { send, asked } = await openHeldBack(page, name);
    await print(page);
    await asked;
    expect(await readPrinted(page)).toEqual([]);
    send();
    await expect
      .poll(async () => (await readPrinted(page)).map((headings) => headings.slice(-2)))
      .toEqual([["Steps", "Validate"]]);
  });
}

test("a sheet names the address of what was asked last", async ({ page }) => {
  const { answer, require } = await openAdvisor(page, query);
  await require("vSphere HA");
  await expect(page).toHaveURL(/requires=ha/);
  await expect(answer.locator(".on-paper p")).toContainText(page.url());
});

test("once all of the answer is there the browser's key is the browser's", async ({ page }) => {
  await openAdvisor(page, query);
  expect(
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key: "p", ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    ),
  ).toBe(true);
});

test("a sheet without the steps says so, and who prints it gets what is there", async ({ page, complaints }) => {
  await page.addInitScript(() =>
    Object.assign(window, {
      print: () => {
        document.title = "printed";
      },
    }),
  );
  await page.route("**/js/steps*.json", (route) => route.abort());
  const { answer } = await openUntouched(page, query);
  await answer.getByRole("button", { name: "Print" }).press("Enter");
  await expect(page).toHaveTitle("printed");
  await page.emulateMedia({ media: "print" });
  await expect(answer.getByText("The steps could not be loaded.").filter({ visible: true })).toHaveCount(1);
  await expect(answer.getByRole("heading", { name: "Validate", exact: true })).toBeVisible();
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
});

/** How many pages a PDF of Chromium has. */
function countPages(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test("the browser's own print has all of the answer, also before anybody has touched the page", async ({ page }) => {
  const { answer } = await openUntouched(page, query);
  await expect(answer.locator(".later")).toBeAttached();
  const pages = countPages(await page.pdf({ format: "A4" }));
  await expect(answer.locator(".later")).toHaveCount(0);
  await expect(answer.getByRole("heading", { name: "Steps", exact: true })).toBeAttached();
  await expect(answer.locator("[data-untitled]")).toHaveCount(0);
  await expect(answer).not.toContainText("could not be loaded");
  expect(pages).toBeGreaterThan(1);
  expect(pages).toBeLessThanOrEqual(4);
});

test("whoever prints before the answer is whole gets all of it", async ({ page }) => {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    let isPrinted = false;
    MessagePort.prototype.postMessage = function (message: unknown) {
      postMessage.call(this, message);
      if (isPrinted || !document.querySelector("#answer[aria-busy]")) return;
      isPrinted = true;
      window.dispatchEvent(new Event("beforeprint"));
      document.title = [...document.querySelectorAll("#answer h3")]
        .map(({ textContent }) => textContent)
        .slice(-2)
        .join();
    };
  });
  await openUntouched(page, query);
  await expect(page).toHaveTitle("Steps,Validate");
});

for (const [what, situation, most] of [
  ["an answer", query, 4],
  ["one with open questions", "?guest=rhel9-64", 5],
  ["one for KVM", "?platform=kvm&guest=rhel9-64&currentAdapter=e1000", 5],
] as const) {
  test(`${what} is printed without texts over each other or empty pages: the reasons, one tool's steps, the validation`, async ({
    page,
  }) => {
    const { answer } = await openAdvisor(page, situation);
    expect(countPages(await page.pdf({ format: "A4" }))).toBeLessThanOrEqual(most);
    // The width of an A4 sheet between margins of 1 cm.
    await page.setViewportSize({ width: 718, height: 1047 });
    await page.emulateMedia({ media: "print" });
    const select = answer.locator(".tool-choice select");
    const chosen = await select.inputValue();
    const tools = await select
      .locator("option")
      .evaluateAll((all) => (all as HTMLOptionElement[]).map(({ value }) => value));
    const printed = await answer
      .locator(".step:visible")
      .evaluateAll((steps) => steps.map((step) => step.getAttribute("data-tool") ?? ""));
    expect(printed.filter((tool) => tools.includes(tool) && tool !== chosen)).toEqual([]);
    expect(printed.some((tool) => tool === chosen)).toBe(true);
    expect(await answer.evaluate(findOverlaps)).toEqual([]);
    // Where a page ends within a grid, Chromium lays its parts over each other: none is higher than a few lines.
    expect(
      await answer.evaluate((place) =>
        [place, ...place.querySelectorAll<HTMLElement>("*")]
          .filter(
            (one) =>
              one.checkVisibility() &&
              /grid|flex/.test(getComputedStyle(one).display) &&
              one.getBoundingClientRect().height > 120,
          )
          .map((one) => one.className),
      ),
    ).toEqual([]);
  });
}

/** Lines of text of different elements that lie over each other, as pairs. */
function findOverlaps(place: Element): string[] {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const lines: { text: string; box: DOMRect }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (
      !node.nodeValue?.trim() ||
      !parent?.checkVisibility({ visibilityProperty: true }) ||
      parent.closest(".visually-hidden, svg")
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) lines.push({ text: node.nodeValue.trim().slice(0, 40), box });
  }
  const isOver = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
  return lines.flatMap((one, at) =>
    lines
      .slice(at + 1)
      .filter((other) => isOver(one.box, other.box))
      .map((other) => `${one.text} / ${other.text}`),
  );
}

test("what a reader has opened is printed, of the others the short reason", async ({ page }) => {
  const { answer, open } = await openAdvisor(page, query);
  await open("Other adapters");
  const verdict = (name: string): ReturnType<typeof answer.locator> =>
    answer.locator(".verdict").filter({ has: page.locator(".verdict-name", { hasText: new RegExp(`^${name}$`) }) });
  await verdict("PVRDMA")
    .getByText(/reason/i)
    .first()
    .click();
  await page.emulateMedia({ media: "print" });
  await expect(answer.locator("[data-key=evidence] .reason-list")).toBeVisible();
  await expect(verdict("PVRDMA").locator(".reason-list")).toBeVisible();
  await expect(verdict("E1000E").locator(".reason-list")).toBeHidden();
  await expect(verdict("E1000E").locator(".verdict-reason")).toBeVisible();
});

test("the sheet says which machine it is about, and where it comes from", async ({ page }) => {
  const { answer } = await openAdvisor(page, query);
  const situation = answer.locator("section", { has: page.getByText("Inputs", { exact: true }) });
  await expect(situation).toBeHidden();
  await page.emulateMedia({ media: "print" });
  for (const text of [
    "Guest operating system: Red Hat Enterprise Linux 9, 64-bit",
    "Packets per second at peak: 8,000",
    "Must keep working: vMotion",
    "packetRate=8000",
  ]) {
    await expect(situation).toContainText(text);
  }
  await expect(situation).toBeVisible();
});

test("the sheet has what is folded on the screen, and no label that promises what is not there", async ({ page }) => {
  const { answer } = await openAdvisor(page, query);
  await expect(answer.locator("[data-key=evidence] .reason-list")).toBeHidden();
  await page.emulateMedia({ media: "print" });
  const folds = answer.locator("details:visible");
  expect(await folds.count()).toBeGreaterThan(5);
  const empty = await folds.evaluateAll((all) =>
    all
      .filter(
        (fold) => ![...fold.children].slice(1).some((child) => child.checkVisibility({ contentVisibilityAuto: true })),
      )
      .map(({ textContent }) => textContent.slice(0, 60)),
  );
  expect(empty).toEqual([]);
  await expect(answer.locator("[data-key=evidence] .reason-list")).toBeVisible();
});

test("on paper no part of the answer begins before the one above it ends", async ({ page }) => {
  await page.goto("./advisor/?platform=vsphere&guest=rhel9-64&packetRate=120000&sriovNic=true&iommu=true");
  await expect(page.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  await page.emulateMedia({ media: "print" });
  const overlaps = await page.locator(".answer > .advice > *").evaluateAll((parts) => {
    const shown = parts.filter((part) => part.getBoundingClientRect().height > 0);
    return shown.flatMap((part, at) => {
      const above = shown[at - 1];
      return above && part.getBoundingClientRect().top < above.getBoundingClientRect().bottom - 1
        ? [(part.textContent ?? "").slice(0, 40)]
        : [];
    });
  });
  expect(overlaps).toEqual([]);
});
