import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findViolations } from "./support/accessibility.ts";
import { everySecond } from "../thorough.ts";
import { expect, holdRequests, test } from "./support/site.ts";

const table = (page: Page) => page.locator(".fleet-table");

async function auditSample(page: Page): Promise<void> {
  await page.goto("./fleet/");
  await page.getByRole("button", { name: "Audit a sample vSphere fleet" }).click();
  await expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
}

test("a sample fleet is audited, and the page asks for nothing but its own files", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto("./fleet/");
  await page.waitForLoadState("networkidle");
  const loaded = requests.length;
  await page.getByRole("button", { name: "Audit a sample vSphere fleet" }).click();
  await expect(page.getByRole("heading", { name: /^\d+ of \d+ adapters need work$/ })).toBeVisible();
  const later = requests.slice(loaded).map((url) => new URL(url).pathname);
  expect(later.filter((path) => !/\/js\/[\w.-]+\.js$/.test(path))).toEqual([]);
  await expect(
    table(page)
      .getByRole("row", { name: /E1000E/ })
      .first(),
  ).toContainText("Change: VMXNET3");
});

test("a press of a sample is not lost while the script comes: the button waits for the script", async ({ page }) => {
  const { send, asked } = await holdRequests(page, "**/js/fleet-page.*.js");
  await page.goto("./fleet/", { waitUntil: "commit" });
  await asked;
  const sample = page.getByRole("button", { name: "Audit a sample KVM fleet" });
  await expect(sample).toBeDisabled();
  send();
  await sample.click();
  await expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
});

test("a file that is chosen before the script is there is audited once it is", async ({ page }) => {
  const { send, asked } = await holdRequests(page, "**/js/fleet-page.*.js");
  await page.goto("./fleet/", { waitUntil: "commit" });
  await asked;
  const inventory = "name,os,nic\nweb01,Windows Server 2019,E1000E\n";
  await page
    .getByLabel("Choose files")
    .setInputFiles({ name: "fleet.csv", mimeType: "text/csv", buffer: Buffer.from(inventory) });
  send();
  await expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
});

test("the policy of the page forbids every connection", async ({ page, complaints }) => {
  await page.goto("./fleet/");
  const refused = await page.evaluate(() =>
    fetch("./").then(
      () => false,
      () => true,
    ),
  );
  expect(refused).toBe(true);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("connect-src 'none'");
  expect(complaints.splice(0).every((complaint) => /Content Security Policy/i.test(complaint))).toBe(true);
});

test("a dropped file is read, and what cannot be used is named", async ({ page }) => {
  await page.goto("./fleet/");
  await page.locator("#fleet-files").setInputFiles([
    {
      name: "anything.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(
        "VM,Adapter,OS\nweb01,E1000,Windows Server 2022\nweb02,Vmxnet3,Windows Server 2022\n,Vmxnet3,\n",
      ),
    },
  ]);
  await expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
  await expect(page.locator(".fleet-files summary")).toContainText("1 file read");
});

const done = async (page: Page): Promise<void> =>
  expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
const asFile = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const headings = "VM,Adapter,OS,platform\n";

test("a file of which nothing can be judged says that facts are missing", async ({ page }) => {
  await page.goto("./fleet/");
  await page.locator("#fleet-files").setInputFiles([asFile("list.csv", "VM,Adapter,OS\nweb01,e1000,Debian 12\n")]);
  await done(page);
  await expect(page.getByRole("heading", { name: "Facts are missing for a verdict" })).toBeVisible();
  await expect(page.getByText("Nothing to change.")).toBeHidden();
  await expect(table(page).getByRole("row", { name: /web01/ })).toContainText("The file does not name the platform.");
});

test("a folder is read with the folders in it", async ({ page }, info) => {
  const folder = info.outputPath("fleet");
  mkdirSync(join(folder, "more"), { recursive: true });
  writeFileSync(join(folder, "a.csv"), `${headings}web01,E1000,Windows Server 2022,vsphere\n`);
  writeFileSync(join(folder, "more", "b.csv"), `${headings}web02,E1000,Windows Server 2022,vsphere\n`);
  await page.goto("./fleet/");
  await page.getByLabel("Choose a folder").setInputFiles(folder);
  await done(page);
  await expect(page.locator(".fleet-files h3")).toHaveText([/^fleet\/a\.csv$/, /^fleet\/more\/b\.csv$/]);
});

test("an older audit shows what is new, fixed and moved; rates and a policy join the same inventory", async ({
  page,
}) => {
  const choose = (...files: ReturnType<typeof asFile>[]) => page.locator("#fleet-files").setInputFiles(files);
  await page.goto("./fleet/");
  await choose(
    asFile("a.csv", `${headings}web01,E1000,Windows Server 2022,vsphere\nweb02,E1000,Windows Server 2022,vsphere\n`),
  );
  await done(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const old = readFileSync(await (await waiting).path(), "utf8");
  await choose(
    asFile("a.csv", `${headings}web01,E1000,Windows Server 2022,vsphere\nweb03,E1000,Windows Server 2022,vsphere\n`),
    asFile("old.json", old),
  );
  await done(page);
  const comparison = page.locator(".fleet-comparison");
  await expect(comparison.getByText(/^New: /)).toHaveText("New: 1 finding");
  await comparison.getByText(/^New: /).click();
  await expect(comparison.locator("details").first()).toContainText(
    "web03: Emulated adapter, but a better driver is available",
  );
  await expect(comparison.getByText(/^Fixed: /)).toHaveText("Fixed: none");
  // A VM that is no longer in the file fixed nothing.
  await expect(comparison.getByText(/^Gone: /)).toHaveText("Gone: 1 finding");
  await expect(comparison).toContainText("Moved: none");
  await choose(
    asFile("policy.yaml", "name: Contoso\nrequires: [vmotion]\n"),
    asFile(
      "sar.txt",
      "Linux 5.14.0 (web03) \t11/24/2026\n\n12:00:01 AM IFACE rxpck/s txpck/s\n12:10:01 AM eth0 900 100\n",
    ),
  );
  await done(page);
  await expect(page.locator(".fleet-summary")).toContainText("Checked against the policy “Contoso”");
  await expect(page.locator(".fleet-files")).toContainText("packet-rates: 1 VM, 1 adapter");
});

test("an older audit whose hashes have a key is refused", async ({ page }) => {
  await page.goto("./fleet/");
  const choose = (...files: ReturnType<typeof asFile>[]) => page.locator("#fleet-files").setInputFiles(files);
  const list = asFile("a.csv", `${headings}web01,E1000,Windows Server 2022,vsphere\n`);
  await choose(list);
  await done(page);
  await page.getByLabel("Replace names of VMs, networks and files with hashes").check();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  const old = readFileSync(await (await waiting).path(), "utf8");
  await choose(list, asFile("old.json", old));
  await done(page);
  await expect(page.locator(".fleet-comparison")).toContainText("New: none");
  await choose(list, asFile("keyed.json", old.replace(/"redactionKey":\s*"\w+"/, '"redactionKey":"000000"')));
  await expect(page.locator(".fleet-problems")).toContainText("keyed.json: The hashes are those of a --redact-key.");
});

test("the user's own headings are read", async ({ page }) => {
  await page.goto("./fleet/");
  await page.getByText("Packet rates, company policy").click();
  await page.getByLabel("Columns of a CSV").fill("machine=Maschine, adapter=Karte");
  await page.locator("#fleet-files").setInputFiles([asFile("a.csv", "Maschine,Karte,platform\nweb01,E1000,vsphere\n")]);
  await done(page);
  await expect(table(page).getByRole("row", { name: /web01/ })).toContainText("E1000");
});

test("a file that is no inventory is refused with its name", async ({ page }) => {
  await page.goto("./fleet/");
  await page
    .locator("#fleet-files")
    .setInputFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello\n") }]);
  await expect(page.locator(".fleet-problems")).toContainText("notes.txt");
});

test("a finding, a verdict and words narrow the table, and a row opens its details", async ({ page }) => {
  await auditSample(page);
  const total = page.locator(".fleet-list > .note");
  await expect(total).toContainText("in 17 groups");
  const severity = page.locator(".fleet-filters select");
  await severity.selectOption("note");
  await page.locator(".fleet-findings").getByRole("button", { name: "Template with the wrong adapter" }).click();
  await expect(total).toHaveText(/^1 adapter in 1 group\./);
  // A finding replaces the severity, so the field must not say that both are shown.
  await expect(severity).toHaveValue("");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("checkbox", { name: /^Group adapters/ }).uncheck();
  await expect(total).toHaveText(/^62 adapters\./);
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill("tpl-win");
  await expect(total).toHaveText(/^1 adapter\./);
  await table(page)
    .getByRole("button", { name: /^tpl-win/ })
    .click();
  const detail = page.locator(".fleet-detail");
  await expect(detail).toContainText("Change E1000E to VMXNET3");
  await expect(detail.getByRole("link", { name: "Full advice" })).toHaveAttribute("href", /advisor\/\?/);
});

test("a group names its machines, in its row and in its details", async ({ page }) => {
  await auditSample(page);
  await table(page).getByRole("button", { name: "old01 and 1 more" }).click();
  const detail = page.locator(".fleet-detail");
  await expect(detail.getByRole("heading")).toHaveText("2 adapters: Vlance → VMXNET3");
  await expect(detail).toContainText(/2 VMs: old01, old\d+\./);
  await expect(detail).toContainText("Details of old01: Network adapter 1");
});

test("a short table shows all of its rows; a longer one says that it scrolls", async ({ page }) => {
  const scroll = page.locator(".fleet-scroll");
  const isScrolling = () => scroll.evaluate((element) => getComputedStyle(element).overflowY !== "visible");
  await auditSample(page);
  await expect(table(page).locator("tbody").getByRole("button")).toHaveCount(17);
  expect(await isScrolling()).toBe(false);
  await page.getByRole("checkbox", { name: /^Group adapters/ }).uncheck();
  await expect(page.locator(".fleet-list > .note")).toHaveText(
    /^62 adapters\. .*Scroll in the table to see all rows\.$/,
  );
  expect(await isScrolling()).toBe(true);
  await expect(scroll).toHaveAttribute("tabindex", "0");
});

test("a phone shows the guest below its machine, and rows do not touch", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await auditSample(page);
  const row = table(page).getByRole("row", { name: /^tpl-win/ });
  await expect(row.getByRole("rowheader").getByText("Windows Server 2019")).toBeVisible();
  const room = await table(page)
    .getByRole("rowheader")
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        return cell.getBoundingClientRect().height - words.getBoundingClientRect().height;
      }),
    );
  expect(Math.min(...room)).toBeGreaterThanOrEqual(6);
});

test("the audit can be taken along, with names or without", async ({ page }) => {
  await auditSample(page);
  const save = async (name: string): Promise<string> => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    return readFileSync(await (await waiting).path(), "utf8");
  };
  expect(await save("CSV")).toContain("web01");
  expect((JSON.parse(await save("JSON")) as { adapters: unknown[] }).adapters).toHaveLength(62);
  await page.getByLabel(/Replace names/).check();
  expect(await save("CSV")).not.toContain("web01");
});

test("many adapters are read, and only the rows in view are in the page", async ({ page }) => {
  await page.goto("./fleet/");
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `vm${index},${index % 3 === 0 ? "E1000" : "Vmxnet3"},Windows Server 2022`,
  );
  const buffer = Buffer.from(`VM,Adapter,OS\n${lines.join("\n")}\n`);
  await page.locator("#fleet-files").setInputFiles([{ name: "many.csv", mimeType: "text/csv", buffer }]);
  await expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
  await page.getByRole("checkbox", { name: /^Group adapters/ }).uncheck();
  await expect(page.locator(".fleet-list > .note")).toHaveText(/^20,000 adapters\./);
  await page.locator(".fleet-scroll").evaluate((element) => (element.scrollTop = element.scrollHeight));
  await expect(table(page).locator("tr").last()).toBeAttached();
  await expect(
    table(page)
      .getByRole("row")
      .filter({ has: page.getByRole("button") })
      .last(),
  ).toHaveAttribute("aria-rowindex", "20001");
  expect(await table(page).locator("tr").count()).toBeLessThan(80);
});

test("a folder of many files is audited, and the page names the first of them", async ({ page }) => {
  await page.goto("./fleet/");
  const files = Array.from({ length: 1000 }, (_, at) => ({
    name: `${at}.conf`,
    mimeType: "text/plain",
    buffer: Buffer.from(`name: vm${at}\nostype: l26\nnet0: virtio=BC:24:11:00:00:01\n`),
  }));
  await page.locator("#fleet-files").setInputFiles(files);
  await expect(page.locator("#fleet-status")).toHaveText("Done. Nothing left this browser.");
  await expect(page.locator(".fleet-files summary")).toContainText("1,000 files read");
  await expect(page.locator(".fleet-files h3")).toHaveCount(100);
  await expect(page.locator(".fleet-files > .note")).toHaveText("900 more files: see the JSON export.");
});

test("an audit can be cancelled", async ({ page }) => {
  await page.goto("./fleet/");
  // Large enough to be under way when the button is pressed.
  const buffer = Buffer.from(`VM,Adapter,OS\n${"vm,E1000,Windows Server 2022\n".repeat(400_000)}`);
  await page.locator("#fleet-files").setInputFiles([{ name: "many.csv", mimeType: "text/csv", buffer }]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator("#fleet-status")).toHaveText("Cancelled. Nothing was kept.");
  await expect(page.locator("#fleet-result")).toBeEmpty();
});

for (const width of everySecond([360, 1440]))
  test(`an audited fleet is accessible and stays within the page, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await auditSample(page);
    expect(await findViolations(page, { seen: new Set() })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // Also with space below the rows, which spans columns that a phone hides.
    await page.getByRole("checkbox", { name: /^Group adapters/ }).uncheck();
    await expect(page.locator(".fleet-list > .note")).toHaveText(/^62 adapters\./);
    const heading = await table(page).getByRole("columnheader", { name: "Machine" }).boundingBox();
    expect(heading?.width).toBeGreaterThan(90);
  });

test("the table of adapters cuts no text and needs no scrolling sideways, at any width", async ({ page }) => {
  await page.goto("./fleet/");
  await auditSample(page);
  for (const width of [360, 641, 700, 959, 1000, 1199, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await page
      .locator(".fleet-scroll, .fleet-table :is(th, td)")
      .evaluateAll((boxes) =>
        boxes.filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth).map((box) => box.textContent),
      );
    expect(cut, `${width} px`).toEqual([]);
  }
});

test("a part that is pressed brings the keyboard to the table; a severity that is chosen keeps it", async ({
  page,
}) => {
  await auditSample(page);
  const adapters = page.locator(".fleet-adapters");
  const heading = adapters.getByRole("heading", { name: "Adapters" });
  await page.locator(".fleet-findings").getByRole("button", { name: "Adapter not supported" }).press("Enter");
  const shown = adapters.getByText("Shown: Adapter not supported.");
  await expect(shown).toBeFocused();
  await expect(shown).toBeInViewport({ ratio: 1 });
  // Not below the head of the site, which stays at the top.
  await expect(heading).toBeInViewport({ ratio: 1 });
  const head = await page.locator("body > header").boundingBox();
  expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  await page.keyboard.press("Tab");
  await expect(adapters.getByRole("button", { name: "Show all" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading).toBeFocused();
  const severity = adapters.getByLabel("Severity");
  await severity.focus();
  await severity.selectOption("note");
  await expect(adapters.getByText("Shown: note.")).toBeVisible();
  await expect(severity).toBeFocused();
});

test("a row opens its details below itself, and Escape brings the keyboard back to it", async ({ page }) => {
  await auditSample(page);
  const row = table(page).getByRole("row", { name: /^db04/ });
  const button = row.getByRole("button");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(button).toBeFocused();
  const detail = page.locator(".fleet-detail");
  await expect(detail).toBeVisible();
  const gap = await row.evaluate((above) => {
    const below = above.nextElementSibling?.querySelector(".fleet-detail");
    return below && below.getBoundingClientRect().top - above.getBoundingClientRect().bottom;
  });
  expect(Math.abs(gap ?? Number.NaN)).toBeLessThan(2);
  const markOf = (name: RegExp) =>
    table(page)
      .getByRole("row", { name })
      .getByRole("rowheader")
      .evaluate((cell) => getComputedStyle(cell).boxShadow);
  expect(await markOf(/^db04/)).not.toBe(await markOf(/^db01/));
  await page.keyboard.press("Tab");
  await expect(detail.getByRole("link", { name: "Full advice" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(detail).toBeHidden();
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  // A press on any place of the row opens it, a second one closes it, and so does the button in the details.
  await row.getByText("VMXNET3").click();
  await expect(detail).toContainText("2 adapters: VMXNET3");
  await row.getByText("VMXNET3").click();
  await expect(detail).toBeHidden();
  await button.click();
  await detail.getByRole("button", { name: "Close" }).click();
  await expect(detail).toBeHidden();
  await expect(button).toBeFocused();
  // One row at a time, and none after a filter.
  await button.click();
  await table(page).getByRole("button", { name: /^db01/ }).click();
  await expect(detail).toHaveCount(1);
  await expect(detail).toContainText("Details of db01");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill("web");
  await expect(detail).toBeHidden();
});

test("details stay at their row in a table that scrolls", async ({ page }) => {
  await auditSample(page);
  await page.getByRole("checkbox", { name: /^Group adapters/ }).uncheck();
  const scroll = page.locator(".fleet-scroll");
  const height = () => scroll.evaluate((element) => element.scrollHeight);
  await table(page).getByRole("button").first().click();
  const detail = page.locator(".fleet-detail");
  await expect(detail).toBeVisible();
  const whole = await height();
  await scroll.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await expect(detail).toHaveCount(0);
  await expect(table(page).getByRole("row").last()).toHaveAttribute("aria-rowindex", "63");
  // The height of the details is kept while they are out of the page, so that no row moves under the reader.
  expect(Math.abs((await height()) - whole)).toBeLessThan(150);
  await scroll.evaluate((element) => (element.scrollTop = 0));
  await expect(detail).toBeVisible();
  await expect(table(page).getByRole("button").first()).toHaveAttribute("aria-expanded", "true");
});

test("the worst finding of an adapter is its first, in its row and in its details", async ({ page }) => {
  await auditSample(page);
  const row = table(page).getByRole("row", { name: /^db04/ });
  await expect(row.getByRole("cell").last()).toHaveText(/^warning Adapters missing in the file; Known/);
  await row.getByRole("button").click();
  await expect(page.locator(".fleet-detail .fleet-severity")).toHaveText(["warning", "note"]);
});

test("a phone shows why: the worst finding below each verdict, and every verdict of the picture", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./fleet/");
  await page
    .locator("#fleet-files")
    .setInputFiles([
      asFile(
        "all.csv",
        `${headings}a,Vmxnet3,Windows Server 2022,vsphere\nb,E1000E,Windows Server 2022,vsphere\nc,E1000,winNetEnterpriseGuest,vsphere\nd,E1000,otherLinuxGuest,vsphere\ne,SR-IOV,,\nf,E1000,Debian 12,\n`,
      ),
    ]);
  await done(page);
  const picture = page.locator(".fleet-picture .table-scroll");
  await expect(picture.getByRole("columnheader")).toHaveCount(6);
  expect(await picture.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.getByRole("button", { name: "Audit a sample vSphere fleet" }).click();
  await expect(page.locator(".fleet-list > .note")).toContainText("62 adapters");
  const cell = table(page)
    .getByRole("row", { name: /^tpl-win/ })
    .getByRole("cell")
    .filter({ hasText: "Change: VMXNET3" });
  await expect(cell.getByText("warning Emulated adapter, but a better driver is available and 2 more")).toBeVisible();
});

test("the page counts groups alone, and a problem is a problem", async ({ page }) => {
  await auditSample(page);
  await expect(page.locator(".fleet-summary .note")).toHaveText("54 VMs, 62 adapters.");
  await expect(page.locator(".fleet-findings").first()).toContainText("Known problem under a condition");
  await expect(page.locator("#fleet-result")).not.toContainText("defect");
});

test("files and a folder are chosen by buttons that name them", async ({ page }) => {
  await page.goto("./fleet/");
  for (const name of ["Choose files", "Choose a folder"]) {
    const input = page.getByLabel(name, { exact: true });
    const button = page.locator(".fleet-drop label").getByText(name, { exact: true });
    await expect(button).toBeVisible();
    // The browser's own button and its "No file chosen" are out of sight.
    expect((await input.boundingBox())?.width).toBeLessThanOrEqual(1);
    const chooser = page.waitForEvent("filechooser");
    await button.click();
    await chooser;
    await input.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(input).toBeFocused();
    expect(await button.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe("solid");
  }
});
