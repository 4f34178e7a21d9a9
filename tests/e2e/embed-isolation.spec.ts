import type { Page } from "@playwright/test";
import { expect, portalPage, STRICT, test } from "./fixtures/portal.ts";
import { holdRequests } from "./support/site.ts";
import { measureShift } from "./support/layout-shift.ts";

const atlas = process.env.SITE_URL ?? "";
const { origin } = new URL(atlas || "http://localhost");

/** Takes the complaints about requests to the atlas: here they are what is asked for. */
function allowAtlas(complaints: string[]): void {
  const others = complaints.splice(0).filter((complaint) => !complaint.startsWith(`request to another host: ${atlas}`));
  complaints.push(...others);
}

test.describe("on a page that isolates its memory", () => {
  test.use({
    policy: `default-src 'none'; script-src 'self' ${origin}; style-src 'self'; frame-src ${origin}`,
    headers: { "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin" },
  });
  test.afterEach(({ complaints }) => allowAtlas(complaints));

  test("the component's script loads as the snippet writes it", async ({ page, portal }) => {
    portal.serve(
      "/",
      portalPage(
        `<vnic-advisor guest="rhel9-64"></vnic-advisor><script src="${atlas}embed/vnic-advisor.js" crossorigin defer></script>`,
      ),
    );
    await page.goto("");
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  });

  for (const sandbox of ["allow-scripts allow-forms", "allow-scripts allow-forms allow-same-origin"]) {
    test(`the frame loads and answers, also with sandbox="${sandbox}"`, async ({ page, portal }) => {
      portal.serve(
        "/",
        portalPage(
          `<iframe src="${atlas}embed/advisor/?guest=rhel9-64" title="Advisor" sandbox="${sandbox}" width="900" height="900"></iframe>`,
        ),
      );
      await page.goto("");
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      const frame = page.frameLocator("iframe");
      await expect(frame.locator(".advice-headline")).toHaveText("Use VMXNET3");
      await frame.getByLabel("Packets per second at peak").focus();
      await expect(frame.getByRole("heading", { name: "Steps", exact: true })).toBeVisible();
    });
  }

  test("a chart's page loads with its look", async ({ page, portal }) => {
    portal.serve(
      "/",
      portalPage(`<iframe src="${atlas}charts/ratios/" title="Chart" width="900" height="900"></iframe>`),
    );
    await page.goto("");
    const frame = page.frameLocator("iframe");
    await expect(frame.locator(".chart-drawing svg").first()).toBeVisible();
    await expect(frame.locator(".chart-title")).toHaveCSS("font-weight", "600");
  });
});

test.describe("on a page that lets no script make markup of a text", () => {
  test.use({ policy: `${STRICT}; require-trusted-types-for 'script'; trusted-types 'none'` });

  test("the component works", async ({ page, portal }) => {
    portal.serve(
      "/",
      portalPage('<vnic-advisor guest="rhel9-64"></vnic-advisor><script src="vnic-advisor.js" defer></script>'),
    );
    await page.goto("");
    await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  });
});

/** How the component lies in its place and how its text looks, whatever the page around does. */
interface Look {
  columns: number;
  inside: boolean;
  text: string[];
}

/** Properties that a text inherits from the page around it, if nothing stops them. */
const inherited = [
  ...["color", "direction", "letter-spacing", "text-transform", "word-spacing", "white-space", "text-indent"],
  ...["font-style", "font-weight", "visibility", "cursor"],
];

const readLook = (page: Page): Promise<Look> =>
  page.locator("vnic-advisor").evaluate((element, properties) => {
    const root = element.shadowRoot as ShadowRoot;
    const [form, answer] = [root.querySelector("form") as Element, root.querySelector(".answer") as Element];
    const [left, right] = [form.getBoundingClientRect(), answer.getBoundingClientRect()];
    const style = getComputedStyle(root.querySelector(".confidence") as Element);
    return {
      columns: Math.abs(left.top - right.top) < 100 ? 2 : 1,
      inside: left.width > 300 && right.width > 300 && Math.max(left.right, right.right) <= innerWidth,
      text: properties.map((name) => style.getPropertyValue(name)),
    };
  }, inherited);

const hostile: Record<string, string> = {
  "a reset of everything": "* { all: unset; color: red !important; }",
  "a display for everything": "* { display: block !important; }",
  "a reset without weight":
    ":where(*, *::before, *::after) { all: revert; margin: 0; padding: 0; border: 0; font: inherit; }",
  "loud text": `html { direction: rtl; line-height: 3; letter-spacing: 9px; word-spacing: 1em; text-transform: uppercase; white-space: pre;
    text-align: right; text-indent: 4em; font-style: italic; font-weight: 900; cursor: wait; }`,
  "rules for the element":
    "vnic-advisor { font: italic 900 16px/4 serif !important; letter-spacing: 4px !important; color: red !important; direction: rtl !important; }",
  "a row of a flex box": "body { display: flex; }",
  "a grid": "body { display: grid; grid-template-columns: 1fr; }",
};

test("no style of the page around changes the component, on a phone and on a desk", async ({ page, portal }) => {
  portal.serve(
    "/",
    portalPage('<vnic-advisor guest="rhel9-64"></vnic-advisor><script src="vnic-advisor.js" defer></script>'),
  );
  await page.goto("");
  const headline = page.locator(".advice-headline");
  await expect(headline).toHaveText("Use VMXNET3");
  const { text } = await readLook(page);
  for (const [what, style] of Object.entries(hostile)) {
    portal.serve("/portal.css", style);
    await page.reload();
    await expect(headline).toHaveText("Use VMXNET3");
    for (const [width, columns] of [
      [360, 1],
      [1440, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => readLook(page), `${what}, at ${width} px`).toEqual({ columns, inside: true, text });
    }
  }
});

test("a page that hides the element hides all of it", async ({ page, portal }) => {
  portal.serve("/portal.css", ".is-hidden { visibility: hidden; } .is-away { display: none; }");
  portal.serve(
    "/",
    portalPage('<vnic-advisor class="is-hidden"></vnic-advisor><script src="vnic-advisor.js" defer></script>'),
  );
  await page.goto("");
  const headline = page.locator(".advice-headline");
  await expect(headline).toBeAttached();
  await expect(headline).toBeHidden();
  await page.locator("vnic-advisor").evaluate((element) => {
    element.removeAttribute("class");
  });
  await expect(headline).toBeVisible();
  await page.locator("vnic-advisor").evaluate((element) => {
    element.setAttribute("class", "is-away");
  });
  await expect(headline).toBeHidden();
});

for (const width of [360, 1440]) {
  for (const compact of ["", " compact"]) {
    test(`with the height that the page about embedding names, nothing moves when the script${compact} comes late, at ${width} px`, async ({
      page,
      portal,
      complaints,
    }) => {
      await page.goto(`${atlas}embed/`);
      const reserve = await page.locator("#snippet-reserve").innerText();
      allowAtlas(complaints);
      await page.setViewportSize({ width, height: 900 });
      portal.serve("/portal.css", reserve);
      portal.serve(
        "/",
        portalPage(
          `<h1>A portal</h1><vnic-advisor guest="rhel9-64"${compact}></vnic-advisor><p>After it.</p><script src="vnic-advisor.js" defer></script>`,
        ),
      );
      const { send } = await holdRequests(page, "**/vnic-advisor.js");
      await page.goto("", { waitUntil: "commit" });
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      send();
      await expect(page.locator(".advice-headline")).toBeAttached();
      expect(await measureShift(page)).toBeLessThan(0.01);
      // The page about embedding may still have asked for its component when it was left.
      allowAtlas(complaints);
    });
  }
}
