import type { FrameLocator, Page } from "@playwright/test";
import { expect, portalPage, STRICT, test } from "./fixtures/portal.ts";

interface Message {
  origin: string;
  data: { type: string; version: number; height: number; recommended?: string | null };
}

const atlas = process.env.SITE_URL ?? "";
/** As the documentation tells a host page to do it. */
const script = `window.heard = [];
addEventListener("message", ({ source, origin, data }) => {
  const frame = document.querySelector("iframe");
  if (source !== frame.contentWindow) return;
  heard.push({ origin, data });
  if (data.type === "vnic-atlas:resize") frame.height = data.height;
});`;

test.use({ policy: `${STRICT}; frame-src ${new URL(atlas || "http://localhost").origin}` });

// The frame itself is what may be asked of the atlas here, with the files that it loads.
test.afterEach(({ complaints }) => {
  const rest = complaints.splice(0).filter((complaint) => !complaint.startsWith(`request to another host: ${atlas}`));
  complaints.push(...rest);
});

const heard = (page: Page): Promise<Message[]> =>
  page.evaluate(() => (window as unknown as { heard: Message[] }).heard);
const heights = async (page: Page): Promise<number[]> =>
  (await heard(page)).filter(({ data }) => data.type === "vnic-atlas:resize").map(({ data }) => data.height);

for (const sandbox of ["allow-scripts allow-forms", "allow-scripts allow-forms allow-same-origin"]) {
  test(`the frame works across sites with sandbox "${sandbox}"`, async ({ page, portal }) => {
    const origin = new URL(portal.url).origin;
    portal.serve("/portal.js", script);
    portal.serve("/portal.css", "iframe { border: 0; width: 100%; }");
    portal.serve(
      "/",
      portalPage(`<iframe title="Advisor" sandbox="${sandbox}" height="150"
      src="${atlas}embed/advisor/?platform=vsphere&amp;guest=rhel9-64&amp;compact&amp;origin=${encodeURIComponent(origin)}"></iframe>`),
    );
    await page.goto("");
    const frame = page.frameLocator("iframe");
    await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
    await comesToRest(page, frame);

    const send = (data: unknown): Promise<void> =>
      page.evaluate((message) => {
        document.querySelector("iframe")?.contentWindow?.postMessage(message, "*");
      }, data);
    for (const noise of [
      null,
      5,
      "vnic-atlas:configure",
      {},
      [],
      { type: "webpackOk" },
      { type: "vnic-atlas:resize", height: 9 },
      { type: "vnic-atlas:configure", situation: 7, theme: {} },
    ])
      await send(noise);
    const before = await frame.getByLabel("Guest operating system").inputValue();
    await send({
      type: "vnic-atlas:configure",
      situation: { guest: "rhel9-64", packetRate: 120000, iommu: true, sriovNic: true },
    });
    await expect(frame.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
    expect(before).toContain("Red Hat Enterprise Linux 9");

    const messages = await heard(page);
    expect(new Set(messages.map((message) => message.origin))).toEqual(
      new Set([sandbox.includes("same-origin") ? new URL(atlas).origin : "null"]),
    );
    expect(
      messages.filter(({ data }) => data.type === "vnic-atlas:advice").map(({ data }) => data.recommended),
    ).toEqual(["vmxnet3", "sriov"]);
  });
}

/** The height follows what is opened and closed, is what the content needs, and stays where it is. */
async function comesToRest(page: Page, frame: FrameLocator): Promise<void> {
  const needed = (): Promise<number> =>
    frame.locator("html").evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
  await expect.poll(async () => (await heights(page)).at(-1)).toBe(await needed());
  const closed = (await heights(page)).at(-1) ?? 0;
  const fold = frame.getByText("Other adapters, evidence and steps");
  for (let round = 0; round < 3; round++) {
    await fold.click();
    await expect.poll(async () => (await heights(page)).at(-1)).toBeGreaterThan(closed + 200);
    await fold.click();
    await expect.poll(async () => (await heights(page)).at(-1)).toBe(closed);
  }
  // Two messages for each round and few at the start: a frame that fed on its own height would send many.
  const told = await heights(page);
  expect(told.length).toBeLessThan(6 + 10);
  expect(told.at(-1)).toBe(await needed());
}
