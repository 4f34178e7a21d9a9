import type { Locator, Page } from "@playwright/test";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { expect, test } from "./support/site.ts";

/** The places that answer what is typed as the guest, each with its answer. */
const places: Record<string, (page: Page, guest: string) => Promise<Locator>> = {
  async "the home page"(page, guest) {
    await page.goto("./");
    await page.getByLabel("Guest operating system").fill(guest);
    return page.locator(".quick-own");
  },
  async "the advisor"(page, guest) {
    const { guest: field, answer } = await openAdvisor(page);
    await field.fill(guest);
    return answer;
  },
  async "a link"(page, guest) {
    await page.goto(`./advisor/?guest=${encodeURIComponent(guest)}`);
    return page.locator("#answer");
  },
  async "the frame"(page, guest) {
    await page.goto(`./embed/advisor/?guest=${encodeURIComponent(guest)}`);
    return page.locator("vnic-advisor .answer");
  },
  async "the rules"(page, guest) {
    await page.goto(`./rules/?guest=${encodeURIComponent(guest)}`);
    return page.locator(".rules-here");
  },
};

function platform(page: Page): Locator {
  return page.getByLabel("Platform", { exact: true });
}

for (const [name, ask] of Object.entries(places)) {
  test(`${name} recommends nothing for a guest that was not understood`, async ({ page }) => {
    for (const guest of ["asdfgh", "windws 2022"]) {
      const answer = await ask(page, guest);
      await expect(answer, guest).toContainText("We need the guest OS first");
      await expect(answer, guest).not.toContainText(/VMXNET3|confidence/);
    }
    await expect(page.locator("[data-fired]")).toHaveCount(0);
  });

  test(`${name} names the platform that it assumes, beside the recommendation`, async ({ page }) => {
    const answer = await ask(page, "rhel9-64");
    await expect(answer).toContainText("Use VMXNET3");
    await expect(answer).toContainText(
      name === "the rules" ? "VMware vSphere (assumed)" : "Assumed platform: VMware vSphere",
    );
    if (name !== "the rules") await expect(answer).toContainText("Recognised: Red Hat Enterprise Linux 9, 64-bit");
  });
}

test("a link with a guest that is like none gets suggestions, and no recommendation", async ({ page }) => {
  await page.goto("./advisor/?guest=foobarOS");
  const answer = page.locator("#answer");
  await expect(answer.getByRole("button", { name: "Other, 64-bit" })).toBeVisible();
  await expect(answer).not.toContainText(/VMXNET3|confidence/);
});

test("the sentence and the answer call a product by its own name", async ({ page }) => {
  await page.goto("./advisor/?platform=kvm&guest=pfSense+2.7");
  await expect(page.locator("[data-echo]")).toHaveText("pfSense 2.7 (FreeBSD)");
  await expect(page.locator("#answer .advice-machine")).toContainText("Recognised: pfSense 2.7 (FreeBSD)");
});

for (const name of ["the home page", "the advisor", "the frame"]) {
  test(`${name} offers what is near to a guest that was not understood`, async ({ page }) => {
    const answer = (await places[name]?.(page, "windws 2022")) as Locator;
    await answer.getByRole("button", { name: "Windows Server 2022, 64-bit" }).click();
    await expect(answer).toContainText("Recognised: Windows Server 2022, 64-bit");
    await expect(answer).toContainText("Use VMXNET3");
    await expect(page.getByLabel("Guest operating system")).toHaveValue("Windows Server 2022, 64-bit");
  });

  test(`${name} goes to another platform at one click`, async ({ page }) => {
    const answer = (await places[name]?.(page, "debian 12")) as Locator;
    await answer.getByRole("button", { name: "Change to KVM" }).click();
    await expect(platform(page)).toHaveValue("kvm");
    await expect(answer).toContainText("Use virtio");
    await expect(answer).toContainText("Platform: KVM");
    await expect(answer.locator(".advice-machine")).not.toContainText(/Assumed platform|Change to/);
    await platform(page).selectOption("vsphere");
    await expect(answer).toContainText("Platform: VMware vSphere");
    await expect(answer).not.toContainText("Assumed platform");
  });
}

test("the answer names the version that it is for", async ({ page }) => {
  for (const [query, text] of [
    ["platform=vsphere&platformVersion=8.0", "Platform: VMware vSphere 8.0"],
    ["platform=kvm&platformVersion=8.2", "Platform: KVM, QEMU 8.2"],
  ]) {
    await page.goto(`./advisor/?guest=rhel9-64&${query}`);
    await expect(page.locator("#answer .advice-machine > span").last()).toHaveText(text ?? "");
  }
});

test("any value that was not understood is asked for before anything is recommended", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { form, headline, answer, packetRate, status } = await openAdvisor(
    page,
    "?platform=vsphere&guest=rhel9-64&packetRate=lots&requires=vmotoin",
  );
  await expect(headline).toHaveText("Correct 2 values first");
  await expect(status).toHaveText(
    "Correct 2 values first. Could not be used: Packets per second at peak, Must keep working.",
  );
  await form.getByRole("button", { name: "vmotion", exact: true }).click();
  await expect(headline).toHaveText("Correct one value first");
  await answer.getByRole("button", { name: "Correct the value" }).click();
  await expect(packetRate).toBeFocused();
  await packetRate.fill("8000");
  await expect(headline).toHaveText("Use VMXNET3");
});

test("a spelling that is taken for another release says so", async ({ page }) => {
  const { answer } = await openAdvisor(page, "?platform=vsphere&guest=Debian+14");
  await expect(answer.locator(".advice-machine")).toContainText(/"Debian 14" .* Debian 13 \(64-bit\)/);
});

test("an address without a platform keeps none, and one with a platform tells it from an assumed one on paper and in Markdown", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const { answer, packetRate } = await openAdvisor(page, "?guest=rhel9-64");
  await packetRate.fill("8000");
  await expect(page).toHaveURL(/\?guest=rhel9-64&packetRate=8000$/);
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(copied).toContain("- Platform: VMware vSphere (assumed)\n");
  await expect(answer.locator(".on-paper li", { hasText: "Platform: VMware vSphere (assumed)" })).toHaveCount(1);
  await platform(page).selectOption("vsphere");
  await expect(page).toHaveURL(/platform=vsphere/);
  await answer.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(copied).toContain("- Platform: VMware vSphere\n");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page asks for the platform and hands it on", async ({ page }) => {
    await page.goto("./");
    await page.getByLabel("Guest operating system").fill("debian 12");
    await platform(page).selectOption("kvm");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await expect(page).toHaveURL(/\/advisor\/\?guest=debian\+12&platform=kvm&platformVersion=&packetRate=$/);
  });
});

test("a type of Proxmox VE that stands for several guests says which", async ({ page }) => {
  await page.goto("./advisor/?platform=kvm&guest=win10");
  await expect(page.locator("#answer .advice-machine")).toContainText("Recognised: Windows 10, Server 2016 or 2019");
  await page.goto("./advisor/?platform=vsphere&guest=win10");
  await expect(page.locator("#answer .advice-machine")).toContainText("Recognised: Windows 10, 64-bit");
});

test("a name for several guests that need different adapters asks which one it is, with a button for each", async ({
  page,
}) => {
  await page.goto("./advisor/?platform=kvm&guest=CentOS+4%2F5%2F6%2F7+%2864-bit%29");
  const answer = page.locator("#answer");
  await expect(answer.locator(".advice-headline")).toContainText("exact guest");
  await answer.getByRole("button", { name: /^CentOS 7 .*virtio/ }).click();
  await expect(answer.locator(".advice-headline")).toContainText("Use virtio");
});
