import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { checkWith, openRecordForm } from "./fixtures/contribute-form.ts";
import type { RecordForm } from "./fixtures/contribute-form.ts";
import { findViolations } from "./support/accessibility.ts";
import { everySecond } from "../thorough.ts";
import { expect, holdRequests, test } from "./support/site.ts";

/** Everything but the source and the rows: the parts to open, each with its fields and their values; true ticks a box. */
const study: readonly (readonly [part: string, fields: Record<string, string | true>])[] = [
  [
    "",
    {
      "Title required": "VMXNET3 and E1000E between two VMs",
      "Question required": "How much does each adapter carry between two VMs on one host?",
      "Answer required": "VMXNET3 carried more than E1000E in the runs of this study.",
      "Platform required": "vsphere",
      "Measuring tool required": "iperf3",
    },
  ],
  [
    "Host and NIC",
    {
      "Hypervisor required": "VMware ESXi 8.0 U2",
      "The source does not state it: Host": true,
      "Host CPU required": "2x Intel Xeon Gold 6338",
      "Physical NIC required": "not used",
      "None is used: Link speeds (Gbit/s)": true,
    },
  ],
  [
    "Guests and the other end",
    {
      "Guests required": "Red Hat Enterprise Linux 9, 2 vCPU\nRed Hat Enterprise Linux 9, 2 vCPU",
      "Topology required": "same-host",
    },
  ],
  [
    "Method",
    {
      "Version of the tool required": "3.12",
      "Runs of each configuration": "5",
      "The source does not state it: Duration (s)": true,
      "Varied and fixed settings required": "The adapter was varied; everything else was held.",
      "Grade of the study required": "comparison",
      "Location of the numbers in the source required": "table",
      "Comparison of the numbers with the source required": "exact",
    },
  ],
  [
    "Caveats and permission",
    {
      "Caveats that you add, one per line": "One host only.\nVersions of the driver are not stated.",
      "Permission to publish the numbers required": "already-published",
    },
  ],
];

/** Fills in the study as its reader would, field by field. */
async function fillStudy({ field, open }: RecordForm): Promise<void> {
  for (const [part, fields] of study) {
    if (part !== "") await open(part);
    for (const [label, value] of Object.entries(fields)) {
      const control = field(label).first();
      if (value === true) await control.check();
      else if ((await control.evaluate((element) => element.tagName)) === "SELECT") await control.selectOption(value);
      else await control.fill(value);
    }
  }
}

/** Puts the study into the form at once, for tests of something else. */
async function setStudy({ form }: RecordForm): Promise<void> {
  await form.evaluate((element, parts) => {
    const labels = [...element.querySelectorAll("label")];
    const nameOf = (label: HTMLElement): string => (label.textContent ?? "").replace(/\s+/g, " ").trim();
    for (const [name, value] of parts.flatMap(([, fields]) => Object.entries(fields))) {
      const control = labels.find((label) => nameOf(label) === name)?.control;
      if (value === true) {
        if (!(control instanceof HTMLInputElement)) throw new Error(`There is no box "${name}".`);
        control.click();
        continue;
      }
      if (!control || !("value" in control)) throw new Error(`There is no field "${name}".`);
      control.value = value;
      if (control.value !== value) throw new Error(`"${name}" does not take "${value}".`);
      for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }));
    }
  }, study);
}

async function fillRow(row: ReturnType<RecordForm["row"]>, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = row.getByLabel(label, { exact: true });
    if ((await control.evaluate((element) => element.tagName)) === "SELECT") await control.selectOption(value);
    else await control.fill(value);
  }
}

test("what somebody types becomes a dataset that the checker accepts, and where the repository is known a link that makes it there", async ({
  page,
}) => {
  const form = await openRecordForm(page, "https://forge.example/owner/atlas");
  const link = form.form.getByRole("link", { name: "Add the file to the repository" });
  await fillStudy(form);
  await expect(link).toHaveCount(0);
  await form.field("Source required").fill("nobel-vmxnet3-2013");
  await fillRow(form.row(0), {
    Adapter: "VMXNET 3",
    Workload: "tcp-stream",
    Metric: "throughput",
    Unit: "Gbit/s",
    Value: "2,65",
    Quote: "we reach a total throughput of 2.65 Gbit per second",
    "Place in the source (page, table)": "Part 2, test 1",
  });
  await form.form.getByRole("button", { name: "Add a row" }).click();
  await fillRow(form.row(1), { Adapter: "e1000e", Value: "1.88", Quote: "E1000E got 1.88 Gbit / sec" });
  // One row was whole before, so the state alone does not tell that the second has arrived.
  await expect(form.form.locator("#dataset-yaml")).toContainText("quote: E1000E got 1.88 Gbit / sec");
  await expect(form.state).toHaveText("No check reports a problem.");
  const text = await form.yaml("dataset");
  expect(text).toContain("adapter: vmxnet3\n");
  expect(text).toContain("value: 2.65\n");
  expect(text).toMatch(/unknown:\n {4}- durationSeconds/);
  expect(text).toContain("linkGbps: []");
  expect(text).toContain("host: unknown");
  // The atlas has a dataset of this name.
  await expect(form.form.locator("#dataset-id")).toHaveValue("nobel-vmxnet3-2013-2");
  expect(checkWith({ "data/datasets/nobel-vmxnet3-2013-2.yaml": text })).toEqual({
    code: 0,
    output: expect.stringContaining("no problems"),
  });
  const address = new URL((await link.getAttribute("href")) ?? "");
  expect(address.origin + address.pathname).toBe("https://forge.example/owner/atlas/new/main");
  expect(address.searchParams.get("filename")).toBe("data/datasets/nobel-vmxnet3-2013-2.yaml");
  expect(address.searchParams.get("value")).toBe(text);
});

test("a new source becomes a second file, and both pass", async ({ page }) => {
  const form = await openRecordForm(page);
  await setStudy(form);
  await form.form.getByRole("radio", { name: "It is new" }).check();
  const source = form.form.getByRole("group", { name: "A new source" });
  await fillRow(source, {
    "Title required": "Adapters compared on one host",
    "Publisher required": "Example Lab",
    "Published required": "2024-05",
    "Kind of document required": "practitioner-blog",
    "Address (URL)": "https://example.org/adapters",
  });
  await expect(source.getByLabel("Accessed required")).toHaveValue(/^\d{4}-\d{2}-\d{2}$/);
  await fillRow(form.row(0), {
    Adapter: "vmxnet3",
    Workload: "tcp-rr",
    Metric: "latency",
    Unit: "us",
    "Kind of result": "samples",
    Samples: "31 29,5 30",
    "Place in the source (page, table)": "Table 2",
  });
  await expect(form.state).toHaveText("No check reports a problem.");
  await expect(form.form.locator("#source-id")).toHaveValue("example-adapters-compared-one-host-2024");
  const [dataset, made] = [await form.yaml("dataset"), await form.yaml("source")];
  expect(dataset).toContain("source: example-adapters-compared-one-host-2024\n");
  expect(
    checkWith({
      "data/datasets/example-adapters-compared-one-host-2024.yaml": dataset,
      "data/sources/example-adapters-compared-one-host-2024.yaml": made,
    }),
  ).toEqual({ code: 0, output: expect.stringContaining("no problems") });
});

test("a table from a spreadsheet becomes rows that the checker accepts", async ({ page }) => {
  const form = await openRecordForm(page);
  await setStudy(form);
  await form.field("Source required").fill("nobel-vmxnet3-2013");
  const text = form.field("Paste a table");
  await text.fill(
    "Guest OS\tNIC\tRun 1 (Gbit/s)\tRun 2 (Gbit/s)\tCPU %\tWeather\nRHEL 9\tVMXNET 3\t9,41\t9,38\t55,5\tsun\nRHEL 9\tIntel E1000e\t2,65\t2,7\t97\train\n",
  );
  const panel = form.form.locator("#paste-reading");
  await expect(panel).toContainText('"Intel E1000e" is read as e1000e.');
  await expect(panel).toContainText('"55,5" is read as 55.5; the comma is the decimal point. So are 4 more cells.');
  await expect(panel).toContainText('Column "Weather" is ignored');
  await expect(panel.getByLabel("Read as, CPU %")).toHaveValue("field:observed.guestCpuPercent");
  // What was guessed can be changed.
  await panel.getByLabel("Read as, CPU %").selectOption("field:observed.hostCpuPercent");
  await panel.getByLabel("Read as, Weather").selectOption("field:note");
  await expect(panel).not.toContainText("is left out");
  await panel.getByLabel("Workload").selectOption("tcp-stream");
  await panel.getByLabel("Location of the table in the source").fill("Table 3");
  await panel.getByRole("button", { name: "Add 2 rows to the table" }).click();
  await expect(panel.getByRole("status")).toHaveText("2 rows were added to the table below.");
  await expect(form.row(1).getByLabel("Samples", { exact: true })).toHaveValue("2.65 2.7");
  await expect(form.form.locator("[data-row]")).toHaveCount(2);
  await expect(form.state).toHaveText("No check reports a problem.");
  const yaml = await form.yaml("dataset");
  expect(yaml).toContain("hostCpuPercent: 55.5\n");
  expect(yaml).toContain("note: rain\n");
  expect(checkWith({ "data/datasets/nobel-vmxnet3-2013-2.yaml": yaml })).toEqual({
    code: 0,
    output: expect.stringContaining("no problems"),
  });
});

test("cells pasted into a field of a row are read as a table, and what nobody can read stays", async ({ page }) => {
  const form = await openRecordForm(page);
  await form.row(0).getByLabel("Adapter", { exact: true }).focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "Adapter\tGbit/s\nFooNIC 9\t4.5x\n");
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  const panel = form.form.locator("#paste-reading");
  await expect(panel).toContainText('Line 2, column "Gbit/s": "4.5x" could not be read as a number');
  await panel.getByRole("button", { name: "Add one row to the table" }).click();
  await expect(panel).toContainText('"FooNIC 9" is not an adapter of the atlas');
  const value = form.row(0).getByLabel("Value", { exact: true });
  await expect(value).toHaveValue("4.5x");
  await expect(value).toHaveAccessibleDescription(/"value" must be a number, found text "4.5x"/);
  await expect(form.row(0).getByLabel("Adapter", { exact: true })).toHaveAccessibleDescription(/"FooNIC 9"/);
});

test("every kind of row that somebody fills in passes the checker", async ({ page }) => {
  const form = await openRecordForm(page);
  await setStudy(form);
  await form.field("Source required").fill("nobel-vmxnet3-2013");
  const add = form.form.getByRole("button", { name: "Add a row" });
  const base = {
    Workload: "tcp-stream",
    Metric: "throughput",
    Unit: "Gbit/s",
    "Place in the source (page, table)": "Table 1",
  };
  await fillRow(form.row(0), { ...base, Adapter: "vmxnet3", "Kind of result": "summary" });
  await form.row(0).locator("summary").click();
  await fillRow(form.row(0), {
    Smallest: "4.1",
    Median: "4.4",
    Largest: "4.6",
    Note: "Ten runs.",
    Guest: "RHEL 9",
    "Message size (bytes)": "65536",
  });
  await form
    .row(0)
    .getByRole("group", { name: "Offloads that were on" })
    .getByRole("checkbox", { name: "tso" })
    .check();
  await expect(form.row(0).locator("[data-summary-text]")).toHaveText("min 4.1, median 4.4, max 4.6");
  await add.click();
  await fillRow(form.row(1), {
    Adapter: "e1000",
    "Kind of result": "relative",
    Form: "ratio",
    Value: "0.5",
    "Relative to": "VMXNET 3",
    Unit: "",
    "Place in the source (page, table)": "Table 2",
  });
  await add.click();
  await fillRow(form.row(2), {
    Adapter: "e1000e",
    "Kind of result": "ordinal",
    Relation: "worse",
    "Relative to": "vmxnet3",
    Quote: "E1000E was slower in every run",
  });
  await expect(form.state).toHaveText("No check reports a problem.");
  const text = await form.yaml("dataset");
  expect(text).toMatch(/offloadsOn:\n +- tso/);
  expect(text).toContain("relativeTo: vmxnet3");
  expect(checkWith({ "data/datasets/nobel-vmxnet3-2013-2.yaml": text })).toEqual({
    code: 0,
    output: expect.stringContaining("no problems"),
  });
});

test("the form says of an unfinished record what the checker says of its file", async ({ page }) => {
  const form = await openRecordForm(page);
  await form.field("Title required").first().fill("<b>Two</b> adapters");
  await form.field("Source required").fill("nobel-vmxnet3-2031");
  await form.open("Method");
  await form.field("Runs of each configuration").fill("2.5");
  await fillRow(form.row(0), {
    Adapter: "vmxnet4",
    Metric: "throughput",
    Unit: "Gbit/s",
    Value: "2.65",
    Quote: "a total of 2.56 Gbit per second",
  });
  await form.form.locator("#dataset-id").fill("two-adapters");
  await expect(form.form.locator("#dataset-yaml")).toContainText("2.56");
  await form.form.getByRole("button", { name: "Show them all" }).click();
  const { output } = checkWith({ "data/datasets/two-adapters.yaml": await form.yaml("dataset") }, "--format", "json");
  const { findings } = JSON.parse(output) as { findings: { message: string }[] };
  await expect(form.problems.getByRole("listitem")).toHaveCount(findings.length);
  const said = (await form.problems.getByRole("listitem").allInnerTexts()).map((text) =>
    text.replaceAll("\u00A0", " "),
  );
  for (const { message } of findings)
    expect(
      said.filter((text) => text.toLowerCase().includes(message.toLowerCase())),
      message,
    ).not.toEqual([]);
});

test("the file can be downloaded, and what was taken along may be left", async ({ page }) => {
  const form = await openRecordForm(page);
  await form.form.locator("#dataset-id").fill("a-study-2024");
  await expect(form.form.locator("#files")).toContainText("data/datasets/a-study-2024.yaml");
  const downloaded = page.waitForEvent("download");
  await form.form.getByRole("button", { name: "Download" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("dataset-a-study-2024.yaml");
  expect(readFileSync(await download.path(), "utf8")).toBe(await form.yaml("dataset"));
  await page.goto("./about/");
});

test("rows are added and removed by keyboard, and keep their numbers", async ({ page }) => {
  const form = await openRecordForm(page);
  const add = form.form.getByRole("button", { name: "Add a row" });
  for (const adapter of ["e1000", "e1000e", "vmxnet3"]) {
    await form.form.locator("[data-row]").last().getByLabel("Adapter", { exact: true }).fill(adapter);
    if (adapter === "vmxnet3") break;
    await add.focus();
    await page.keyboard.press("Enter");
    await expect(form.form.locator("[data-row]").last().getByLabel("Adapter", { exact: true })).toBeFocused();
  }
  await form.form.getByRole("button", { name: "Remove row 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(add).toBeFocused();
  await expect(form.form.locator("[data-row]")).toHaveCount(2);
  await expect(form.row(1).getByLabel("Adapter", { exact: true })).toHaveValue("vmxnet3");
  await expect(form.form.locator("#f-measurements-1-adapter")).toHaveValue("vmxnet3");
  await expect(form.form.locator("#dataset-yaml")).not.toContainText("e1000e");
  const ids = await form.form.locator("[id]").evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

for (const width of everySecond([360, 768, 1440])) {
  test(`the form in use is accessible in light and dark and stays within the page, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const form = await openRecordForm(page);
    await form.field("Paste a table").fill("NIC\tRun 1 (Gbit/s)\tRun 2\nVMXNET 3\t9,41\t9,38\nFoo\t2x\t\n");
    await expect(form.form.getByRole("button", { name: "Add 2 rows" })).toBeVisible();
    const [ground, covers] = await form.form.locator("#paste-reading").evaluate((panel) => {
      const table = panel.querySelector(".table-scroll") ?? panel;
      return [getComputedStyle(panel).backgroundColor, getComputedStyle(table).backgroundImage];
    });
    expect(covers, "the end of the columns has the colour of the panel").toContain(String(ground));
    await form.form.getByRole("radio", { name: "It is new" }).check();
    await form.form.getByRole("button", { name: "Show them all" }).click();
    expect(await findViolations(page, { seen: new Set() })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const isCut = await form.form
      .locator("input, select, textarea, button")
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.getBoundingClientRect().right > innerWidth && !control.closest(".table-scroll"))
          .map(({ id }) => id),
      );
    expect(isCut).toEqual([]);
  });
}

test("a mistake is said at its field once that was left, and in the list", async ({ page }) => {
  const form = await openRecordForm(page);
  const value = form.row(0).getByLabel("Value", { exact: true });
  await value.pressSequentially("about 3");
  await expect(form.form.locator("#dataset-yaml")).toContainText("value: about 3");
  await expect(value).not.toHaveAttribute("aria-invalid");
  await value.blur();
  await expect(value).toHaveAttribute("aria-invalid", "true");
  await expect(value).toHaveAccessibleDescription(/"value" must be a number, found text "about 3"/);
  await expect(form.problems.getByRole("listitem")).toHaveCount(1);
  await form.problems.getByRole("link", { name: "Row 1, Value" }).click();
  await expect(value).toBeFocused();
  await value.fill("3");
  await expect(value).not.toHaveAttribute("aria-invalid");
  await expect(form.problems).toBeHidden();
});

test("everything that is open is listed on demand, and a link opens the part that hides its field", async ({
  page,
}) => {
  const form = await openRecordForm(page);
  await form.form.getByRole("button", { name: "Show them all" }).click();
  await expect(form.problems).toBeFocused();
  await form.problems.getByRole("link", { name: "Physical NIC" }).click();
  await expect(form.field("Physical NIC required")).toBeFocused();
  await expect(form.form.locator("#part-host")).toHaveAttribute("open");
});

test("a name that is taken is refused", async ({ page }) => {
  const form = await openRecordForm(page);
  const name = form.form.locator("#dataset-id");
  await name.fill("nobel-vmxnet3-2013");
  await name.blur();
  await expect(name).toHaveAccessibleDescription(/data\/datasets\/nobel-vmxnet3-2013\.yaml already exists/);
});

test("nothing but the page is loaded before the form is touched", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("./contribute/form/", { waitUntil: "networkidle" });
  expect(scripts.some((path) => path.includes("start-form"))).toBe(false);
  await page.getByLabel("Title required").first().focus();
  await expect.poll(() => scripts.some((path) => path.includes("start-form"))).toBe(true);
});

test("whoever is in a field before the page's script is there need not touch the form again", async ({ page }) => {
  const { send } = await holdRequests(page, /\/js\/contribute-form\./);
  await page.goto("./contribute/form/", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Title required").first().focus();
  send();
  await expect(page.locator("#list-source option").first()).toBeAttached();
});

test("every source is offered once the form is touched", async ({ page }) => {
  await page.goto("./contribute/form/");
  const offered = page.locator("#list-source option");
  await expect(offered).toHaveCount(0);
  await page.getByLabel("Title required").first().focus();
  await expect(offered.and(page.locator('[value="nobel-vmxnet3-2013"]'))).toHaveText(/2013\)$/);
});

test("a draft survives a reload, with its rows, choices and ticks, until it is cleared", async ({ page }) => {
  const form = await openRecordForm(page);
  await setStudy(form);
  await fillRow(form.row(0), { Adapter: "vmxnet3", Metric: "latency", Unit: "us" });
  await form.form.getByRole("button", { name: "Add a row" }).click();
  await fillRow(form.row(1), { Adapter: "e1000e" });
  // The row is named once it has been checked.
  await expect(form.form.locator("#dataset-yaml")).toContainText("id: e1000e-latency");
  const before = await form.yaml("dataset");
  await page.reload();
  await expect(form.form.locator("#dataset-yaml")).toContainText("id: e1000e-latency");
  expect(await form.yaml("dataset")).toBe(before);
  page.on("dialog", (dialog) => void dialog.accept());
  await form.form.getByRole("button", { name: "Clear the form" }).click();
  await expect(form.field("Title required").first()).toHaveValue("");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("work that the browser does not keep is not lost by leaving", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  const form = await openRecordForm(page);
  await form.field("Title required").first().fill("A study");
  await expect(form.form.locator("#dataset-yaml")).toContainText("A study");
  expect(await leave(page)).toBe("beforeunload");
});

/** Leaves as its reader would, and says what asked before it let them go. */
async function leave(page: Page): Promise<string> {
  const asked = page.waitForEvent("dialog");
  const gone = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  const type = dialog.type();
  // A page that stayed with its question answered is sometimes not let go by the browser when the test ends.
  await dialog.accept();
  await gone;
  return type;
}

const sample = (name: string): string => `tests/unit/kit/import/samples/${name}`;

test("the output of a tool becomes rows, with the adapter left to fill in", async ({ page }) => {
  const { form, row, field, open } = await openRecordForm(page);
  await form
    .getByLabel("Add the output of a tool")
    .setInputFiles([sample("iperf3-tcp.json"), sample("iperf3-nan.json")]);
  const read = form.locator("#tool-files-read");
  await expect(read).toContainText("5 numbers were read from 2 files");
  await expect(read).toContainText("iperf3-nan.json:93 end.cpu_utilization_percent.host_total");
  await expect(row(0).getByLabel("Value", { exact: true })).toHaveValue("9412.337");
  await expect(row(0).getByLabel("Unit", { exact: true })).toHaveValue("Mbit/s");
  await expect(row(0).getByLabel("Adapter", { exact: true })).toHaveValue("");
  // The adapter is said once for all numbers of a file.
  await form.getByLabel("Adapter, for files that do not name it").fill("e1000e");
  await expect(form.locator("[data-row]")).toHaveCount(5);
  await form.getByLabel("Add the output of a tool").setInputFiles(sample("ntttcp-windows-receiver.xml"));
  await expect(row(5).getByLabel("Adapter", { exact: true })).toHaveValue("e1000e");
  await expect(row(5).getByLabel("Value", { exact: true })).toHaveValue("8388.608");
  await expect(field("Measuring tool required")).toHaveValue("iperf3");
  await open("Method");
  await expect(field("Version of the tool required")).toHaveValue("3.16");
  await expect(form.locator("#dataset-yaml")).toContainText(
    "locator: iperf3-tcp.json:89 end.sum_received.bits_per_second",
  );
});

test("a file dropped on the untouched form is read", async ({ page }) => {
  await page.goto("./contribute/form/");
  const text = readFileSync(sample("kit-session.json"), "utf8");
  await page.locator("#record-form").evaluate((form, content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "run.json"));
    const event = { bubbles: true, cancelable: true, dataTransfer };
    form.dispatchEvent(new DragEvent("dragover", event));
    form.querySelector("#part-rows h2")?.dispatchEvent(new DragEvent("drop", event));
  }, text);
  await expect(page.locator("#tool-files-read")).toContainText("numbers were read from the file");
  const adapters = page.locator('[data-row] [data-path$=".adapter"]');
  await expect(adapters.first()).toHaveValue("vmxnet3");
  await expect(adapters.last()).toHaveValue("e1000e");
  await expect(page.locator('[data-row] [data-path$="offloadsOff"] input[value="lro"]').first()).toBeChecked();
});
