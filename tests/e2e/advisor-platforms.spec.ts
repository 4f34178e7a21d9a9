import type { Page } from "@playwright/test";
import { type AdvisorPage, openAdvisor, openUntouched } from "./fixtures/advisor-page.ts";
import { adviseHere } from "./fixtures/engine.ts";
import { expect, holdRequests, test } from "./support/site.ts";

/** Names of the files with what is known of a platform that the page asks for. */
function listKnown(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, platform] = /\/js\/knowledge-(\w+)\./.exec(request.url()) ?? [];
    if (platform !== undefined) asked.push(platform);
  });
  return asked;
}

/** Opens the advisor for KVM and goes on to vSphere, in a page that knows nothing of KVM any more. */
async function leaveForVsphere(page: Page, query: string): Promise<AdvisorPage> {
  const parts = await openAdvisor(page, query);
  await parts.platform.selectOption("vsphere");
  await expect(page).toHaveURL(/platform=vsphere/);
  await reload(page);
  await expect(parts.headline).toHaveText("Use VMXNET3");
  return parts;
}

/** Loads the page anew, and waits until its script has read the form. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.locator("[data-echo][data-recognised]").waitFor();
}

const onKvm = { platform: "kvm", guest: "rhel9-64" };
const notLoaded = { status: 503, body: "no" };

test("what is known of a platform is asked for once, and only if the form is for it", async ({ page }) => {
  const asked = listKnown(page);
  const { guest, headline, platform } = await openAdvisor(page, "?guest=rhel9-64");
  await guest.fill("ms-dos-16");
  await expect(headline).toHaveText("Use Vlance");
  expect(asked).toEqual(["vsphere"]);
  await guest.fill("rhel9-64");
  await platform.selectOption("kvm");
  await expect(headline).toHaveText(adviseHere(onKvm).headline.text);
  await platform.selectOption("vsphere");
  await expect(headline).toHaveText("Use VMXNET3");
  await platform.selectOption("kvm");
  await expect(headline).toHaveText(adviseHere(onKvm).headline.text);
  expect(asked).toEqual(["vsphere", "kvm"]);
});

test("steps and titles of what is cited follow the answer to another platform", async ({ page }) => {
  const { answer, headline, platform } = await openAdvisor(page, "?guest=rhel9-64");
  await platform.selectOption("kvm");
  await expect(headline).toHaveText("Use virtio");
  await expect(answer.locator(".later")).toHaveCount(0);
  const [step] = adviseHere(onKvm).steps;
  await expect(answer.locator(".steps")).toContainText(step?.title ?? "");
  await expect(answer.locator("[data-untitled]")).toHaveCount(0);
});

for (const [what, query] of [
  ["its id", "?platform=kvm&guest=rhel9-64"],
  ["a product on it", "?platform=proxmox&guest=rhel9-64&currentAdapter=virtio"],
  ["its id among empty ones", "?platform=%20kvm%20&platform=unknown&platform=&guest=rhel9-64"],
] as const)
  test(`an address that names a platform by ${what} is answered for it`, async ({ page }) => {
    const asked = listKnown(page);
    const { form, headline, platform } = await openUntouched(page, query);
    await expect(headline).toContainText("virtio");
    await expect(platform).toHaveValue("kvm");
    // The name of an adapter there.
    if (query.includes("currentAdapter")) await expect(form.locator("[name=currentAdapter]")).toHaveValue("virtio-net");
    await expect(form.getByText("(unlisted)")).toHaveCount(0);
    expect(asked).toEqual(what === "its id" ? ["kvm"] : ["vsphere", "kvm"]);
  });

test("a platform whose data do not come is named, with no answer for another, and can be asked for again", async ({
  page,
  complaints,
}) => {
  const { form, answer, headline, platform } = await openAdvisor(page, "?guest=rhel9-64");
  await expect(form.locator("[data-runner-up]")).toContainText("DirectPath I/O");
  await page.route("**/js/knowledge-kvm.*", (route) => route.fulfill(notLoaded));
  await platform.selectOption("kvm");
  await expect(answer.getByRole("alert")).toContainText("The data for KVM could not be loaded.");
  await expect(headline).toHaveCount(0);
  await expect(page).toHaveURL(/platform=kvm/);
  await expect(form.locator("[data-runner-up]")).toHaveText("");
  complaints.splice(0);
  await page.unroute("**/js/knowledge-kvm.*");
  await answer.getByRole("button", { name: "Try again" }).click();
  await expect(headline).toHaveText("Use virtio");
  await expect(answer).not.toHaveAttribute("aria-busy");
});

test("data that come when the reader has gone back to the other platform change nothing", async ({ page }) => {
  const { answer, headline, platform, guest } = await openAdvisor(page, "?guest=rhel9-64");
  const shown = await answer.evaluateHandle((element) => {
    const texts = new Set<string | undefined>();
    const note = (): void => void texts.add(element.querySelector(".advice-headline")?.textContent);
    new MutationObserver(note).observe(element, { childList: true, subtree: true });
    return texts;
  });
  const { send, asked } = await holdRequests(page, "**/js/knowledge-kvm.*");
  await platform.selectOption("kvm");
  await asked;
  await expect(answer).toHaveAttribute("aria-busy");
  await platform.selectOption("vsphere");
  await expect(answer).not.toHaveAttribute("aria-busy");
  const come = page.waitForResponse(/knowledge-kvm/);
  send();
  await come;
  await guest.fill("windows-98-32");
  await guest.blur();
  const last = adviseHere({ platform: "vsphere", guest: "windows-98-32" }).headline.text;
  await expect(headline).toHaveText(last);
  expect(new Set(await shown.evaluate((texts) => [...texts]))).toEqual(new Set(["Use VMXNET3", last]));
});

test("what is said while the data of a platform come is answered too", async ({ page }) => {
  const { answer, headline, platform, guest } = await openAdvisor(page, "?guest=rhel9-64");
  const { send, asked } = await holdRequests(page, "**/js/knowledge-kvm.*");
  await platform.selectOption("kvm");
  await asked;
  await guest.fill("windows-98-32");
  await guest.blur();
  send();
  await expect(headline).toHaveText(adviseHere({ platform: "kvm", guest: "windows-98-32" }).headline.text);
  await expect(answer).not.toHaveAttribute("aria-busy");
});

test("what is printed while the data of a platform come is the answer for it", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => (document.title = document.querySelector(".advice-headline")?.textContent ?? "");
  });
  const { platform } = await openAdvisor(page, "?guest=rhel9-64&currentAdapter=e1000");
  const { send, asked } = await holdRequests(page, "**/js/knowledge-kvm.*");
  await platform.selectOption("kvm");
  await asked;
  await page.keyboard.press("Control+p");
  send();
  // An adapter of the other platform's list is not kept.
  await expect(page).toHaveTitle(adviseHere(onKvm).headline.text);
});

test("a page that the browser prints at once waits for the data of its platform", async ({ page }) => {
  const { answer, headline, platform } = await openAdvisor(page, "?guest=rhel9-64");
  let isFirst = true;
  // The script's own request does not come to an end; the one that the page waits for does.
  await page.route("**/js/knowledge-kvm.*", async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
  });
  await platform.selectOption("kvm");
  await expect(answer).toHaveAttribute("aria-busy");
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await headline.textContent()).toBe("Use virtio");
  await expect(answer.locator(".steps")).toHaveCount(1);
});

test("one goes back to the other platform and forward again, and may say more while its data come", async ({
  page,
}) => {
  const { headline, packetRate, platform } = await leaveForVsphere(page, "?platform=kvm&guest=rhel9-64");
  await page.goBack();
  await expect(headline).toHaveText("Use virtio");
  await page.goForward();
  await expect(headline).toHaveText("Use VMXNET3");
  await reload(page);
  const { send, asked } = await holdRequests(page, "**/js/knowledge-kvm.*");
  await page.goBack();
  await asked;
  await packetRate.fill("20000");
  await packetRate.blur();
  send();
  await expect(headline).toHaveText("Use virtio");
  await expect(platform).toHaveValue("kvm");
  // The page draws the answer, then writes the address.
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("packetRate") === "20000");
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("platform") === "kvm");
});

test("data that do not come after going back leave the address and the form as they are", async ({
  page,
  complaints,
}) => {
  const { answer, headline, platform } = await leaveForVsphere(page, "?platform=proxmox&guest=rhel9-64");
  await page.route("**/js/knowledge-kvm.*", (route) => route.fulfill(notLoaded));
  await page.goBack();
  await expect(answer.getByRole("alert")).toContainText("The data for KVM could not be loaded.");
  await expect(platform).toHaveValue("kvm");
  await expect(page).toHaveURL(/platform=proxmox/);
  complaints.splice(0);
  await page.unroute("**/js/knowledge-kvm.*");
  await answer.getByRole("button", { name: "Try again" }).click();
  await expect(headline).toHaveText("Use virtio");
  await page.goForward();
  await expect(headline).toHaveText("Use VMXNET3");
});

test("a policy names the platform of an address that names none", async ({ page }) => {
  await page.route("**/policy.yaml", (route) =>
    route.fulfill({ contentType: "application/yaml", body: "name: Ours\nplatform: kvm\n" }),
  );
  const { answer, headline, platform } = await openAdvisor(page, "?guest=rhel9-64&policy=policy.yaml");
  await expect(headline).toHaveText("Use virtio");
  await expect(answer.locator(".policy-line")).toContainText("Ours");
  // The open answer means what the policy says.
  await platform.selectOption("");
  await expect(headline).toHaveText("Use virtio");
  await platform.selectOption("vsphere");
  await expect(headline).toHaveText("Use VMXNET3");
  await expect(answer.locator(".policy-line")).toContainText("Ours");
});

test("the home page answers for another platform, and leads to the advisor where its data come late or not at all", async ({
  page,
  complaints,
}) => {
  await page.goto("./");
  const answer = page.locator("#quick-answer");
  await page.getByLabel("Guest operating system").fill("rhel9-64");
  await expect(answer.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await expect(page.locator("[data-runner-up]")).toContainText("DirectPath I/O");
  await page.route("**/js/knowledge-kvm.*", (route) => route.fulfill(notLoaded));
  const platform = page.getByLabel("Platform", { exact: true });
  const whole = answer.locator("[data-whole] a");
  await platform.selectOption("kvm");
  await expect(answer.getByRole("alert")).toHaveText("The data for KVM could not be loaded.");
  await expect(answer.locator(".advice-headline")).toHaveCount(0);
  // What was said of the other platform goes too.
  await expect(page.locator("[data-runner-up]")).toHaveText("");
  await expect(whole).toHaveAttribute("href", /\?guest=rhel9-64&platform=kvm$/);
  complaints.splice(0);
  await page.unroute("**/js/knowledge-kvm.*");
  await platform.selectOption("vsphere");
  await expect(answer.locator(".advice-headline")).toHaveText("Use VMXNET3");
  const { send, asked } = await holdRequests(page, "**/js/knowledge-kvm.*");
  await platform.selectOption("kvm");
  await asked;
  await expect(answer.locator("[aria-busy]")).toHaveCount(1);
  await expect(whole).toHaveAttribute("href", /\?guest=rhel9-64&platform=kvm$/);
  send();
  await page.getByLabel("Packets per second at peak").fill("20000");
  await expect(answer.locator(".advice-headline")).toHaveText("Use virtio");
});

test("the home page takes the guest as the platform that was chosen means it", async ({ page }) => {
  await page.goto("./");
  await page.getByLabel("Guest operating system").fill("win10");
  await page.getByLabel("Platform", { exact: true }).selectOption("kvm");
  const link = page.getByRole("link", { name: "Full answer" });
  // Proxmox has one type for Windows 10 and two servers.
  await expect(link).toHaveAttribute("href", /\?guest=win10&platform=kvm$/);
  await page.getByLabel("Platform", { exact: true }).selectOption("vsphere");
  await expect(link).toHaveAttribute("href", /\?guest=windows-10-64&platform=vsphere$/);
});
