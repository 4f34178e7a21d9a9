import { openAdvisor } from "./fixtures/advisor-page.ts";
import { expect, test } from "./support/site.ts";

const query = "?platform=vsphere&guest=rhel9-64&packetRate=8000&guestDrivers=true";
const panelInView = ".tool-panel:not([hidden])";

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

test("steps are shown for one tool at a time, and the chosen tool stays chosen", async ({ page }) => {
  const { answer, packetRate, chooseTool } = await openAdvisor(page, query);
  const tool = answer.getByRole("combobox", { name: "Tool", exact: true });
  await expect(tool.locator("option")).toHaveText([
    "vSphere Client",
    "PowerCLI",
    "govc",
    "Terraform",
    "Ansible",
    "Packer",
    ".vmx",
  ]);
  await chooseTool("govc");
  const panel = answer.locator(panelInView);
  await expect(panel).toHaveCount(1);
  await expect(panel).toContainText("govc vm.network.add");
  await packetRate.fill("9000");
  await expect(page).toHaveURL(/packetRate=9000/);
  await expect(tool).toHaveValue("govc");
  await expect(panel).toContainText("govc vm.network.add");
});

test("what is open stays open while the answer changes", async ({ page }) => {
  const { answer, open, packetRate } = await openAdvisor(page, query);
  await open("Other adapters");
  const first = answer.locator(".verdict").first();
  await expect(first).toBeVisible();
  await packetRate.fill("9000");
  await expect(page).toHaveURL(/packetRate=9000/);
  await expect(first).toBeVisible();
});

test("code, link and Markdown are copied", async ({ page }) => {
  const { answer, chooseTool } = await openAdvisor(page, query);
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await chooseTool("PowerCLI");
  const copy = answer.locator(panelInView).locator(".copy-button").first();
  await copy.click();
  await expect(copy).toContainText("Copied");
  expect(await clipboard()).toMatch(/^New-NetworkAdapter .*-Type Vmxnet3/);
  await answer.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(clipboard).toBe(page.url());
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(clipboard).toMatch(/^# Use VMXNET3\n/);
  expect(await clipboard()).toContain(`<${page.url()}>`);
  const { origin } = new URL(page.url());
  expect(await clipboard()).toContain(`](${origin}/findings/`);
  expect(await clipboard()).not.toContain("](/");
});

test("the reader's own names stand in the code, are copied, and go into no address", async ({ page }) => {
  const { answer, packetRate, chooseTool } = await openAdvisor(page, query);
  await chooseTool("govc");
  const [panel, before] = [answer.locator(panelInView), page.url()];
  await expect(panel).toContainText('-vm "{vm}"');
  await answer.getByLabel("Name of the VM").fill("web-01");
  await expect(panel).toContainText('-vm "web-01" -net "{network}"');
  await panel.locator(".copy-button").first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('-vm "web-01"');
  await answer.getByLabel("Address of the target").fill("192.0.2.10");
  await expect(answer.locator(".verify")).toContainText("--target 192.0.2.10");
  expect(page.url()).toBe(before);
  // The answer is drawn anew and keeps them.
  await packetRate.fill("9000");
  await expect(page).toHaveURL(/packetRate=9000/);
  await expect(answer.getByLabel("Name of the VM")).toHaveValue("web-01");
  await expect(panel).toContainText('-vm "web-01"');
});

test("only the values that the chosen tool's code contains are asked for, below the choice of the tool", async ({
  page,
}) => {
  const { answer, chooseTool } = await openAdvisor(
    page,
    "?platform=vsphere&guest=windows-server-2022-64&packetRate=8000",
  );
  const fields = answer.locator(".steps .fill-field");
  await expect(fields.filter({ visible: true })).toHaveCount(0);
  await expect(answer.locator(".steps .fill-in")).toBeHidden();
  for (const [label, names] of [
    ["PowerCLI", ["vm", "network"]],
    ["Packer", ["network", "windows-iso"]],
  ] as const) {
    await chooseTool(label);
    const asked = fields.filter({ visible: true });
    await expect(asked).toHaveCount(names.length);
    expect(await asked.evaluateAll((list) => list.map((field) => field.getAttribute("data-name")))).toEqual(names);
    for (const name of names) await expect(answer.locator(panelInView)).toContainText(`{${name}}`);
  }
  await expect(answer.getByLabel("Path of the Windows ISO on the datastore")).toBeVisible();
  const [choice, first] = await Promise.all([
    answer.locator(".tool-choice").boundingBox(),
    fields.filter({ visible: true }).first().boundingBox(),
  ]);
  expect(choice?.y).toBeLessThan(first?.y ?? 0);
  await chooseTool("vSphere Client");
  await expect(fields.filter({ visible: true })).toHaveCount(0);
});

test("a name is quoted in the code of each tool and in the copied text, and one that code cannot contain is refused", async ({
  page,
}) => {
  const { answer, chooseTool } = await openAdvisor(page, query);
  const field = answer.getByLabel("Name of the VM");
  const panel = answer.locator(panelInView);
  await chooseTool("govc");
  await field.fill('a`id`$(id)"x');
  await expect(panel).toContainText('-vm "a\\`id\\`\\$(id)\\"x"');
  await chooseTool("PowerCLI");
  await expect(panel).toContainText('Get-VM "a``id```$(id)`"x"');
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('-vm "a\\`id\\`\\$(id)\\"x"');
  expect(await copied()).not.toContain('a`id`$(id)"x');
  await field.fill("web-01\u202e");
  await field.press("Tab");
  await expect(field).toHaveAccessibleDescription(/line break or an invisible character/);
  await expect(panel).toContainText('"{vm}"');
});

test("a MAC address that no card can bear is told below its field, and one in another spelling is named as steps write it", async ({
  page,
}) => {
  const { answer, status, chooseTool } = await openAdvisor(page, `${query}&currentAdapter=e1000e`);
  await chooseTool("Ansible");
  const field = answer.getByLabel("MAC address", { exact: true });
  await field.fill("00-50-56-00-00-01");
  await field.press("Tab");
  await expect(field).toHaveAccessibleDescription(/such as 00:50:56:00:00:01$/);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(status).toContainText("six pairs of hexadecimal digits");
  await field.fill("00:50:56:00:00:01");
  await field.press("Tab");
  await expect(field).toHaveAccessibleDescription("");
  await expect(field).toHaveAttribute("aria-invalid", "false");
});

test("an address that vSphere generated finds the old adapter and is set of none, and the old type is known", async ({
  page,
}) => {
  const { answer, chooseTool } = await openAdvisor(page, `${query}&currentAdapter=e1000e`);
  await chooseTool("Ansible");
  const panel = answer.locator(panelInView);
  await expect(panel).toContainText("'device_type', 'eq', 'e1000e'");
  await expect(panel).toContainText('{kept_mac: "{kept-mac}"}');
  const field = answer.getByLabel("MAC address", { exact: true });
  await field.fill("00:50:56:80:00:01");
  await field.press("Tab");
  await expect(field).toHaveAccessibleDescription(/may refuse .* leave the address out/);
  await expect(panel).toContainText("'mac_address', 'eq', '00:50:56:80:00:01'");
  await expect(panel).not.toContainText("kept_mac:");
  await chooseTool("Terraform");
  await expect(panel).toContainText("# The steps leave out the old address");
  await expect(panel).not.toContainText("use_static_mac = true");
});

test("verifying names the command, the time and what to expect", async ({ page }) => {
  const { answer } = await openAdvisor(page, query);
  const verify = answer.locator(".verify");
  await expect(verify).toContainText("sh vnic-validate.sh --target {host}");
  await expect(verify).toContainText(/about \d+\u00A0minutes/);
  for (const result of ["Pass:", "Fail:"])
    await expect(verify.locator("p").filter({ has: verify.page().locator("strong", { hasText: result }) })).toHaveText(
      new RegExp(`^${result} .+`),
    );
  await expect(verify.getByRole("link", { name: "/validate/compare/" })).toHaveAttribute(
    "href",
    /\/validate\/compare\/$/,
  );
  const script = verify.getByRole("link", { name: "Download vnic-validate.sh" });
  expect((await page.request.get(await script.evaluate((a: HTMLAnchorElement) => a.href))).status()).toBe(200);
});

test("a saving of the host's CPU is verified on the host, at the rate that is needed", async ({ page }) => {
  const { answer } = await openAdvisor(
    page,
    "?platform=vsphere&platformVersion=8.0&guest=rhel9-64&packetRate=120000&guestDrivers=true&iommu=true&sriovNic=true",
  );
  const verify = answer.locator(".verify");
  await expect(verify.getByRole("heading", { name: "On the host, during the runs" })).toBeVisible();
  await expect(verify.getByRole("region", { name: "Code: On the host, during the runs" })).toContainText(
    /esxtop -b -d \d+ -n \d+ > vmxnet3-host\.csv/,
  );
  await expect(verify).toContainText(/120,000.packets\/s.*CPU/);
  await expect(verify.getByRole("link", { name: /^Download / })).toHaveCount(0);
});
