import type { Situation } from "../../advisor/questions/situation.ts";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { adviseHere } from "./fixtures/engine.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

const query = "?platform=vsphere&guest=rhel9-64&packetRate=20000&guestDrivers=true&iommu=true&sriovNic=true";

const situation: Situation = {
  platform: "vsphere",
  guest: "rhel9-64",
  packetRate: 20000,
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
};

test("the evidence has the figures of studies, with a bar for each adapter", async ({ page }) => {
  const { answer, open } = await openAdvisor(page, query);
  await open("Evidence");
  const worth = answer.locator(".effect-list");
  const { measured } = adviseHere(situation).effects ?? { measured: [] };
  await expect(worth.locator("> .effect")).toHaveCount(measured.length);
  const [bar, reference] = await Promise.all(
    [0, 1].map((at) =>
      worth
        .locator(".effect-bar rect:last-child")
        .nth(at)
        .evaluate((rect) => rect.getBoundingClientRect().width),
    ),
  );
  expect((bar ?? 0) / (reference ?? 1)).toBeCloseTo(measured[0]?.low ?? 0, 1);
  await expect(worth.getByRole("link", { name: /\(20\d\d\)$/ }).first()).toBeVisible();
});

test("the VM's packet rate is drawn among the published rates, and a gap between them is named", async ({ page }) => {
  const { answer, open, packetRate } = await openAdvisor(page, query);
  await open("Evidence");
  const drawing = answer.getByRole("img", { name: "CPU saved by passthrough, by packets per second" });
  await expect(drawing).toContainText("this VM");
  await expect(answer.locator("figcaption")).toContainText(/20,000.packets\/s.*10,000.*100,000/);
  await packetRate.clear();
  await expect(drawing).not.toContainText("this VM");
});

test("the question about the guest leads to its field, and the groups of guests are one click away", async ({
  page,
}) => {
  const { answer, guest, headline } = await openAdvisor(page);
  const question = answer.locator(".question", { hasText: "Guest operating system" });
  await expect(question).toContainText(/need .*Vlance.* or /);
  await expect(question.getByRole("button", { name: /^such as/ }).first()).toBeHidden();
  await question.getByText("Show these guests").click();
  await question.getByRole("button", { name: /: Vlance$/ }).click();
  await expect(headline).toHaveText("Use Vlance");
  await page.goBack();
  // The browser brings back its place on the page after the answer, and would move the button under a pointer.
  await answer.getByRole("button", { name: "Add the guest OS" }).press("Enter");
  await expect(guest).toBeFocused();
});

test("other adapters are those that the platform offers the guest, one line each, with the reasons one click away", async ({
  page,
}) => {
  const { answer, open } = await openAdvisor(page, query);
  const names = answer.locator(".verdict-name");
  await expect(names.first()).toBeHidden();
  await open("Other adapters");
  const { verdicts } = adviseHere(situation);
  const offered = verdicts.filter(
    ({ status, reasons }) =>
      status !== "recommended" && !reasons.some(({ kind, effect }) => kind === "guest" && effect === "excludes"),
  );
  await expect(names).toHaveText(offered.map(({ name }) => name));
  expect(offered.length).toBeLessThan(verdicts.length - 1);
  const reasons = answer.locator(".verdict .reason-list").first();
  await expect(reasons).toBeHidden();
  await answer.locator(".verdict summary").first().click();
  await expect(reasons).toBeVisible();
});

test("the answer leads to the rules that decided, and back", async ({ page }) => {
  const { answer, open } = await openAdvisor(page, query);
  await open("Evidence");
  await answer.getByRole("link", { name: "Show the rules that decided" }).click();
  const here = page.getByRole("region", { name: "Use VMXNET3" });
  await expect(here).toContainText("Red Hat Enterprise Linux 9");
  const rows = page.locator("#decision-table .entry");
  const all = await rows.count();
  const row = page.locator("[data-rule=paravirtual-ahead-of-emulated]");
  await expect(row).toContainText("Here: prefers VMXNET3.");
  await expect(row).toHaveAttribute("data-fired", "");
  const fired = await rows.filter({ hasText: "Here:" }).count();
  expect(fired).toBeLessThan(all);
  await expect(rows.filter({ visible: true })).toHaveCount(fired);
  // A part of which no rule had a say goes with its heading.
  const parts = page.locator(".entry-group");
  const lit = await parts.filter({ has: page.locator("[data-fired]") }).count();
  expect(lit).toBeLessThan(await parts.count());
  await expect(parts.filter({ visible: true })).toHaveCount(lit);
  await expect(page.getByRole("heading", { name: /^KVM/ })).toHaveCount(0);
  await here.getByRole("checkbox").uncheck();
  await expect(rows.filter({ visible: true })).toHaveCount(all);
  await expect(parts.filter({ visible: true })).toHaveCount(await parts.count());
  await here.getByRole("link", { name: "Back to the answer" }).click();
  await expect(page).toHaveURL(/\/advisor\/\?.*packetRate=20000/);
});

test("without a situation the decision table loads no engine", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("./rules/");
  await expect(page.locator("[data-fired]")).toHaveCount(0);
  expect(asked.filter((address) => /knowledge|light-rules/.test(address))).toEqual([]);
});

test("the rules of a situation that came with the address push nothing down, and all are there where they cannot be told", async ({
  page,
  complaints,
}) => {
  const lit = "./rules/?platform=vsphere&guest=rhel9-64";
  await page.goto(lit);
  await expect(page.getByRole("region", { name: "Use VMXNET3" })).toBeVisible();
  expect(await measureShift(page)).toBeLessThan(0.01);
  await page.route("**/light-rules*.js", (route) => route.abort());
  await page.goto(lit);
  await expect(page.getByRole("alert")).toContainText("The table has all rules.");
  await expect(page.locator("[data-rule=paravirtual-ahead-of-emulated]")).toBeVisible();
  expect(complaints.splice(0).join()).toContain("ERR_FAILED");
});
