import { openAdvisor } from "./fixtures/advisor-page.ts";
import { adviseHere } from "./fixtures/engine.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, test } from "./support/site.ts";

const open = "?platform=vsphere&guest=rhel9-64&packetRate=20000&guestDrivers=true&iommu=true&sriovNic=true";

test("what it is worth is told in figures of studies, with a bar for each adapter", async ({ page }) => {
  const { answer } = await openAdvisor(page, open);
  const worth = answer.locator(".advice-section", { has: page.getByRole("heading", { name: "What it is worth" }) });
  const { measured } = adviseHere({
    platform: "vsphere",
    guest: "rhel9-64",
    packetRate: 20000,
    guestDrivers: true,
    iommu: true,
    sriovNic: true,
  }).effects ?? { measured: [] };
  await expect(worth.getByRole("listitem")).toHaveCount(measured.length);
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

test("the machine's place among the published rates is drawn, and that nothing is published between them is said", async ({
  page,
}) => {
  const { answer, packetRate } = await openAdvisor(page, open);
  const drawing = answer.getByRole("img", { name: "CPU that passthrough saved, by packets per second" });
  await expect(drawing).toContainText("this machine");
  await expect(answer.locator("figcaption")).toContainText(
    "20,000 packets/s lies between 10,000 and 100,000; between them nothing is published.",
  );
  await packetRate.clear();
  await expect(drawing).not.toContainText("this machine");
});

test("the question about the guest leads to its field, and the groups of guests are one click away", async ({
  page,
}) => {
  const { answer, guest, headline } = await openAdvisor(page);
  const question = answer.locator(".question", { hasText: "Guest operating system" });
  await expect(question).toContainText(/lead to .*Vlance.* or /);
  await expect(question.getByRole("button", { name: /^such as/ }).first()).toBeHidden();
  await question.getByText("Which guests lead there").click();
  await question.getByRole("button", { name: /: Vlance$/ }).click();
  await expect(headline).toHaveText("Use Vlance");
  await page.goBack();
  // The browser brings back its place on the page after the answer, and would move the button under a pointer.
  await answer.getByRole("button", { name: "Name the guest" }).press("Enter");
  await expect(guest).toBeFocused();
});

test("what is not offered to the guest is one line, with the reasons one click away", async ({ page }) => {
  const { answer } = await openAdvisor(page, open);
  const vlance = answer.locator(".verdict", { has: page.getByRole("link", { name: "Vlance" }) });
  await expect(vlance).toBeHidden();
  await answer.getByText(/^Not offered here: .*Vlance/).click();
  await expect(vlance).toContainText("does not offer Vlance for Red Hat Enterprise Linux 9");
  await expect(answer.locator(".verdict", { hasText: "PVRDMA" }).first()).toBeVisible();
});

test("the answer leads to the rules that decided, and back", async ({ page }) => {
  const { answer } = await openAdvisor(page, open);
  await answer.getByRole("link", { name: "Show the rules that decided" }).click();
  const here = page.getByRole("region", { name: "Use VMXNET3" });
  await expect(here).toContainText("Red Hat Enterprise Linux 9");
  const rows = page.locator("#decision-table tbody tr");
  const all = await rows.count();
  const row = page.locator("#paravirtual-ahead-of-emulated");
  await expect(row).toContainText("Here: prefers VMXNET3.");
  await expect(row).toHaveAttribute("data-fired", "");
  const fired = await rows.filter({ hasText: "Here:" }).count();
  expect(fired).toBeLessThan(all);
  await expect(rows.filter({ visible: true })).toHaveCount(fired);
  // A part of which no rule had a say goes with its heading.
  const parts = page.locator(".rule-group");
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
  await expect(page.getByRole("alert")).toContainText("The table has all of them.");
  await expect(page.locator("#paravirtual-ahead-of-emulated")).toBeVisible();
  expect(complaints.splice(0).join()).toContain("ERR_FAILED");
});
