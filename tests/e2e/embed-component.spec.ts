import type { Page } from "@playwright/test";
import type { Advice } from "../../advisor/explain/advice.ts";
import type { VnicAdvisor } from "../../advisor/ui/vnic-advisor.ts";
import { componentScript, openHost } from "./fixtures/host-page.ts";
import { findViolations } from "./support/accessibility.ts";
import { expect, test } from "./support/site.ts";

/** Keeps what the component's events carry, and its complaints on the console. */
const listen =
  "window.heard = []; document.addEventListener('vnic-advice', ({ target, detail }) => heard.push([target.id, detail.advice]));";
const heard = (page: Page): Promise<[string, Advice][]> =>
  page.evaluate(() => (window as unknown as { heard: [string, Advice][] }).heard);

function warnings(page: Page): string[] {
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") said.push(message.text());
  });
  return said;
}

test("it works in a page with a strict content policy, and asks for nothing but its script", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openHost(page, {
    body: `<main><vnic-advisor id="one" guest="rhel9-64"></vnic-advisor></main>${componentScript}`,
    script: listen,
  });
  const advisor = page.locator("#one");
  await expect(advisor.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await expect(advisor.getByLabel("Guest operating system")).toHaveValue("Red Hat Enterprise Linux 9, 64-bit");
  await advisor.getByLabel("Packets per second at peak").fill("120000");
  await advisor.getByRole("group", { name: /IOMMU/ }).getByRole("radio", { name: "yes" }).check();
  await advisor
    .getByRole("group", { name: /SR-IOV/ })
    .getByRole("radio", { name: "yes" })
    .check();
  await expect(advisor.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  const events = await heard(page);
  expect(events[0]?.[1].recommended).toBe("vmxnet3");
  expect(events.at(-1)?.[0]).toBe("one");
  expect(events.at(-1)?.[1]).toEqual(await advisor.evaluate((element: VnicAdvisor) => element.advice));
  expect(events.at(-1)?.[1].situation).toMatchObject({
    guest: "rhel9-64",
    packetRate: 120000,
    iommu: true,
    sriovNic: true,
  });
  expect(asked.map((path) => path.replace(/.*\/(host|embed)\//, "$1/")).sort()).toEqual([
    "embed/vnic-advisor.js",
    "host/",
    "host/host.css",
    "host/host.js",
  ]);
});

test("its styles hold under the policy", async ({ page }) => {
  await openHost(page, { body: `<vnic-advisor></vnic-advisor>${componentScript}` });
  const name = page.locator(".advice-name");
  await expect(name).toHaveCSS("font-weight", "700");
  await expect(page.locator(".answer")).toHaveCSS("border-top-width", "4px");
});

test("attributes preset fields and fix them", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor guest="win2k19" platform-version="8.0" guest-drivers="no" packet-rate="20,000" require="live-migration ha"
      iommu="no" fixed="guest, require"></vnic-advisor>${componentScript}`,
  });
  const form = page.locator("vnic-advisor form");
  await expect(page.locator(".advice-headline")).toHaveText("Use E1000E");
  await expect(form.locator(".fixed-list")).toHaveText(
    /Guest operating system\s*Windows Server 2019.*Must keep working\s*vMotion, vSphere HA/,
  );
  await expect(form.getByLabel("Guest operating system")).toHaveCount(0);
  await expect(form.getByRole("checkbox")).toHaveCount(0);
  await expect(form.getByLabel("Platform version")).toHaveValue("8.0");
  await expect(form.getByLabel("Packets per second at peak")).toHaveValue("20000");
  await form
    .getByRole("group", { name: /install drivers/ })
    .getByRole("radio", { name: "yes" })
    .check();
  await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  const situation = await page.locator("vnic-advisor").evaluate((element: VnicAdvisor) => element.situation);
  expect(situation).toMatchObject({
    guest: "windows-server-2019-64",
    guestDrivers: true,
    packetRate: 20000,
    requires: ["vmotion", "ha"],
  });
});

test("nothing that the reader presses changes a field that is fixed, known or not", async ({ page }) => {
  const fixed = "guest packet-rate iommu sriov-nic save-cpu guest-drivers current-adapter platform";
  for (const known of ['guest="rhel9-64" platform="vsphere"', 'platform="vsphere" iommu="yes"', 'guest="rehl9-64"']) {
    await openHost(page, {
      body: `<vnic-advisor id="one" fixed="${fixed}" ${known}></vnic-advisor>${componentScript}`,
    });
    const element = page.locator("#one");
    await expect(element.locator(".advice-headline")).toBeVisible();
    const read = (): Promise<unknown> =>
      element.evaluate(
        (one: VnicAdvisor, names) => {
          const situation = one.situation as Record<string, unknown>;
          return names.map((name) => [name, situation[name] ?? "unknown"]);
        },
        ["guest", "packetRate", "iommu", "sriovNic", "saveCpu", "guestDrivers", "currentAdapter", "platform"],
      );
    const before = await read();
    const keys = await element.evaluate((one) =>
      [...(one.shadowRoot?.querySelectorAll("button[data-key]") ?? [])].map(
        (button) => button.getAttribute("data-key") ?? "",
      ),
    );
    for (const key of keys) {
      await element.evaluate(
        (one, wanted) => one.shadowRoot?.querySelector<HTMLElement>(`button[data-key="${wanted}"]`)?.click(),
        key,
      );
      expect(await read(), `${known}: ${key}`).toEqual(before);
    }
    expect(await element.locator(".field-message button").count(), known).toBe(0);
  }
});

test("an open question about a fixed field is told with what its answers lead to, and says that the page has set it", async ({
  page,
}) => {
  await openHost(page, {
    body: `<vnic-advisor platform="vsphere" guest="rhel9-64" fixed="packet-rate"></vnic-advisor>${componentScript}`,
  });
  const question = page.locator(".question", { hasText: "Packets per second at peak" });
  await expect(question).toContainText(/more than 50,000/i);
  await expect(question).toContainText("This page sets the value");
  await expect(question.getByRole("button")).toHaveCount(0);
  await expect(
    page
      .getByRole("group", { name: /SR-IOV/ })
      .getByRole("radio")
      .first(),
  ).toBeVisible();
});

test("while a value is not understood there is no advice and no event", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="asdfgh"></vnic-advisor>${componentScript}`,
    script: listen,
  });
  const element = page.locator("#one");
  await expect(element.locator(".advice-headline")).toHaveText("We need the guest OS first");
  const advice = (): Promise<Advice | null> => element.evaluate((one: VnicAdvisor) => one.advice);
  expect(await advice()).toBeNull();
  expect(await heard(page)).toEqual([]);
  await element.getByLabel("Guest operating system").fill("rhel9-64");
  await expect(element.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await element.getByLabel("Guest operating system").fill("qwertz");
  await expect(element.locator(".advice-headline")).toHaveText("We need the guest OS first");
  expect(await advice()).toBeNull();
  expect((await heard(page)).map(([, { situation }]) => situation.guest)).toEqual(["rhel9-64"]);
});

test("attributes that change later change the advice, once for all of them", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64" fixed="packet-rate"></vnic-advisor>${componentScript}`,
    script: listen,
  });
  await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  const before = (await heard(page)).length;
  await page.locator("#one").evaluate((element) => {
    for (const [name, value] of [
      ["packet-rate", "120000"],
      ["iommu", "yes"],
      ["sriov-nic", "yes"],
    ] as const)
      element.setAttribute(name, value);
  });
  await expect(page.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  await expect(page.locator(".fixed-list")).toContainText("120,000");
  expect((await heard(page)).length).toBe(before + 1);
  await page.locator("#one").evaluate((element) => {
    element.removeAttribute("packet-rate");
  });
  await expect(page.locator(".fixed-list")).toContainText("unknown");
  expect(await page.locator("#one").evaluate((element: VnicAdvisor) => element.situation.packetRate)).toBeUndefined();
});

test("a yes-or-no attribute means yes alone, as React and as XHTML write it, and is unknown once it is removed", async ({
  page,
}) => {
  const said = warnings(page);
  const machine = 'platform="vsphere" guest="rhel9-64" packet-rate="500000"';
  await openHost(page, {
    body: `<vnic-advisor id="html" ${machine} iommu sriov-nic></vnic-advisor><vnic-advisor id="react" ${machine} iommu="true" sriov-nic="true"></vnic-advisor>
      <vnic-advisor id="xhtml" ${machine} iommu="iommu" sriov-nic="sriov-nic"></vnic-advisor>${componentScript}`,
  });
  for (const id of ["html", "react", "xhtml"])
    await expect(page.locator(`#${id} .advice-headline`), id).toHaveText("Use SR-IOV passthrough");
  const element = page.locator("#html");
  const situation = (): Promise<object> => element.evaluate((one: VnicAdvisor) => one.situation);
  expect(await situation()).toMatchObject({ iommu: true, sriovNic: true });
  await element.evaluate((one) => one.removeAttribute("sriov-nic"));
  expect(await situation()).not.toHaveProperty("sriovNic");
  await element.evaluate((one) => one.toggleAttribute("sriov-nic"));
  expect(await situation()).toMatchObject({ sriovNic: true });
  expect(said).toEqual([]);
});

test("the situation can be set and read as a property, also before the script has run", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" fixed="guest" guest="rhel9-64"></vnic-advisor>${componentScript}`,
    script: "document.querySelector('#one').situation = { packetRate: 120000, iommu: true, sriovNic: true };",
    isDeferred: true,
  });
  await expect(page.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  const advice = await page.locator("#one").evaluate((element: VnicAdvisor) => {
    element.situation = { requires: ["vmotion"] };
    return element.advice;
  });
  expect(advice?.situation).toMatchObject({ guest: "rhel9-64", requires: ["vmotion"] });
  expect(advice?.situation.packetRate).toBeUndefined();
});

test("it is built after the script that places it, or at once for whoever asks for its advice", async ({ page }) => {
  await openHost(page, { body: `<vnic-advisor guest="rhel9-64"></vnic-advisor>${componentScript}` });
  const seen = await page.evaluate(() => {
    const place = (): [VnicAdvisor, () => string | undefined] => {
      const element = document.createElement("vnic-advisor") as VnicAdvisor;
      element.setAttribute("guest", "rhel9-64");
      document.body.append(element);
      return [element, () => element.shadowRoot?.querySelector(".advice-headline")?.textContent ?? undefined];
    };
    const [[, headlineLater], [asked, headlineNow]] = [place(), place()];
    // An attribute that changes while the form is being built counts.
    asked.setAttribute("packet-rate", "20000");
    return { later: headlineLater(), situation: asked.advice?.situation, now: headlineNow() };
  });
  expect(seen).toMatchObject({ now: "Use VMXNET3", situation: { guest: "rhel9-64", packetRate: 20000 } });
  expect(seen.later).toBeUndefined();
  await expect(page.locator(".advice-headline")).toHaveText(["Use VMXNET3", "Use VMXNET3", "Use VMXNET3"]);
});

test("custom properties and parts theme it, the host page's own rules do not reach in", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor guest="rhel9-64"></vnic-advisor>${componentScript}`,
    style: `html { font-size: 62.5%; } body { font: 20px/1.5 serif; text-transform: uppercase; } h2, button { color: rgb(1, 2, 3) !important; }
      vnic-advisor { --vnic-accent: rgb(120, 0, 90); --vnic-radius: 9px; } vnic-advisor::part(headline) { letter-spacing: 3px; }`,
  });
  const headline = page.locator(".advice-headline");
  await expect(page.locator(".answer")).toHaveCSS("border-top-color", "rgb(120, 0, 90)");
  await expect(page.locator(".choice").first()).toHaveCSS("border-radius", "9px");
  await expect(headline).toHaveCSS("letter-spacing", "3px");
  await expect(headline).not.toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(headline).toHaveCSS("text-transform", "none");
  await expect(headline).toHaveCSS("font-family", "serif");
  // 0.9375 of the 20 px around, whatever the host page's root has.
  await expect(page.locator(".choice").first()).toHaveCSS("font-size", "18.75px");
});

test("light and dark follow the page, or an attribute", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="auto"></vnic-advisor><vnic-advisor id="light" theme="light"></vnic-advisor>${componentScript}`,
    style: ":root { color-scheme: dark; }",
  });
  await expect(page.locator("#auto")).toHaveCSS("background-color", "rgb(13, 17, 23)");
  await expect(page.locator("#light")).toHaveCSS("background-color", "rgb(255, 255, 255)");
});

test("two on a page keep apart, also when the script is loaded twice", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="a" guest="rhel9-64"></vnic-advisor><vnic-advisor id="b" guest="ms-dos-16"></vnic-advisor>${componentScript}${componentScript}`,
  });
  await expect(page.locator("#a .advice-headline")).toHaveText("Use VMXNET3");
  const second = await page.locator("#b .advice-headline").innerText();
  expect(second).not.toBe("Use VMXNET3");
  await page.locator("#a").getByLabel("Packets per second at peak").fill("5");
  await expect(page.locator("#b").getByLabel("Packets per second at peak")).toHaveValue("");
  await expect(page.locator("#b .advice-headline")).toHaveText(second);
});

test("bad attributes are named in the page and on the console, with the nearest value", async ({ page }) => {
  const said = warnings(page);
  await openHost(page, {
    body: `<vnic-advisor guest="rehl9-64" platform="vpshere" packet-rate="lots" require="vmotoin ha" theme="drak" fixed="gest" atlas="javascript:alert(1)"></vnic-advisor>${componentScript}`,
  });
  await expect(page.locator(".advice-headline")).toHaveText("We need the platform first");
  for (const start of [
    'attribute guest: found "rehl9-64"',
    'attribute platform: found "vpshere"',
    'attribute packet-rate: found "lots"',
    'attribute require: found "vmotoin"',
    'attribute theme: found "drak"',
    'attribute fixed: found "gest"',
    'attribute atlas: found "javascript:alert(1)"',
  ]) {
    expect(
      said.filter((line) => line.startsWith(`vnic-advisor: ${start}, expected`)),
      start,
    ).toHaveLength(1);
  }
  expect(said.find((line) => line.includes("attribute require"))).toContain("nearest: vmotion");
  const messages = page.locator("vnic-advisor .field-message");
  await expect(messages.filter({ hasText: "attribute theme" })).toBeVisible();
  await expect(messages.filter({ hasText: 'found "lots"' })).toBeVisible();
  await page.getByRole("button", { name: "Red Hat Enterprise Linux 9" }).first().click();
  await expect(page.getByLabel("Guest operating system")).toHaveValue("Red Hat Enterprise Linux 9, 64-bit");
});

test("a situation that is set may be anything; what can be used is used, and the rest is named on the console", async ({
  page,
}) => {
  const said = warnings(page);
  await openHost(page, { body: `<vnic-advisor></vnic-advisor>${componentScript}` });
  await expect(page.locator(".advice-headline")).toBeVisible();
  const result = await page.locator("vnic-advisor").evaluate((element: VnicAdvisor) => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const bad = [
      { guest: { toString: 1 } },
      { guest: "a".repeat(100_000) },
      { requires: Object.assign([], { length: 2 ** 32 - 1 }) },
      { requires: cyclic },
      {
        get guest() {
          throw new Error("no");
        },
      },
      null,
      5,
      "x",
      Symbol("x"),
    ];
    for (const one of bad) element.situation = one as unknown as VnicAdvisor["situation"];
    element.situation = {
      platform: "kvm",
      guest: "rhel9-64",
      bitness: { toString: 1 },
    } as unknown as VnicAdvisor["situation"];
    return [element.situation, element.advice?.recommended] as const;
  });
  expect(result).toEqual([{ platform: "kvm", guest: "rhel9-64" }, "virtio-net"]);
  expect(said.filter((line) => line.includes("property situation: guest: expected a short text"))).toHaveLength(2);
  expect(said.at(-1)).toBe(
    "vnic-advisor: property situation: bitness: expected a short text, a number, true or false, or a list of these",
  );
});

test("values of a situation that cannot be used are named on the console, and what a reader enters is not", async ({
  page,
}) => {
  const said = warnings(page);
  await openHost(page, { body: `<vnic-advisor id="one" guest="rhel9-64"></vnic-advisor>${componentScript}` });
  const element = page.locator("#one");
  await element.evaluate((one: VnicAdvisor) => {
    one.situation = { packetRate: "fast", foo: 1 } as unknown as VnicAdvisor["situation"];
  });
  await expect
    .poll(() => said)
    .toEqual([
      expect.stringMatching(/^vnic-advisor: property situation: packetRate: found "fast", expected a whole number/),
      expect.stringMatching(/^vnic-advisor: property situation: foo: found "1", expected a field that exists/),
    ]);
  await element.evaluate((one: VnicAdvisor) => {
    one.situation = { guest: "rhel9-64" };
  });
  await element.getByLabel("Packets per second at peak").fill("slow");
  await expect(element.locator(".field-message").filter({ hasText: 'found "slow"' })).toBeVisible();
  expect(said).toHaveLength(2);
});

test("a situation that is no object is one problem", async ({ page }) => {
  await openHost(page, { body: `<vnic-advisor id="one" guest="rhel9-64"></vnic-advisor>${componentScript}` });
  const problems = await page.locator("#one").evaluate((one) => {
    const lines: string[] = [];
    one.addEventListener("vnic-problem", (event) => {
      lines.push(...(event as CustomEvent<{ problems: string[] }>).detail.problems);
    });
    const element = one as VnicAdvisor;
    element.situation = "rhel9" as unknown as VnicAdvisor["situation"];
    return element.advice && lines;
  });
  expect(problems).toEqual(['property situation: found "rhel9", expected a JSON object']);
});

test("a value in another spelling chooses the entry that it means", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64" current-adapter="VMXNET3" platform-version="8.0 U3"></vnic-advisor>${componentScript}`,
  });
  const element = page.locator("#one");
  await expect(element.locator(".advice-headline")).toBeVisible();
  const chosen = (name: string): Promise<string[]> =>
    element
      .locator(`select[name=${name}]`)
      .evaluate((select: HTMLSelectElement) => [select.value, select.selectedOptions[0]?.text ?? ""]);
  expect(await chosen("currentAdapter")).toEqual(["vmxnet3", "VMXNET3"]);
  expect(await chosen("platformVersion")).toEqual(["8.0.3", "8.0.3 (unlisted)"]);
  await element.evaluate((one) => one.setAttribute("current-adapter", "e1000x"));
  await expect.poll(() => chosen("currentAdapter")).toEqual(["e1000x", "e1000x (unlisted)"]);
});

test("links need the atlas's address; without it sources are plain text", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="a"></vnic-advisor><vnic-advisor id="b" atlas="/atlas"></vnic-advisor>${componentScript}`,
  });
  await expect(page.locator("#a .evidence-link").first()).toHaveCount(1);
  await expect(page.locator("#a a[href]")).toHaveCount(0);
  await expect(page.locator("#a").getByRole("button", { name: "Copy link" })).toHaveCount(0);
  const link = page.locator("#b a.evidence-link").first();
  await expect(link).toHaveAttribute("href", /^http:\/\/localhost:\d+\/atlas\/(evidence|findings|sources)\//);
  await expect(link).toHaveAttribute("rel", "noopener");
  await expect(link).toHaveAttribute("target", "_blank");
});

test("an opened group of a compact component has its heading once", async ({ page }) => {
  await openHost(page, { body: `<vnic-advisor compact guest="rhel9-64"></vnic-advisor>${componentScript}` });
  const heading = page.locator("summary", { hasText: /^The traffic$/ });
  await heading.click();
  await expect(page.getByLabel("Packets per second at peak")).toBeVisible();
  // For those who hear the page it is the name of the group.
  const group = page.getByRole("group", { name: "The traffic", exact: true });
  await expect(group.first()).toBeVisible();
  const legend = page.locator("legend", { hasText: /^The traffic$/ });
  expect(await legend.evaluate((element) => getComputedStyle(element).clipPath)).toBe("inset(50%)");
});

test("compact folds the reasons and the later questions", async ({ page }) => {
  await openHost(page, { body: `<vnic-advisor compact guest="rhel9-64"></vnic-advisor>${componentScript}` });
  await expect(page.getByLabel("Guest operating system")).toBeVisible();
  await expect(page.getByLabel("Packets per second at peak")).toBeHidden();
  await expect(page.locator(".verdict").first()).toBeHidden();
  await page.getByText("Other adapters, evidence and steps").click();
  await expect(page.getByText("Other adapters", { exact: true })).toBeVisible();
  await expect(page.locator(".steps")).toBeVisible();
  await page.getByText("Other adapters, evidence and steps").click();
  await expect(page.locator(".steps")).toBeHidden();
  await page.getByRole("button", { name: "Show steps" }).click();
  await expect(page.getByRole("heading", { name: "Steps", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Validate", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Validate", exact: true })).toBeFocused();
});

test("its content is the fallback while the script is missing", async ({ page, complaints }) => {
  await page.route("**/embed/vnic-advisor.js", (route) => route.fulfill({ status: 404, body: "" }));
  await openHost(page, {
    body: `<vnic-advisor><a href="https://atlas.example/">Open the advisor</a></vnic-advisor>${componentScript}`,
  });
  await expect(page.getByRole("link", { name: "Open the advisor" })).toBeVisible();
  expect(complaints.splice(0).every((complaint) => complaint.includes("404"))).toBe(true);
});

test("it asks the same questions as the advisor's page", async ({ page }) => {
  const questions = (selector: string): Promise<string[]> =>
    page
      .locator(selector)
      .evaluate((form: HTMLFormElement) =>
        [
          ...new Set(
            [...form.querySelectorAll<HTMLInputElement>("[name]")].map(({ name, value, type }) =>
              type === "checkbox" || type === "radio" ? `${name}=${value}` : name,
            ),
          ),
        ].sort(),
      );
  await page.goto("./advisor/");
  const onPage = await questions("#advisor-form");
  await openHost(page, { body: `<vnic-advisor></vnic-advisor>${componentScript}` });
  expect(await questions("vnic-advisor form")).toEqual(onPage);
});

test("it is accessible in light and dark", async ({ page }) => {
  await openHost(page, {
    body: `<main><h1>A portal</h1><vnic-advisor guest="windws" atlas="../" fixed="platform"></vnic-advisor></main>${componentScript}`,
  });
  expect(await findViolations(page, { seen: new Set() })).toEqual([]);
});
