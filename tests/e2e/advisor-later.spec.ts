import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { openUntouched } from "./fixtures/advisor-page.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const steps = "**/js/steps-*.json";
const texts = "**/js/texts.*.json";
const query = "?platform=vsphere&guest=rhel9-64&packetRate=8000&guestDrivers=true";

/** How often the words of the steps were asked for so far. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (/\/steps-\w+\.\w+\.json$/.test(request.url())) count += 1;
  });
  return () => count;
}

test("what the steps say is fetched once, when somebody is there to read it", async ({ page }) => {
  const count = countRequests(page);
  const { answer, packetRate } = await openUntouched(page, query);
  await expect(answer.getByRole("button", { name: "Show steps" })).toBeAttached();
  expect(count()).toBe(0);
  await packetRate.focus();
  await expect(answer.getByRole("heading", { name: "Steps", exact: true })).toBeVisible();
  await expect(answer.locator(".steps .step").first()).not.toBeEmpty();
  await packetRate.fill("9000");
  await expect(page).toHaveURL(/packetRate=9000/);
  expect(count()).toBe(1);
});

test("on another platform its own steps come by themselves, where a reader has seen some", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    asked.push(...(/\/(steps-\w+)\.\w+\.json$/.exec(request.url())?.slice(1) ?? []));
  });
  const { answer, packetRate, platform } = await openUntouched(page, query);
  await packetRate.focus();
  await expect(answer.locator("option", { hasText: "govc" })).toBeAttached();
  await platform.selectOption("KVM");
  await expect(answer.locator("option", { hasText: "libvirt" })).toBeAttached();
  await platform.selectOption("vSphere");
  await expect(answer.locator("option", { hasText: "govc" })).toBeAttached();
  expect(asked).toEqual(["steps-vsphere", "steps-kvm"]);
});

test("a link to an answer for KVM asks for no steps of vSphere", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    asked.push(...(/\/(steps-\w+)\.\w+\.json$/.exec(request.url())?.slice(1) ?? []));
  });
  const { answer, packetRate } = await openUntouched(
    page,
    "?platform=kvm&guest=rhel9-64&packetRate=8000&guestDrivers=true",
  );
  await packetRate.focus();
  await expect(answer.locator("option", { hasText: "libvirt" })).toBeAttached();
  expect(asked).toEqual(["steps-kvm"]);
});

test("the steps come without moving what a reader sees who jumps to the end", async ({ page }) => {
  for (const [width, place] of [
    [360, "#answer .later"],
    [1440, "#answer .later"],
    [360, "footer"],
    [1440, "footer"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const { send } = await holdRequests(page, steps);
    const { answer } = await openUntouched(page, query);
    await page.evaluate(
      (end) => document.querySelector(end)?.scrollIntoView({ block: "end", behavior: "instant" }),
      place,
    );
    // What comes before the jump is painted moves nothing that anybody sees.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    send();
    await expect(answer.locator(".steps")).toBeVisible();
    await expect(page.locator("footer")).toBeVisible();
    expect(await measureShift(page), `${place} at ${width} px`).toBe(0);
  }
});

test("what the engine says of an empty form is there before it, in its place; an address that fills the form waits", async ({
  page,
}) => {
  const { send } = await holdRequests(page, "**/js/start-advisor.*.js");
  const answer = page.locator("#answer");
  await page.goto("./advisor/?guest=rhel9-64");
  await expect(answer.getByText("The answer appears here")).toBeVisible();
  await expect(answer.locator(".advice-opening")).toBeHidden();
  await page.goto("./advisor/");
  await expect(answer.getByText("The answer appears here")).toBeHidden();
  const read = async (...parts: string[]): Promise<unknown[]> =>
    Promise.all(
      parts.map(async (part) => [await answer.locator(part).innerText(), await answer.locator(part).boundingBox()]),
    );
  const before = await read(".advice-opening", ".advice-machine > [data-assumed]", ".advice-why");
  send();
  await expect(answer.locator(".advice-headline")).toBeVisible();
  expect(await read(".advice-headline", ".advice-machine > [data-assumed]", ".advice-why")).toEqual(before);
});

test("copy and download wait for the steps", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { send } = await holdRequests(page, steps);
  const { answer } = await openUntouched(page, query);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    answer
      .getByRole("button", { name: "Download JSON" })
      .click()
      .then(() => send()),
  ]);
  const { steps: told } = JSON.parse(await readFile(await download.path(), "utf8")) as {
    steps: { title: string; tool: string; code?: string }[];
  };
  expect(told.find(({ tool }) => tool === "govc")?.code).toMatch(/\bgovc device\.info /);
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("govc vm.network.add");
  await answer.getByRole("button", { name: "Show steps" }).click();
  await expect(answer.getByRole("heading", { name: "Steps", exact: true })).toBeFocused();
});

test("where the steps do not come, the answer says so and leads to them", async ({ page, complaints }) => {
  let isBroken = true;
  await page.route(steps, (route) => (isBroken ? route.abort() : route.continue()));
  const { answer } = await openUntouched(page, query);
  await page.mouse.move(2, 2);
  const show = answer.getByRole("button", { name: "Show steps" });
  await show.click();
  await expect(answer.getByRole("alert")).toContainText("could not be loaded");
  expect(await answer.getByRole("alert").getByRole("link").getAttribute("href")).toMatch(
    /\/adapters\/vmxnet3\/#apply$/,
  );
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
  isBroken = false;
  await show.focus();
  await page.keyboard.press("Enter");
  await expect(answer.getByRole("heading", { name: "Steps", exact: true })).toBeFocused();
  await expect(answer.getByRole("alert")).toHaveCount(0);
});

test("the validation is reached by click and key, also while the steps are still to come", async ({ page }) => {
  const { send } = await holdRequests(page, steps);
  const { answer, packetRate } = await openUntouched(page, query);
  const validate = answer.getByRole("button", { name: "Validate", exact: true });
  const heading = answer.getByRole("heading", { name: "Validate", exact: true });
  await validate.click();
  await expect(heading).toHaveCount(0);
  send();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await validate.focus();
  await page.keyboard.press("Enter");
  await expect(heading).toBeFocused();
  await packetRate.fill("lots");
  await expect(answer.locator(".advice-headline")).toHaveText("Correct one value first");
  await expect(validate).toHaveCount(0);
});

test("where the steps do not come, the validation is there without them", async ({ page, complaints }) => {
  let isBroken = true;
  await page.route(steps, (route) => (isBroken ? route.abort() : route.continue()));
  const { answer } = await openUntouched(page, query);
  const validate = answer.getByRole("button", { name: "Validate", exact: true });
  const heading = answer.getByRole("heading", { name: "Validate", exact: true });
  await validate.click();
  await expect(heading).toBeFocused();
  await expect(answer.getByRole("alert")).toContainText("could not be loaded");
  await answer.getByRole("button", { name: "Show steps" }).click();
  await expect(answer.getByRole("alert").getByRole("link")).toBeFocused();
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
  isBroken = false;
  await validate.click();
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCount(1);
  await expect(answer.locator(".steps")).toBeVisible();
});

test("what is cited has its titles once somebody reads, in reasons that are open already too", async ({ page }) => {
  let send = (): void => {};
  const held = new Promise<void>((resolve) => (send = resolve));
  let asked = 0;
  await page.route(texts, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const { answer, open, packetRate } = await openUntouched(page, query);
  expect(asked).toBe(0);
  await open("Other adapters");
  const verdict = answer.locator(".verdict", { hasText: "E1000E" }).first();
  await verdict
    .getByText(/reason/i)
    .first()
    .click();
  const links = verdict.locator("a.evidence-link:not([href*='/rules/'])");
  await expect(links.first()).toHaveText(/^[a-z0-9-]+ \(\d{4}\)$/);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  send();
  await expect(links.first()).toHaveText(/^.* .* \(\d{4}\)$/);
  for (const text of await links.allTextContents()) expect(text).toMatch(/^\S+ .* \(\d{4}\)$/);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(addresses);
  await packetRate.fill("9000");
  await expect(page).toHaveURL(/packetRate=9000/);
  await expect(links.first()).toHaveText(/^\S+ .* \(\d{4}\)$/);
  expect(asked).toBe(1);
});

test("where titles do not come, reasons say so and lead to what is cited by its id, and opening others asks again", async ({
  page,
  complaints,
}) => {
  let isBroken = true;
  await page.route(texts, (route) => (isBroken ? route.abort() : route.continue()));
  const { answer, open } = await openUntouched(page, query);
  await open("Other adapters");
  const [first, second] = ["E1000E", "SR-IOV passthrough"].map((name) =>
    answer.locator(".verdict", { hasText: name }).first(),
  ) as [Locator, Locator];
  await first
    .getByText(/reason/i)
    .first()
    .click();
  await expect(first).toContainText("could not be loaded");
  const link = first.locator("a.evidence-link").first();
  await expect(link).toHaveText(/^[a-z0-9-]+ \(\d{4}\)$/);
  expect((await page.request.get(await link.evaluate((a: HTMLAnchorElement) => a.href))).status()).toBe(200);
  await answer.getByRole("heading", { name: "Steps", exact: true }).waitFor();
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
  isBroken = false;
  await second
    .getByText(/reason/i)
    .first()
    .click();
  await expect(link).toHaveText(/^\S+ .* \(\d{4}\)$/);
  await expect(answer).not.toContainText("could not be loaded");
});
