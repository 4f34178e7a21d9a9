import { existsSync } from "node:fs";
import type { FrameLocator, Page } from "@playwright/test";
import { openHost } from "./fixtures/host-page.ts";
import { measureShift } from "./support/layout-shift.ts";
import { expect, holdRequests, test } from "./support/site.ts";

interface Heard {
  origin: string;
  data: { type: string; version: number; height: number; recommended: string | null; situation: object };
}

/** Keeps every message, and gives the frame the height that it tells, as the documentation shows. */
const script = `window.heard = [];
addEventListener("message", ({ source, origin, data }) => {
  const frame = document.querySelector("iframe");
  if (source !== frame.contentWindow) return;
  heard.push({ origin, data });
  if (data.type === "vnic-atlas:resize" && !window.isSlow) frame.height = data.height;
});`;
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'";
const passthrough = "guest=rhel9-64&packetRate=120000&iommu=yes&sriovNic=yes";

async function openFrame(page: Page, query: string, sandbox = "allow-scripts allow-forms"): Promise<FrameLocator> {
  await openHost(page, {
    body: `<iframe src="../embed/advisor/?${query}" title="Advisor" sandbox="${sandbox}" width="100%" height="150"></iframe>`,
    script,
    policy,
    style: "iframe { border: 0; }",
  });
  const frame = page.frameLocator("iframe");
  await expect(frame.locator(".advice-headline")).toBeVisible();
  return frame;
}

const configure = (page: Page, configuration: object): Promise<void> =>
  page.locator("iframe").evaluate((element: HTMLIFrameElement, message) => {
    element.contentWindow?.postMessage({ type: "vnic-atlas:configure", ...message }, "*");
  }, configuration);
const heard = (page: Page, type: string): Promise<Heard[]> =>
  page.evaluate(
    (wanted) => (window as unknown as { heard: Heard[] }).heard.filter(({ data }) => data.type === wanted),
    type,
  );
const frameHeight = (page: Page): Promise<number> =>
  page.locator("iframe").evaluate((frame: HTMLIFrameElement) => frame.clientHeight);

test("in a sandbox without an origin it answers, preset and fixed by its address", async ({ page }) => {
  const frame = await openFrame(page, `${passthrough}&fixed=guest&theme=dark`);
  await expect(frame.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  await expect(frame.locator(".fixed-list")).toContainText("Red Hat Enterprise Linux 9");
  await frame.getByLabel("Packets per second at peak").fill("2000");
  await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
});

test("a version in its address is one of the list, under its own name", async ({ page }) => {
  const frame = await openFrame(page, "platform=vsphere&platformVersion=8.0&guest=rhel9-64");
  const release = frame.getByLabel("Platform version");
  expect(await release.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)).toBe("ESXi 8.0");
  await expect(release.locator('option[value="8.0"]')).toHaveCount(1);
  await expect(release.locator('optgroup[data-platform="vsphere"]')).toHaveCount(1);
});

test("it tells its height, grows and shrinks, and comes to rest", async ({ page }) => {
  const frame = await openFrame(page, "guest=rhel9-64&compact");
  await expect.poll(() => frameHeight(page)).toBeGreaterThan(400);
  const told = async (): Promise<number> => (await heard(page, "vnic-atlas:resize")).at(-1)?.data.height ?? 0;
  await expect.poll(async () => (await told()) - (await frameHeight(page))).toBe(0);
  const before = await frameHeight(page);
  await frame.getByText("Other adapters, evidence and steps").click();
  await expect.poll(() => frameHeight(page)).toBeGreaterThan(before + 200);
  // Another width, the same height: nothing to tell.
  await page.locator("iframe").evaluate((element: HTMLIFrameElement) => {
    element.width = String(element.clientWidth - 1);
  });
  await frame.locator("html").evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  await frame.getByText("Other adapters, evidence and steps").click();
  await expect.poll(() => frameHeight(page)).toBe(before);
  const messages = await heard(page, "vnic-atlas:resize");
  for (const { origin, data } of messages) {
    expect(origin).toBe("null");
    expect(data).toEqual({ type: "vnic-atlas:resize", version: 1, height: Math.ceil(data.height) });
  }
  messages.forEach(({ data }, at) => expect(data.height).not.toBe(messages[at - 1]?.data.height));
  const { overflow, fits } = await frame.locator("html").evaluate((root) => ({
    overflow: root.scrollWidth - root.clientWidth,
    fits: root.scrollHeight <= root.clientHeight,
  }));
  expect(overflow).toBe(0);
  expect(fits).toBe(true);
});

test("the first height that it tells is that of its form", async ({ page }) => {
  await openFrame(page, passthrough);
  await expect.poll(async () => (await heard(page, "vnic-atlas:resize")).length).toBeGreaterThan(0);
  expect((await heard(page, "vnic-atlas:resize"))[0]?.data.height).toBeGreaterThan(400);
});

for (const address of ["http://127.0.0.1:9/p.json", "//127.0.0.1:9/p.json", "javascript:1"]) {
  test(`a policy at ${address} is refused, and nothing is recommended`, async ({ page, baseURL }) => {
    const origin = encodeURIComponent(new URL(baseURL ?? "").origin);
    await openHost(page, {
      body: `<iframe src="../embed/advisor/?${passthrough}&policy=${encodeURIComponent(address)}&origin=${origin}" title="Advisor" sandbox="allow-scripts allow-forms"></iframe>`,
      script,
      policy,
    });
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("alert")).toContainText("no recommendation");
    await expect(frame.getByRole("alert")).toContainText(`found "${address}", expected the address of a file on `);
    await expect(frame.getByText("This frame needs its script")).toBeHidden();
    await expect(frame.locator(".advice-headline")).toHaveCount(0);
    await expect
      .poll(async () => (await heard(page, "vnic-atlas:problem")).map(({ data }) => data))
      .toMatchObject([{ kind: "policy" }]);
    await expect.poll(async () => (await heard(page, "vnic-atlas:resize")).length).toBeGreaterThan(0);
    expect(await heard(page, "vnic-atlas:advice")).toEqual([]);
  });
}

test("a style sheet of another host is named in a message, and so is a language", async ({ page, baseURL }) => {
  const origin = encodeURIComponent(new URL(baseURL ?? "").origin);
  const frame = await openFrame(page, `${passthrough}&stylesheet=//127.0.0.1:9/x.css&lang=de&origin=${origin}`);
  await expect
    .poll(async () =>
      (await heard(page, "vnic-atlas:problem")).map(({ data }) => (data as unknown as { problems: string[] }).problems),
    )
    .toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/^parameter stylesheet: found "\/\/127\.0\.0\.1:9\/x\.css", expected/)],
        [expect.stringMatching(/^attribute lang: found "de", expected en /)],
      ]),
    );
  await expect(frame.locator(".field-message").filter({ hasText: "lang" })).toHaveCount(0);
});

test("an origin without a scheme is named on the console", async ({ page }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await openFrame(page, `${passthrough}&origin=portal.example`);
  expect(said).toContain(
    'vnic-advisor: parameter origin: found "portal.example", expected an origin with its scheme, such as https://portal.example',
  );
});

test("values of a configuration that cannot be used are answered, and null takes a policy back", async ({
  page,
  baseURL,
}) => {
  const frame = await openFrame(page, `guest=rhel9-64&origin=${encodeURIComponent(new URL(baseURL ?? "").origin)}`);
  const send = (fields: object): Promise<void> =>
    page.locator("iframe").evaluate((element: HTMLIFrameElement, given) => {
      element.contentWindow?.postMessage({ type: "vnic-atlas:configure", ...given }, "*");
    }, fields);
  await send({ policy: { name: "Contoso" } });
  await expect(frame.locator(".policy-line")).toContainText("Contoso");
  await send({ policy: null });
  await expect(frame.locator(".policy-line")).toHaveCount(0);
  await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await send({ fixed: ["guest", "zz"], compact: true });
  await send({ situation: "x" });
  await send({ policy: [] });
  await expect(frame.getByRole("alert")).toContainText("policy: found an empty list, expected fields");
  expect(
    (await heard(page, "vnic-atlas:problem")).map(({ data }) => (data as unknown as { problems: string[] }).problems),
  ).toEqual([
    ["vnic-atlas:configure fixed: found list, expected text"],
    ["vnic-atlas:configure situation: found string, expected an object"],
    [expect.stringMatching(/^policy: found an empty list, expected fields/)],
  ]);
});

test("at the width of a phone its first line is the answer, which leads to the whole of it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const frame = await openFrame(page, passthrough);
  const bar = frame.getByRole("button", { name: /^Use SR-IOV passthrough, \w+ confidence$/ });
  await expect(bar).toBeInViewport();
  await expect.poll(() => bar.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(80);
  await expect(frame.locator(".advice-headline")).not.toBeInViewport();
  await bar.focus();
  await page.keyboard.press("Enter");
  await expect(frame.locator(".advice-headline")).toBeFocused();
  await expect(frame.locator(".advice-headline")).toBeInViewport();
});

test("where the page around gives the frame its height late, the reader stays where that line led", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const frame = await openFrame(page, passthrough);
  const bar = frame.getByRole("button", { name: /^Use SR-IOV passthrough, \w+ confidence$/ });
  await expect(bar).toBeInViewport();
  const room = await frameHeight(page);
  const told = async (): Promise<number> => (await heard(page, "vnic-atlas:resize")).at(-1)?.data.height ?? 0;
  // At the first sign of a reader the steps come, and the frame has more to show than it has room for.
  await page.evaluate(() => {
    (window as unknown as { isSlow: boolean }).isSlow = true;
  });
  await bar.focus();
  await expect.poll(told).toBeGreaterThan(room + 200);
  await page.keyboard.press("Enter");
  await expect(frame.locator(".advice-headline")).toBeFocused();
  await expect.poll(() => frame.locator("html").evaluate(() => scrollY)).toBeGreaterThan(0);
  const height = await told();
  await page.locator("iframe").evaluate((one: HTMLIFrameElement, asked) => {
    one.height = String(asked);
  }, height);
  await expect.poll(() => frame.locator("html").evaluate(() => innerHeight)).toBe(height);
  await expect.poll(() => frame.locator("html").evaluate(() => scrollY)).toBe(0);
  await expect(frame.locator(".advice-headline")).toBeInViewport();
});

test("that line follows the answer and floats over no question, and wide frames need none", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`./embed/advisor/?${passthrough}`);
  await page.getByLabel("Packets per second at peak").fill("2000");
  const line = page.getByRole("button", { name: /^Use VMXNET3, \w+ confidence$/ });
  await expect(line).toHaveCount(1);
  await page.getByRole("checkbox", { name: "memory overcommit" }).scrollIntoViewIfNeeded();
  await expect(line).not.toBeInViewport();
  expect(await measureShift(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(line).toBeHidden();
});

test("it tells the advice only to the origin that its address names", async ({ page, baseURL }) => {
  await openFrame(page, `${passthrough}&origin=${encodeURIComponent(new URL(baseURL ?? "").origin)}`);
  await expect.poll(async () => (await heard(page, "vnic-atlas:advice")).length).toBe(1);
  const [message] = await heard(page, "vnic-atlas:advice");
  expect(message?.data).toMatchObject({
    type: "vnic-atlas:advice",
    version: 1,
    cause: "start",
    permalink: expect.stringContaining("/advisor/?") as unknown as string,
    advice: { recommended: "sriov", headline: { text: "Use SR-IOV passthrough" } },
    recommended: "sriov",
    situation: {
      platform: "vsphere",
      guest: "rhel9-64",
      bitness: 64,
      packetRate: 120000,
      iommu: true,
      sriovNic: true,
      requires: [],
    },
  });
  // Their words come later; what they are called elsewhere does not.
  const { steps } = (message?.data as unknown as { advice: { steps: { id: string }[] } }).advice;
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter(({ id }) => !existsSync(`data/steps/${id}.yaml`))).toEqual([]);
});

for (const [what, origin] of [
  ["no origin", ""],
  ["everyone as origin", "*"],
]) {
  test(`with ${what} it tells no advice`, async ({ page }) => {
    await openFrame(page, `${passthrough}&origin=${origin}`);
    await expect.poll(async () => (await heard(page, "vnic-atlas:resize")).length).toBeGreaterThan(0);
    expect(await heard(page, "vnic-atlas:advice")).toEqual([]);
  });
}

test("its parent can configure it; other messages change nothing", async ({ page }) => {
  const frame = await openFrame(page, "guest=rhel9-64&fixed=guest");
  await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
  const send = (data: unknown): Promise<void> =>
    page.locator("iframe").evaluate((element: HTMLIFrameElement, message) => {
      element.contentWindow?.postMessage(message, "*");
    }, data);
  await send({ type: "other:configure", theme: "dark" });
  await send("vnic-atlas:configure");
  await page.locator("iframe").evaluate((element: HTMLIFrameElement) => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const values = [{}, cyclic, new Map(), 64n, "a".repeat(100_000), Object.assign([], { length: 2 ** 32 - 1 })];
    for (const value of values)
      element.contentWindow?.postMessage(
        { type: "vnic-atlas:configure", situation: { guest: value, requires: value, platform: value } },
        "*",
      );
  });
  await send({
    type: "vnic-atlas:configure",
    theme: "dark",
    situation: { packetRate: 120000, iommu: true, sriovNic: true },
  });
  await expect(frame.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  await expect(frame.locator(".fixed-list")).toContainText("Red Hat Enterprise Linux 9");
  await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
});

test("a configuration hides fields, hands over a policy and own texts, and is answered with the same events", async ({
  page,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? "").origin;
  const frame = await openFrame(page, `${passthrough}&origin=${encodeURIComponent(origin)}`);
  await expect(frame.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  await page.locator("iframe").evaluate((element: HTMLIFrameElement) =>
    element.contentWindow?.postMessage(
      {
        type: "vnic-atlas:configure",
        hide: "dpu",
        atlas: "https://evil.example/",
        policy: { name: "Contoso", exclude: { sriov: "NET-7", "directpath-io": "NET-7" } },
        words: { words: { copyMarkdown: "Copy for the ticket" } },
      },
      "*",
    ),
  );
  await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await expect(frame.locator(".policy-line")).toContainText("Contoso");
  await expect(frame.getByRole("button", { name: "Copy for the ticket" })).toBeVisible();
  await expect(frame.locator("[name=dpu]")).toHaveCount(0);
  await frame.getByRole("button", { name: "Copy for the ticket" }).click();
  await expect.poll(async () => (await heard(page, "vnic-atlas:action")).length).toBe(1);
  expect((await heard(page, "vnic-atlas:action"))[0]?.data).toMatchObject({ kind: "copied", version: 1 });
  expect(await heard(page, "vnic-atlas:ready")).toHaveLength(1);
  await frame.getByLabel("Packets per second at peak").fill("lots");
  await expect.poll(async () => (await heard(page, "vnic-atlas:problem")).length).toBe(1);
});

test("what checks a policy loads with the first one; where it does not come, the frame says so and gives no answer", async ({
  page,
  complaints,
}) => {
  const asked: string[] = [];
  let isBroken = true;
  await page.route("**/js/embed-policy.*.js", (route) => {
    asked.push(route.request().url());
    return isBroken ? route.abort() : route.continue();
  });
  const frame = await openFrame(page, "guest=rhel9-64");
  await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
  expect(asked).toEqual([]);
  const giveRule = (reason: string): Promise<void> =>
    page.locator("iframe").evaluate((element: HTMLIFrameElement, why) => {
      const policy = { name: "Contoso", exclude: { vmxnet3: why } };
      element.contentWindow?.postMessage({ type: "vnic-atlas:configure", policy }, "*");
    }, reason);
  await giveRule("NET-7");
  await expect(frame.getByRole("alert")).toContainText("could not be loaded");
  await expect(frame.locator(".advice-headline")).toHaveCount(0);
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
  isBroken = false;
  await giveRule("NET-8");
  await expect(frame.locator(".policy-line")).toContainText("Contoso");
  await expect(frame.locator(".advice-headline")).not.toHaveText("Use VMXNET3");
  expect(asked).toHaveLength(2);
});

test("a configuration from another origin than the named one changes nothing", async ({ page }) => {
  const frame = await openFrame(page, `guest=rhel9-64&origin=${encodeURIComponent("https://portal.example")}`);
  await page.locator("iframe").evaluate((element: HTMLIFrameElement) => {
    const send = (theme: string): void =>
      element.contentWindow?.postMessage({ type: "vnic-atlas:configure", theme, policy: { name: "x" } }, "*");
    send("dark");
  });
  await frame.getByLabel("Packets per second at peak").fill("9000");
  await expect(frame.locator(".policy-line")).toHaveCount(0);
  await expect(frame.locator("html")).not.toHaveAttribute("data-theme");
});

test("a message that is not its parent's is ignored", async ({ page }) => {
  await openFrame(page, "guest=rhel9-64", "allow-scripts allow-forms allow-same-origin");
  const frame = page.frameLocator("iframe >> nth=0");
  await frame.locator("html").evaluate(() => {
    window.postMessage({ type: "vnic-atlas:configure", theme: "dark" }, "*");
  });
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("iframe"), { name: "sibling" }));
  });
  await page.frame({ name: "sibling" })?.evaluate(() => {
    parent.frames[0]?.postMessage({ type: "vnic-atlas:configure", theme: "dark" }, "*");
  });
  await page
    .locator("iframe")
    .first()
    .evaluate((element: HTMLIFrameElement) => {
      element.contentWindow?.postMessage({ type: "vnic-atlas:configure", situation: { guest: "ms-dos-16" } }, "*");
    });
  // Messages come in the order in which they were sent: when the second has had its effect, the first has been read.
  await expect(frame.getByLabel("Guest operating system")).toHaveValue("MS-DOS, 16-bit");
  await expect(frame.locator("html")).not.toHaveAttribute("data-theme");
});

test("what the steps say is loaded once, when somebody is there to read it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/embed-steps-/.test(request.url())) asked.push(request.url());
  });
  const frame = await openFrame(page, "guest=rhel9-64");
  await expect(frame.getByRole("button", { name: "Show steps" })).toBeAttached();
  expect(asked).toEqual([]);
  await frame.getByLabel("Packets per second at peak").focus();
  await expect(frame.getByRole("heading", { name: "Steps", exact: true })).toBeVisible();
  await expect(frame.locator(".steps .step").first()).not.toBeEmpty();
  await frame.getByLabel("Packets per second at peak").fill("9000");
  await expect(frame.locator(".steps")).toBeVisible();
  expect(asked).toHaveLength(1);
});

test("what is cited has its title once somebody is there to read it", async ({ page }) => {
  const frame = await openFrame(page, "guest=rhel9-64");
  await expect(frame.locator("[data-untitled]").first()).toBeAttached();
  await frame.getByLabel("Packets per second at peak").focus();
  await expect(frame.locator("[data-untitled]")).toHaveCount(0);
  await frame.getByText("Evidence", { exact: true }).click();
  await expect(
    frame
      .getByRole("link", {
        name: /^VMware recommends the VMXNET family instead of the default emulated adapters .*\(2011\)/,
      })
      .first(),
  ).toBeVisible();
});

test("steps that are on their way come into a form that was built anew meanwhile", async ({ page }) => {
  const { send } = await holdRequests(page, "**/js/embed-steps-*.js");
  const frame = await openFrame(page, "guest=rhel9-64&fixed=guest");
  await frame.getByLabel("Packets per second at peak").focus();
  await frame.locator("vnic-advisor").evaluate((element) => {
    element.setAttribute("fixed", "packet-rate");
  });
  await expect(frame.getByLabel("Guest operating system")).toBeVisible();
  send();
  await expect(frame.locator(".steps")).toBeVisible();
});

test("where the steps do not come, the frame says so, and loads them when asked again", async ({
  page,
  complaints,
}) => {
  let isBroken = true;
  await page.route("**/js/embed-steps-*.js", (route) => (isBroken ? route.abort() : route.continue()));
  const frame = await openFrame(page, "guest=rhel9-64");
  const show = frame.getByRole("button", { name: "Show steps" });
  await show.click();
  await expect(frame.getByRole("alert")).toContainText("could not be loaded");
  expect(await frame.getByRole("alert").getByRole("link").getAttribute("href")).toMatch(/\/adapters\/vmxnet3\/#apply$/);
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
  isBroken = false;
  await show.focus();
  await page.keyboard.press("Enter");
  await expect(frame.getByRole("heading", { name: "Steps", exact: true })).toBeFocused();
});

test("steps that come cut off are reported, not awaited", async ({ page, complaints }) => {
  await page.route("**/js/embed-steps-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "const half = {" }),
  );
  const frame = await openFrame(page, "guest=rhel9-64");
  await frame.getByRole("button", { name: "Show steps" }).click();
  await expect(frame.getByRole("alert")).toContainText("could not be loaded");
  expect(complaints.splice(0).every((complaint) => complaint.includes("Unexpected end of input"))).toBe(true);
});

test("what can be copied is copied without the clipboard's permission", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read"]);
  const frame = await openFrame(page, "guest=rhel9-64");
  await frame.getByLabel("Guest operating system").focus();
  await expect(frame.locator(".steps")).toBeVisible();
  const copy = frame.locator(".copy-button").last();
  await copy.click();
  await expect(copy).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("vnic-validate.sh");
});

test("values of the address that cannot be used are named in the frame", async ({ page }) => {
  const frame = await openFrame(page, "packetRate=lots&theme=drak");
  await expect(frame.locator(".field-message").filter({ hasText: 'found "lots"' })).toBeVisible();
  await expect(frame.locator(".field-message").filter({ hasText: "attribute theme" })).toBeVisible();
});

test("opened by itself it is a page like any other and sends nothing", async ({ page }) => {
  await page.goto("./embed/advisor/?guest=rhel9-64");
  await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
});

test("its address does not make it link to another host", async ({ page }) => {
  await page.goto("./embed/advisor/?guest=rhel9-64&atlas=https%3A%2F%2Fevil.example%2F");
  await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  const addresses = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).origin));
  expect(addresses.length).toBeGreaterThan(20);
  expect(new Set(addresses)).toEqual(new Set([new URL(page.url()).origin]));
});

test("the answer can be saved with the sandbox that the page about embedding names", async ({ page }) => {
  await page.goto("./embed/");
  const snippet = await page.locator("#snippet-frame").innerText();
  const frame = await openFrame(page, "guest=rhel9-64", /sandbox="([^"]+)"/.exec(snippet)?.[1]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    frame.getByRole("button", { name: "Download JSON" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("vnic-advice-vmxnet3.json");
});

for (const [sandbox, words] of [
  ["allow-scripts allow-forms", "If no file arrives"],
  ["allow-scripts allow-forms allow-same-origin", "blocks downloads"],
] as const) {
  test(`where sandbox="${sandbox}" stops the download, the frame says so and offers a copy`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read"]);
    const frame = await openFrame(page, "guest=rhel9-64", sandbox);
    await frame.getByRole("button", { name: "Download JSON" }).click();
    await expect(frame.locator(".download-note")).toContainText(words);
    await frame.getByRole("button", { name: "Copy JSON" }).click();
    await expect(frame.locator(".download-note button")).toContainText("Copied");
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      recommended: "vmxnet3",
    });
  });
}

test("what the frame links to opens and works with the sandbox that the page about embedding names", async ({
  page,
  context,
}) => {
  await page.goto("./embed/");
  const snippet = await page.locator("#snippet-frame").innerText();
  const frame = await openFrame(page, "guest=rhel9-64", /sandbox="([^"]+)"/.exec(snippet)?.[1]);
  await frame.getByText("Evidence", { exact: true }).click();
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    frame.locator("[data-key=evidence] a.evidence-link").first().click(),
  ]);
  await expect(opened.locator("#theme-toggle")).toBeVisible();
  await expect(opened.locator("h1")).toBeVisible();
});

test("the frame has the typeface of the site, and the confidence its bars in forced colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const frame = await openFrame(page, passthrough);
  const faces = await frame.locator("vnic-advisor").evaluate((element) =>
    ["label", ".advice"].map((part) => {
      const found = element.shadowRoot?.querySelector(part);
      return found ? getComputedStyle(found).fontFamily : "";
    }),
  );
  const site = await page.context().newPage();
  await site.goto(new URL("../", page.frames()[1]?.url()).href);
  const face = await site.locator("body").evaluate((body) => getComputedStyle(body).fontFamily);
  expect(faces).toEqual([face, face]);
  const bars = await frame
    .locator(".confidence")
    .first()
    .evaluate((element) => getComputedStyle(element, "::before").backgroundImage);
  expect(bars).toContain("linear-gradient");
});

test("at 360 px no words of the scale of packet rates lie over each other or beyond its ends", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto("./embed/advisor/");
  const marks = page.locator(".rate-marks > span");
  await expect(marks.last()).toHaveText("10M");
  const slider = await page.locator(".rate-scale input").boundingBox();
  for (const [platform, rates] of [
    ["vsphere", ["1k", "4k", "10k", "50k", "100k", "900k", "10M"]],
    ["kvm", ["1k", "10k", "50k", "100k", "1M", "2M", "2.75M", "10M"]],
  ] as const) {
    await page.getByLabel("Platform", { exact: true }).selectOption(platform);
    // Words that do not fit beside those before them have a second line.
    await expect(marks).toHaveText(rates);
    const places = await marks.evaluateAll((spans) =>
      spans.map((span) => {
        const words = document.createRange();
        words.selectNodeContents(span);
        const { left, right, top, bottom } = words.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    for (const [at, one] of places.entries())
      for (const other of places.slice(0, at))
        expect(one.left >= other.right || one.top >= other.bottom - 1 || other.top >= one.bottom - 1).toBe(true);
    for (const { left, right } of places) {
      expect(right).toBeGreaterThan(left);
      expect(right).toBeLessThanOrEqual((slider?.x ?? 0) + (slider?.width ?? 0));
    }
  }
});

test("it loads one platform, and another only once it is named", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/embed-knowledge-/.test(request.url())) asked.push(request.url());
  });
  const frame = await openFrame(page, "guest=rhel9-64");
  expect(asked).toEqual([]);
  await frame.getByLabel("Platform", { exact: true }).selectOption("kvm");
  await expect(frame.locator(".advice-headline")).toHaveText("Use virtio");
  await frame.locator("details:has([name=currentAdapter]) > summary").click();
  await frame.locator("[name=currentAdapter]").selectOption("rtl8139");
  await expect(frame.locator(".advice-headline")).toHaveText("Change rtl8139 to virtio");
  await expect(frame.locator(".steps .step").first()).not.toBeEmpty();
  await expect(frame.locator("[data-untitled]")).toHaveCount(0);
  await frame.getByLabel("Platform", { exact: true }).selectOption("vsphere");
  await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
  expect(asked).toHaveLength(1);
});

test("the platform of its address is there before the form, which knows its adapters", async ({ page }) => {
  const { send } = await holdRequests(page, "**/js/embed-knowledge-*.js");
  const opened = openFrame(page, "guest=rhel9-64&platform=Proxmox&currentAdapter=e1000&fixed=platform,current-adapter");
  await expect(page.frameLocator("iframe").getByText("This frame needs its script")).toBeVisible();
  await expect(page.frameLocator("iframe").locator("form")).toHaveCount(0);
  send();
  const frame = await opened;
  await expect(frame.locator(".advice-headline")).toHaveText("Change e1000 to virtio");
  await expect(frame.locator(".fixed-list")).toContainText("e1000");
  expect(await heard(page, "vnic-atlas:problem")).toEqual([]);
});

test("the platform of a policy is there before the form, and own texts do not lose another", async ({ page }) => {
  const frame = await openFrame(page, "guest=rhel9-64&fixed=current-adapter");
  await configure(page, {
    policy: { name: "Contoso", platform: "kvm" },
    situation: { guest: "rhel9-64", currentAdapter: "rtl8139" },
  });
  await expect(frame.locator(".advice-headline")).toHaveText("Change rtl8139 to virtio");
  await expect(frame.locator(".fixed-list")).toContainText("rtl8139");
  await configure(page, { policy: null });
  await frame.getByLabel("Platform", { exact: true }).selectOption("kvm");
  await configure(page, { words: { words: { copyMarkdown: "Copy for the ticket" } }, fixed: "guest" });
  await expect(frame.getByRole("button", { name: "Copy for the ticket" })).toBeVisible();
  await expect(frame.locator(".fixed-list")).toContainText("Red Hat Enterprise Linux 9");
  await expect(frame.locator(".advice-headline")).toHaveText("Change rtl8139 to virtio");
});

test("where a platform does not come, the frame says so, and loads it when asked again", async ({
  page,
  complaints,
}) => {
  let isBroken = true;
  await page.route("**/js/embed-knowledge-*.js", (route) => (isBroken ? route.abort() : route.continue()));
  const frame = await openFrame(page, "guest=rhel9-64");
  await frame.getByLabel("Platform", { exact: true }).selectOption("kvm");
  await expect(frame.getByRole("alert")).toContainText("The data for KVM could not be loaded.");
  await expect(frame.locator(".advice-headline")).toHaveCount(0);
  expect(complaints.splice(0).every((complaint) => complaint.includes("ERR_FAILED"))).toBe(true);
  isBroken = false;
  await frame.getByRole("button", { name: "Try again" }).click();
  await expect(frame.locator(".advice-headline")).toHaveText("Use virtio");
});
