import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { adviseOnCommandLine } from "./fixtures/engine.ts";
import { expect, test } from "./support/site.ts";

const passthrough = "?platform=vsphere&guest=rhel9-64&packetRate=120000&guestDrivers=true&iommu=true&sriovNic=true";

/** Marks the document, and says later whether it is still the same one. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset.marked = "yes";
  });
  return () => page.evaluate(() => document.documentElement.dataset.marked === "yes");
}

test("Windows Server 2019 with vMotion gets VMXNET3, and passthrough is out because of vMotion", async ({ page }) => {
  const { answer, headline, guest, packetRate, choose, require } = await openAdvisor(page);
  const isSameDocument = await markDocument(page);
  await guest.fill("Windows Server 2019");
  await packetRate.fill("20,000");
  await choose(/install drivers/, "no");
  await expect(headline).toHaveText("Use E1000E");
  await choose(/install drivers/, "yes");
  await choose(/IOMMU/, "yes");
  await choose(/SR-IOV/, "yes");
  await require("vMotion");
  await expect(headline).toHaveText("Use VMXNET3");
  for (const name of ["SR-IOV passthrough", "DirectPath I/O"]) {
    const verdict = answer.locator(".verdict").filter({ has: page.locator(".verdict-name", { hasText: name }) });
    await expect(verdict.locator(".status"), name).toHaveText("excluded");
    await expect(verdict.locator(".verdict-reason"), name).toHaveText("Loses vMotion.");
    await expect(verdict, name).toContainText(`${name} does not support vMotion`);
  }
  await expect(page).toHaveURL(/guest=windows-server-2019-64/);
  expect(await isSameDocument()).toBe(true);
});

test("the answer turns with each key that changes it", async ({ page }) => {
  const { headline, packetRate } = await openAdvisor(page, passthrough.replace("120000", "1"));
  const isSameDocument = await markDocument(page);
  await packetRate.focus();
  await page.keyboard.press("End");
  for (const [key, name] of [
    ["2", "VMXNET3"],
    ["0", "VMXNET3"],
    ["0", "VMXNET3"],
    ["0", "VMXNET3"],
    ["0", "SR-IOV passthrough"],
    ["Backspace", "VMXNET3"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(headline).toHaveText(`Use ${name}`);
  }
  await expect(packetRate).toBeFocused();
  expect(await isSameDocument()).toBe(true);
});

test("everything that was said can be taken back", async ({ page }) => {
  const { answer, headline, form, guest, packetRate, choose, require } = await openAdvisor(page);
  const open = await answer.innerText();
  await guest.fill("rhel9-64");
  await packetRate.fill("120000");
  await form.getByLabel("Platform version").selectOption("8.0");
  for (const question of [/install drivers/, /sensitive to latency/, /IOMMU/, /SR-IOV/]) await choose(question, "yes");
  await require("vSphere HA");
  await form.getByRole("checkbox", { name: "vSphere HA" }).uncheck();
  await expect(headline).toHaveText("Use SR-IOV passthrough");
  await guest.clear();
  await packetRate.clear();
  await form.getByLabel("Platform version").selectOption({ label: "any version" });
  for (const question of [/install drivers/, /sensitive to latency/, /IOMMU/, /SR-IOV/])
    await choose(question, "unknown");
  await expect(page).toHaveURL(/\/advisor\/$/);
  await expect.poll(() => answer.innerText()).toBe(open);
});

test("a rate that favours passthrough and a feature that forbids it are named as a conflict", async ({ page }) => {
  const { answer, headline, open } = await openAdvisor(
    page,
    `${passthrough.replace("120000", "500000")}&requires=fault-tolerance`,
  );
  await expect(headline).toHaveText("Use VMXNET3");
  await open("What would change the answer");
  await expect(answer.locator(".turning-list")).toContainText(/SR-IOV passthrough fits .* vSphere Fault Tolerance/);
});

test("an address with three values that cannot be used loses nothing else", async ({ page }) => {
  const { form, headline, guest, packetRate, choose, answer, unfold } = await openAdvisor(
    page,
    "?guest=windws2019&packetRate=many&requires=vmotoin&requires=ha&platform=vsphere&platformVersion=8.0&iommu=true&latencySensitive=false",
  );
  await expect(headline).toBeVisible();
  await expect(form).toContainText('No guest "windws2019".');
  await expect(answer.getByRole("button", { name: /^Windows Server 2019/ })).toBeVisible();
  await expect(form).toContainText('Packets per second at peak: found "many", expected a whole number');
  await expect(form).toContainText(/Must keep working: "vmotoin" is not in the list\. Nearest match: ?vmotion/);
  await expect(guest).toHaveValue("windws2019");
  await expect(packetRate).toHaveValue("many");
  await expect(form.getByLabel("Platform version")).toHaveValue("8.0");
  await expect(form.getByRole("checkbox", { name: "vSphere HA" })).toBeChecked();
  await unfold();
  await expect(form.getByRole("group", { name: /IOMMU/ }).getByRole("radio", { name: "yes" })).toBeChecked();
  await expect(
    form.getByRole("group", { name: /sensitive to latency/ }).getByRole("radio", { name: "no", exact: true }),
  ).toBeChecked();
  await choose(/SR-IOV/, "no");
  await expect(page).toHaveURL(/guest=windws2019/);
  await expect.poll(() => new URL(page.url()).searchParams.getAll("requires")).toEqual(["ha", "vmotoin"]);
  // What was not understood is asked for before anything is recommended; what could be read counts from then on.
  await expect(headline).toHaveText("We need the guest OS first");
  await expect(answer.locator(".verdict")).toHaveCount(0);
  await answer.getByRole("button", { name: "Windows Server 2019, 64-bit" }).click();
  await form.getByRole("button", { name: "vmotion", exact: true }).click();
  await packetRate.fill("2000");
  await expect(headline).toHaveText("Use VMXNET3");
  await expect(answer.locator(".verdict", { hasText: "vSphere HA" })).not.toHaveCount(0);
});

test("on KVM the adapters, the steps and the verdicts are KVM's", async ({ page }) => {
  const { answer, headline, open } = await openAdvisor(page, "?platform=kvm&guest=rhel9-64&packetRate=20000");
  await expect(headline).toHaveText("Use virtio");
  await expect(answer.locator("option", { hasText: "libvirt" })).toHaveCount(1);
  await expect(answer.locator("option", { hasText: "vSphere Client" })).toHaveCount(0);
  await open("Other adapters");
  await expect(answer.locator(".verdict-name", { hasText: "rtl8139" })).toBeVisible();
  await expect(answer.locator(".verdict-name", { hasText: "DirectPath" })).toHaveCount(0);
});

test("the download is what the command line prints", async ({ page }) => {
  const { answer } = await openAdvisor(page, `${passthrough}&requires=vmotion&requires=ha`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    answer.getByRole("button", { name: "Download JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("vnic-advice-vmxnet3.json");
  const downloaded: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(downloaded).toMatchObject({ recommended: "vmxnet3", situation: { guest: "rhel9-64", bitness: 64 } });
  expect(downloaded).toEqual(
    await adviseOnCommandLine(
      "--platform",
      "vsphere",
      "--guest",
      "rhel9-64",
      "--packet-rate",
      "120000",
      "--guest-drivers",
      "yes",
      "--iommu",
      "yes",
      "--sriov-nic",
      "yes",
      "--require",
      "vmotion",
      "--require",
      "ha",
    ),
  );
});
