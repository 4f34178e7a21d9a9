import { openAdvisor } from "./fixtures/advisor-page.ts";
import { expect, holdRequests, test } from "./support/site.ts";

test("a value of the address that cannot be used is named, and nothing is lost", async ({ page }) => {
  const { form, headline, packetRate, status } = await openAdvisor(
    page,
    "?platform=vpshere&guest=rhel9-64&packetRate=lots&iommu=perhaps&requires=ha&requires=vmotoin",
  );
  await expect(headline).toHaveText("We need the platform first");
  await expect(form.locator(".field-message:not(:empty)")).toHaveCount(4);
  await expect(form).toContainText('Platform: "vpshere" is not in the list.');
  await expect(form).toContainText('Packets per second at peak: found "lots", expected a whole number');
  await expect(form).toContainText('Host IOMMU on: found "perhaps", expected yes, no or unknown');
  await expect(form).toContainText('Must keep working: "vmotoin" is not in the list.');
  await expect(packetRate).toHaveValue("lots");
  await expect(packetRate).toHaveAttribute("aria-invalid", "true");
  await expect(packetRate).toHaveAccessibleDescription(/found "lots"/);
  for (const field of ["Platform", "Packets per second at peak", "Host IOMMU on", "Must keep working"]) {
    await expect(status).toContainText(new RegExp(`Could not be used: .*${field}`));
  }
  await expect(form.getByRole("checkbox", { name: "vSphere HA" })).toBeChecked();

  await form.getByRole("button", { name: "vmotion" }).click();
  await expect(form.getByRole("checkbox", { name: "vMotion", exact: true })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: "vSphere HA" })).toBeChecked();
  await expect(page).toHaveURL(/platform=vpshere/);
  await form.getByRole("button", { name: "vsphere" }).click();
  await packetRate.fill("5000");
  await form.getByRole("group", { name: /IOMMU/ }).getByRole("radio", { name: "no", exact: true }).check();
  await expect(form.locator(".field-message:not(:empty)")).toHaveCount(0);
  await expect(headline).toHaveText("Use VMXNET3");
  await expect(packetRate).not.toHaveAttribute("aria-invalid");
  await expect
    .poll(() => [...new URL(page.url()).searchParams].map(String).sort())
    .toEqual([
      "guest,rhel9-64",
      "iommu,false",
      "packetRate,5000",
      "platform,vsphere",
      "requires,ha",
      "requires,vmotion",
    ]);
});

test("correcting a value by its offer moves the focus to the field", async ({ page }) => {
  const { form } = await openAdvisor(page, "?platform=vpshere");
  await form.getByRole("button", { name: "vsphere" }).press("Enter");
  await expect(form.locator("[name=platform]")).toBeFocused();
});

test("a value that cannot be used is seen where its question is folded away", async ({ page }) => {
  const { form } = await openAdvisor(page, "?guest=rhel9-64&saveCpu=perhaps");
  await expect(form.getByText('found "perhaps", expected yes, no or unknown')).toBeVisible();
});

test("a field's name that is misspelt is put right at one click", async ({ page }) => {
  const { form, packetRate } = await openAdvisor(page, "?packetrate=7000");
  await expect(form).toContainText('Unknown field "packetrate".');
  await form.getByRole("button", { name: "packetRate" }).click();
  await expect(packetRate).toHaveValue("7,000");
  await expect(page).toHaveURL(/\?packetRate=7000$/);
});

test("parameters that mean something else stay unmentioned", async ({ page }) => {
  const { form } = await openAdvisor(page, "?utm_source=mail&packetRate=7000");
  await expect(form.locator(".field-message:not(:empty)")).toHaveCount(0);
});

test("the guest field takes ids and names, and offers what is near", async ({ page }) => {
  const { form, guest, headline, answer } = await openAdvisor(page);
  for (const spelling of ["windows2019srv_64Guest", "Microsoft Windows Server 2019 (64-bit)", "win2k19"]) {
    await guest.fill(spelling);
    await expect(page).toHaveURL(/guest=windows-server-2019-64/);
  }
  await guest.fill("windows server 2o19");
  await expect(form).toContainText('No guest "windows server 2o19"');
  await expect(page).toHaveURL(/guest=windows\+server\+2o19/);
  await expect(headline).toBeVisible();
  await guest.press("Escape");
  await expect(form.getByRole("button", { name: "Windows Server 2019, 64-bit" })).toHaveCount(0);
  await answer.getByRole("button", { name: "Windows Server 2019, 64-bit" }).click();
  await expect(guest).toHaveValue("Windows Server 2019, 64-bit");
  await expect(form.locator(".field-message:not(:empty)")).toHaveCount(0);
  await expect(answer.locator(".question", { hasText: "Which guest" })).toHaveCount(0);
});

test("the guest field tells of another processor, and offers what is near on x86", async ({ page }) => {
  const { form, guest, answer } = await openAdvisor(page);
  await guest.fill("oracle linux 9 aarch64");
  await expect(form.locator("#guest-options").getByRole("option")).toHaveText([/^Oracle Linux 9, 64-bit/]);
  await expect(form.locator(".field-message:not(:empty)")).toHaveText("The atlas covers x86 guests only.");
  await guest.press("Escape");
  await answer.getByRole("button", { name: "Oracle Linux 9, 64-bit" }).click();
  await expect(page).toHaveURL(/guest=oracle-linux9-64/);
  await expect(form.locator(".field-message:not(:empty)")).toHaveCount(0);
});

test("typing a guest moves nothing below it", async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { packetRate, guest } = await openAdvisor(page);
    const before = (await packetRate.boundingBox())?.y;
    for (const letters of ["r", "rh", "rhe", "rhel9-64", "rehl9", "windows"]) {
      await guest.fill(letters);
      expect((await packetRate.boundingBox())?.y, `${letters} at ${width} px`).toBe(before);
      const box = await guest.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width), `${letters} at ${width} px`).toBeLessThan(width);
    }
  }
});

test("a release that the list lacks is kept", async ({ page }) => {
  const { form } = await openAdvisor(page, "?platform=vsphere&platformVersion=8.0.3");
  await expect(form.getByLabel("Platform version")).toHaveValue("8.0.3");
  await expect(form.locator(".field-message:not(:empty)")).toHaveCount(0);
});

for (const [query, release, adapter] of [
  // Both platforms have a release and an adapter by these names.
  ["platform=kvm&platformVersion=9.0&currentAdapter=e1000", "9.0 (unlisted)", "e1000"],
  ["platform=kvm&platformVersion=13", "13 (unlisted)", "unknown"],
  ["platform=vsphere&platformVersion=9.0&currentAdapter=e1000", "ESXi 9.0", "E1000"],
] as const) {
  test(`${query} keeps its release and its adapter, and goes from one platform's list to no other`, async ({
    page,
  }) => {
    const { form, headline, platform, unfold } = await openAdvisor(page, `?${query}`);
    const chosen = (label: string): Promise<string | undefined> =>
      form.getByLabel(label).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label);
    expect(await chosen("Platform version")).toBe(release);
    await unfold();
    expect(await chosen("Current adapter")).toBe(adapter);
    await expect.poll(() => new URL(page.url()).search).toBe(`?${query}`);
    await platform.selectOption(query.startsWith("platform=kvm") ? "vSphere" : "KVM");
    await expect(headline).toBeVisible();
    await expect.poll(() => chosen("Platform version")).toBe("any version");
    await expect(page).not.toHaveURL(/platformVersion/);
  });
}

test("a feature by another name is ticked", async ({ page }) => {
  const { form } = await openAdvisor(page, "?requires=live-migration");
  await expect(form.getByRole("checkbox", { name: "vMotion", exact: true })).toBeChecked();
});

test("a value in the folded part is named there", async ({ page }) => {
  const { form } = await openAdvisor(page, "?virtualHardware=13");
  await form.getByText("Virtual hardware version: 13").click();
  await expect(form.getByLabel("Virtual hardware version")).toBeVisible();
  await expect(form.getByLabel("Virtual hardware version")).toHaveValue("13");
});

test("when the knowledge cannot be loaded, the rules stay and the fault is named", async ({ page, complaints }) => {
  await page.route("**/js/knowledge-*.json", (route) => route.fulfill({ status: 503, body: "no" }));
  await page.goto("./advisor/");
  await expect(page.getByRole("alert")).toContainText("The advisor could not start");
  await expect(page.getByRole("alert")).toContainText("503");
  await expect(page.locator("#answer").getByRole("list").first()).toBeVisible();
  // The browser reports the failed request itself.
  expect(complaints.splice(0).every((complaint) => complaint.includes("503"))).toBe(true);
});

test("the scale sets the packet rate and follows it", async ({ page }) => {
  const { form } = await openAdvisor(page);
  const scale = form.getByRole("slider");
  await expect(scale).toHaveAttribute("aria-valuetext", "unknown");
  await scale.focus();
  await page.keyboard.press("End");
  await expect(form.getByLabel("Packets per second at peak")).toHaveValue("10,000,000");
  await expect(page).toHaveURL(/packetRate=10000000/);
  await form.getByLabel("Packets per second at peak").fill("20000");
  await expect(scale).toHaveAttribute("aria-valuetext", "20,000 packets per second");
  await expect(scale).toHaveValue("4.3");
  // What a rule turns on is marked.
  await expect(form.locator("[data-turn]", { hasText: "50k" })).toBeVisible();
});

test("a run of keys on the scale is one entry of the history, and a drag is another", async ({ page }) => {
  const { form, packetRate } = await openAdvisor(page, "?platform=vsphere&guest=rhel9-64");
  const scale = form.getByRole("slider");
  const entries = await page.evaluate(() => history.length);
  const added = (): Promise<number> => page.evaluate((before) => history.length - before, entries);
  await scale.focus();
  await page.keyboard.press("Home");
  for (let key = 0; key < 12; key++) await page.keyboard.press("ArrowRight");
  await expect(packetRate).toHaveValue("4,000");
  await expect(page).toHaveURL(/packetRate=4000$/);
  expect(await added()).toBe(1);
  await page.keyboard.press("Tab");
  const box = await scale.boundingBox();
  await scale.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } });
  await expect.poll(added).toBe(2);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(added).toBe(3);
  await page.goBack();
  await page.goBack();
  await expect(packetRate).toHaveValue("4,000");
  await page.goBack();
  await expect(packetRate).toHaveValue("");
});

test("who asks for the answer while it is being drawn gets all of it", async ({ page }) => {
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    let isAsked = false;
    MessagePort.prototype.postMessage = function (message: unknown) {
      postMessage.call(this, message);
      if (isAsked || !document.querySelector("#answer[aria-busy]")) return;
      isAsked = true;
      queueMicrotask(() => document.querySelector<HTMLFormElement>("#advisor-form")?.requestSubmit());
    };
  });
  const { answer, headline } = await openAdvisor(page, "?platform=vsphere&guest=rhel9-64");
  await expect(headline).toBeFocused();
  await expect(answer.locator(".steps")).toHaveCount(1);
  await expect(answer.locator(".verdict-list")).toBeAttached();
});

// The page starts in a dozen tasks: the form is filled, the situation explored, the answer drawn from the top down.
for (const pause of [3, 6, 9, 11, 12]) {
  test(`what is answered in pause ${pause} of those in which the page starts holds`, async ({ page }) => {
    await page.addInitScript((chosen) => {
      const { postMessage } = MessagePort.prototype;
      let pauses = 0;
      MessagePort.prototype.postMessage = function (message: unknown) {
        postMessage.call(this, message);
        pauses += 1;
        const field = document.querySelector<HTMLInputElement>("#advisor-form [name=guest]");
        if (!field || pauses !== chosen) return;
        queueMicrotask(() => {
          field.value = "ms-dos-16";
          field.dispatchEvent(new Event("change", { bubbles: true }));
        });
      };
    }, pause);
    const { guest, headline, answer } = await openAdvisor(page);
    await expect(page).toHaveURL(/guest=ms-dos-16/);
    await expect(guest).toHaveValue("MS-DOS, 16-bit");
    await expect(headline).toHaveText("Use Vlance");
    await expect(answer.locator(".steps")).toHaveCount(1);
    await expect(answer.locator(".verdict-list")).toBeAttached();
  });
}

test("what is set before the page's script is there stays as it is, and is answered", async ({ page }) => {
  const { send } = await holdRequests(page, /\/js\/start-advisor\./);
  await page.goto("./advisor/?packetRate=120000&platform=vsphere", { waitUntil: "domcontentloaded" });
  const form = page.locator("#advisor-form");
  const guest = form.getByLabel("Guest operating system");
  await form.getByLabel("Platform", { exact: true }).selectOption("kvm");
  await form.locator(".feature-adder > summary").click();
  await form.getByRole("checkbox", { name: "Snapshots" }).check();
  await guest.pressSequentially("rhel 9");
  send();
  await expect(page.locator("#answer .advice-headline")).toHaveText("Use virtio");
  await expect(guest).toHaveValue("rhel 9");
  await guest.pressSequentially(".4");
  await expect(guest).toHaveValue("rhel 9.4");
  await guest.press("Tab");
  await expect
    .poll(() => [...new URL(page.url()).searchParams].map(String).sort())
    .toEqual(["guest,rhel9-64", "packetRate,120000", "platform,kvm", "requires,snapshots"]);
});
