import type { Page } from "@playwright/test";
import type { Advice } from "../../advisor/explain/advice.ts";
import { adviseHere } from "./fixtures/engine.ts";
import { expect, portalPage, test } from "./fixtures/portal.ts";

/** Keeps what the component tells, and every breach of the content policy. */
const listen = `window.heard = []; window.breaches = [];
document.addEventListener("vnic-advice", ({ detail }) => heard.push(JSON.stringify(detail)));
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => breaches.push(violatedDirective + " " + blockedURI));`;
const component = '<script src="vnic-advisor.js"></script>';

interface Told {
  heard: string[];
  breaches: string[];
}
const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { heard, breaches } = window as unknown as Told;
    return { heard, breaches };
  });

test("on another site the component needs its script alone, and tells what the engine tells", async ({
  page,
  portal,
}) => {
  portal.serve(
    "/portal.css",
    "vnic-advisor { --vnic-accent: rgb(0, 90, 120); } vnic-advisor::part(headline) { letter-spacing: 2px; }",
  );
  portal.serve("/portal.js", listen);
  portal.serve(
    "/",
    portalPage(
      `<main><vnic-advisor platform="vsphere" guest="win2k19" require="vmotion"></vnic-advisor></main>${component}`,
    ),
  );
  await page.goto("");
  const headline = page.locator("vnic-advisor .advice-headline");
  await expect(headline).toHaveText("Use VMXNET3");
  await expect(headline).toHaveCSS("letter-spacing", "2px");
  await expect(page.locator("vnic-advisor .answer")).toHaveCSS("border-top-color", "rgb(0, 90, 120)");
  await page.getByLabel("Packets per second at peak").fill("20000");
  await page
    .getByRole("group", { name: /install drivers/ })
    .getByRole("radio", { name: "no", exact: true })
    .check();
  await expect(headline).toHaveText("Use E1000E");

  const { heard, breaches } = await told(page);
  const expected = adviseHere({
    platform: "vsphere",
    guest: "windows-server-2019-64",
    packetRate: 20000,
    guestDrivers: false,
    requires: ["vmotion"],
  });
  expect((JSON.parse(heard.at(-1) ?? "null") as { advice: Advice }).advice).toEqual(expected);
  expect(breaches).toEqual([]);
  expect([...portal.asked].sort()).toEqual(["/", "/portal.css", "/portal.js", "/vnic-advisor.js"]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ""]);
});

test("it tells each new advice once, and nothing when the advice stays", async ({ page, portal }) => {
  portal.serve("/portal.js", listen);
  portal.serve("/", portalPage(`<vnic-advisor guest="rhel9-64"></vnic-advisor>${component}`));
  await page.goto("");
  await expect(page.locator(".advice-headline")).toBeVisible();
  const first = (await told(page)).heard.length;
  expect(first).toBe(1);
  await page.getByLabel("Guest operating system").fill("rhel9-64 ");
  await page.getByLabel("Guest operating system").blur();
  await page.getByLabel("Packets per second at peak").fill("lots");
  await expect(page.locator(".field-message").filter({ hasText: 'found "lots"' })).toBeVisible();
  await page.locator("vnic-advisor").evaluate((element) => element.setAttribute("theme", "dark"));
  await page
    .locator("vnic-advisor")
    .evaluate((element) => element.setAttribute("guest", "Red Hat Enterprise Linux 9 (64-bit)"));
  await page.locator("vnic-advisor").evaluate((element) => element.setAttribute("packet-rate", "9000"));
  await expect.poll(async () => (await told(page)).heard.length).toBe(first + 1);
});

test("an element that is moved, taken out and put back goes on", async ({ page, portal }) => {
  portal.serve("/portal.js", listen);
  portal.serve(
    "/",
    portalPage(`<div id="a"><vnic-advisor guest="rhel9-64"></vnic-advisor></div><div id="b"></div>${component}`),
  );
  await page.goto("");
  await page.getByLabel("Packets per second at peak").fill("5000");
  await page.evaluate(() => {
    const element = document.querySelector("vnic-advisor");
    element?.remove();
    if (element) document.querySelector("#b")?.append(element);
  });
  await expect(page.locator("#b .advice-headline")).toHaveText("Use VMXNET3");
  await expect(page.getByLabel("Packets per second at peak")).toHaveValue("5000");
  await page.getByLabel("Packets per second at peak").fill("6000");
  await expect
    .poll(async () => (JSON.parse((await told(page)).heard.at(-1) ?? "null") as Advice).situation.packetRate)
    .toBe(6000);
});
