import type { Page } from "@playwright/test";
import type { AdviceDetail, ProblemDetail, VnicAdvisor } from "../../advisor/ui/vnic-advisor.ts";
import { componentScript, openHost } from "./fixtures/host-page.ts";
import { expect, test } from "./support/site.ts";

/** Keeps every event of the component. */
const listen = `window.heard = [];
for (const name of ["vnic-ready", "vnic-advice", "vnic-action", "vnic-problem"])
  document.addEventListener(name, ({ type, detail }) => heard.push({ type, detail }));`;
interface Heard<Detail> {
  type: string;
  detail: Detail;
}
const heard = <Detail = unknown>(page: Page, type?: string): Promise<Heard<Detail>[]> =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { heard: Heard<Detail>[] }).heard.filter(
        (one) => wanted === undefined || one.type === wanted,
      ),
    type,
  );
const connecting = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";
const passthrough = 'platform="vsphere" guest="rhel9-64" packet-rate="120000" iommu sriov-nic';
const policy = {
  name: "Contoso network standard",
  exclude: { sriov: "NET-7: no passthrough", "directpath-io": "NET-7: no passthrough" },
};

/** Gives every page a function that waits for the slices in which an element is built: each is a task. */
const passing = `window.passTasks = async (count) => {
  for (let at = 0; at < count; at++)
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
};`;
declare const passTasks: (count: number) => Promise<void>;

/** Serves a policy beside the host page. */
async function servePolicy(page: Page, body: string, status = 200): Promise<void> {
  await page.route("**/host/policy.json", (route) => route.fulfill({ status, contentType: "application/json", body }));
}

test("hidden fields are neither shown nor asked, and keep the page's values whatever is pressed", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" platform="vsphere" guest="rhel9-64" hide="packet-rate sriov-nic iommu save-cpu platform"></vnic-advisor>${componentScript}`,
  });
  const element = page.locator("#one");
  await expect(element.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await expect(element.getByLabel("Packets per second at peak")).toHaveCount(0);
  await expect(element.locator(".fixed-list")).toHaveCount(0);
  await expect(element.locator(".question", { hasText: "Packets per second at peak" })).toHaveCount(0);
  await element.evaluate((one) => one.setAttribute("packet-rate", "120000"));
  await expect
    .poll(() => element.evaluate((one: VnicAdvisor) => one.situation))
    .toMatchObject({ packetRate: 120000, platform: "vsphere" });
  for (const button of await element.locator("button[data-key]").all())
    if (await button.isVisible()) await button.click();
  expect(await element.evaluate((one: VnicAdvisor) => one.situation)).toMatchObject({
    packetRate: 120000,
    platform: "vsphere",
  });
});

test("a policy from an address is heeded, and the answer names it with its hash", async ({ page }) => {
  await servePolicy(page, JSON.stringify(policy));
  await openHost(page, {
    body: `<vnic-advisor id="one" ${passthrough} policy="policy.json"></vnic-advisor>${componentScript}`,
    policy: connecting,
    script: listen,
  });
  const element = page.locator("#one");
  await expect(element.locator(".advice-headline")).toHaveText("Use VMXNET3");
  const hash = await page.evaluate(async (text) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }, JSON.stringify(policy));
  await expect(element.locator(".policy-line")).toHaveText(`Policy: ${policy.name} (SHA-256 ${hash})`);
  const [{ detail } = { detail: null }] = await heard<AdviceDetail>(page, "vnic-advice");
  expect(detail?.advice.policy).toEqual({ name: policy.name, sha256: hash });
  expect(await element.evaluate((one: VnicAdvisor) => one.policy)).toEqual({ name: policy.name, sha256: hash });
});

test("a policy as an object wins over the attribute, fills in the platform, and can be taken back", async ({
  page,
}) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64"></vnic-advisor>${componentScript}`,
  });
  const element = page.locator("#one");
  await element.evaluate((one: VnicAdvisor) => {
    one.policy = { name: "KVM only", platform: "kvm", requires: ["vmotion"] };
  });
  await expect(element.locator(".advice-headline")).toHaveText("Use virtio");
  expect(await element.evaluate((one: VnicAdvisor) => one.situation)).toEqual({
    platform: "kvm",
    guest: "rhel9-64",
    requires: ["vmotion"],
  });
  await element.evaluate((one: VnicAdvisor) => {
    one.policy = null;
  });
  await expect(element.locator(".policy-line")).toHaveCount(0);
});

test("a policy that is set while the first answer is drawn holds for all answers from then on", async ({ page }) => {
  await openHost(page, { body: componentScript, script: passing });
  const names = await page.evaluate(
    async ({ attributes, ours }) => {
      await customElements.whenDefined("vnic-advisor");
      const found = new Set<string>();
      for (let pause = 0; pause < 30; pause++) {
        const element = document.createElement("vnic-advisor") as VnicAdvisor;
        for (const [name, value] of attributes) element.setAttribute(name, value);
        document.body.append(element);
        await passTasks(pause);
        element.policy = ours;
        element.addEventListener("vnic-advice", (event) =>
          found.add((event as CustomEvent<AdviceDetail>).detail.advice.policy?.name ?? "no policy"),
        );
        await passTasks(60);
        found.add(element.advice?.policy?.name ?? "no policy");
        element.remove();
      }
      return [...found];
    },
    { attributes: [["guest", "rhel9-64"]] as const, ours: policy },
  );
  expect(names).toEqual([policy.name]);
});

test("an answer made with a policy has an address only where the atlas can heed the same policy", async ({ page }) => {
  await servePolicy(page, JSON.stringify(policy));
  await openHost(page, {
    body: `<vnic-advisor id="one" ${passthrough} atlas="../" policy="policy.json"></vnic-advisor>${componentScript}`,
    policy: connecting,
    script: listen,
  });
  const element = page.locator("#one");
  await expect(element.locator(".policy-line")).toBeVisible();
  await expect.poll(async () => (await heard(page, "vnic-advice")).length).toBe(1);
  const [{ detail } = { detail: null }] = await heard<AdviceDetail>(page, "vnic-advice");
  expect(detail?.permalink).toMatch(/\/advisor\/\?.*&policy=.*policy\.json$/);
  await element.evaluate((one: VnicAdvisor) => {
    one.policy = { name: "Ours" };
  });
  await expect(element.locator(".policy-line")).toContainText("Ours");
  await expect(element.getByRole("button", { name: "Copy link" })).toHaveCount(0);
});

test("a policy that is put right after it failed, and attributes that change while it comes, are heeded", async ({
  page,
  complaints,
}) => {
  await servePolicy(page, "{");
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64" policy="policy.json"></vnic-advisor>${componentScript}`,
    policy: connecting,
  });
  const element = page.locator("#one");
  await expect(page.getByRole("alert")).toContainText("no recommendation");
  await page.route("**/host/better.json", (route) =>
    route.fulfill({ contentType: "application/json", body: JSON.stringify(policy) }),
  );
  await element.evaluate((one) => {
    one.setAttribute("policy", "better.json");
    one.setAttribute("guest", "windows-server-2019-64");
  });
  await expect(element.locator(".policy-line")).toContainText(policy.name);
  expect(await element.evaluate((one: VnicAdvisor) => one.situation.guest)).toBe("windows-server-2019-64");
  complaints.splice(0);
});

test("what the reader entered and the page set outlives policies that fail", async ({ page, complaints }) => {
  await servePolicy(page, JSON.stringify(policy));
  await page.route("**/host/none.json", (route) => route.fulfill({ status: 404, body: "" }));
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64" policy="policy.json"></vnic-advisor>${componentScript}`,
    policy: connecting,
  });
  const element = page.locator("#one");
  await element.getByLabel("Packets per second at peak").fill("9000");
  const usePolicy = (address: string): Promise<void> =>
    element.evaluate((one, to) => one.setAttribute("policy", to), address);
  const situation = (): Promise<object> => element.evaluate((one: VnicAdvisor) => one.situation);
  await usePolicy("none.json");
  await expect(page.getByRole("alert")).toContainText("answered 404");
  await element.evaluate((one) => one.setAttribute("virtual-hardware", "19"));
  await usePolicy("policy.json");
  await expect(element.locator(".policy-line")).toBeVisible();
  expect(await situation()).toMatchObject({ guest: "rhel9-64", packetRate: 9000, virtualHardware: 19 });
  await usePolicy("none.json");
  await expect(page.getByRole("alert")).toContainText("answered 404");
  await element.evaluate((one: VnicAdvisor) => {
    one.situation = { guest: "windows-server-2019-64" };
  });
  await usePolicy("");
  await expect(element.locator(".advice-headline")).toBeVisible();
  expect(await situation()).toEqual({ guest: "windows-server-2019-64" });
  complaints.splice(0);
});

test("a policy that cannot be loaded is refused with what to allow", async ({ page, complaints }) => {
  await openHost(page, {
    body: `<vnic-advisor guest="rhel9-64" policy="http://127.0.0.1:9/p.json"></vnic-advisor>${componentScript}`,
  });
  await expect(page.getByRole("alert")).toContainText(
    "could not be loaded. Allow http://127.0.0.1:9 in connect-src; its server must allow this page by CORS",
  );
  complaints.splice(0);
});

for (const [what, status, body, message] of [
  ["is not there", 404, "", /answered 404/],
  ["is no JSON", 200, "name: x", /found no JSON \(SyntaxError: .+\)\. YAML is not read here/],
  ["has a mistake", 200, '{"name":"x","exclude":{"sr-iov":"no"}}', /nearest: sriov/],
] as const) {
  test(`with a policy that ${what} nothing is recommended`, async ({ page, complaints }) => {
    await servePolicy(page, body, status);
    await openHost(page, {
      body: `<vnic-advisor id="one" ${passthrough} policy="policy.json"><p>Loading …</p></vnic-advisor>${componentScript}`,
      policy: connecting,
      script: listen,
    });
    await expect(page.getByRole("alert")).toContainText("no recommendation");
    await expect(page.getByRole("alert")).toContainText(message);
    await expect(page.getByText("Loading …")).toBeHidden();
    await expect(page.locator(".advice-headline")).toHaveCount(0);
    expect(await heard(page, "vnic-advice")).toEqual([]);
    const problems = await heard<ProblemDetail>(page, "vnic-problem");
    expect(problems.map(({ detail }) => detail.kind)).toEqual(["policy"]);
    complaints.splice(0);
  });
}

test("events say that it is ready, what is advised and why, what the reader did, and what cannot be used", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64" atlas="../"></vnic-advisor>${componentScript}`,
    script: listen,
  });
  const element = page.locator("#one");
  await expect(element.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await element.getByLabel("Packets per second at peak").fill("9000");
  await expect.poll(async () => (await heard(page, "vnic-advice")).length).toBe(2);
  await element.evaluate((one) => one.setAttribute("packet-rate", "10000"));
  await expect.poll(async () => (await heard(page, "vnic-advice")).length).toBe(3);
  const all = await heard<AdviceDetail>(page);
  expect(all[0]?.type).toBe("vnic-ready");
  const advice = all.filter(({ type }) => type === "vnic-advice").map(({ detail }) => detail);
  expect(advice.map(({ cause }) => cause)).toEqual(["start", "reader", "page"]);
  expect(advice[0]?.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(advice[2]?.permalink).toMatch(/\/advisor\/\?.*packetRate=10000/);
  expect(advice[2]?.recommended).toBe(advice[2]?.advice.recommended);
  await element.getByRole("button", { name: "Copy link" }).click();
  await element.locator(".steps summary").first().click();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const actions = (await heard<{ kind: string; what: string }>(page, "vnic-action")).map(({ detail }) => detail);
  expect(actions.map(({ kind }) => kind)).toEqual(["copied", "step-opened", "printed"]);
  expect(actions[0]?.what).toBe("Copy link");
  await element.getByLabel("Guest operating system").fill("qwertz");
  await expect.poll(async () => (await heard(page, "vnic-problem")).length).toBeGreaterThan(0);
  const [problem] = await heard<ProblemDetail>(page, "vnic-problem");
  expect(problem?.detail.kind).toBe("input");
  expect(problem?.detail.problems.join()).toContain("guest: found");
});

test("the same advice is told again after something was not understood, and an own text that cannot be used is named", async ({
  page,
}) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64"></vnic-advisor>${componentScript}`,
    script: listen,
  });
  const advices = async (): Promise<number> => (await heard(page, "vnic-advice")).length;
  const element = page.locator("#one");
  await expect.poll(advices).toBe(1);
  await element.evaluate((one) => one.setAttribute("packet-rate", "many"));
  await expect.poll(async () => (await heard(page, "vnic-problem")).length).toBe(1);
  await element.evaluate((one) => one.removeAttribute("packet-rate"));
  await expect.poll(advices).toBe(2);
  // Within one script nothing is told of what it takes back.
  await element.evaluate((one) => {
    one.setAttribute("packet-rate", "many");
    one.removeAttribute("packet-rate");
  });
  await element.evaluate((one) => ((one as VnicAdvisor).words = 5 as never));
  await expect
    .poll(async () => (await heard<ProblemDetail>(page, "vnic-problem")).at(-1)?.detail.problems)
    .toEqual(["property words: found a number, expected an object"]);
  expect(await advices()).toBe(2);
});

test("what an attribute brings is reported as the attribute's alone, and what the reader types as input", async ({
  page,
}) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64" packet-rate="many" require="rss telepathy"></vnic-advisor>${componentScript}`,
    script: listen,
  });
  const tell = async (): Promise<[string, string[]][]> =>
    (await heard<ProblemDetail>(page, "vnic-problem")).map(({ detail }) => [
      detail.kind,
      detail.problems.map((line) => line.slice(0, line.indexOf(", expected"))),
    ]);
  const ofAttributes = [
    "attribute",
    ['attribute packet-rate: found "many"', 'attribute require: found "telepathy"'],
  ] as [string, string[]];
  const element = page.locator("#one");
  await expect(element.locator(".field-message").first()).toBeVisible();
  expect(await tell()).toEqual([ofAttributes]);
  await element.getByLabel("Packets per second at peak").fill("few");
  await expect.poll(tell).toEqual([ofAttributes, ["input", ['packetRate: found "few"']]]);
});

test("slots hold the page's own content, through every new answer", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64"><p slot="intro">Our standard</p><button slot="actions" type="button">Open a ticket</button><p slot="after">Questions? Ask us.</p><p>Without script</p></vnic-advisor>${componentScript}`,
  });
  const element = page.locator("#one");
  await expect(element.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await element.getByLabel("Packets per second at peak").fill("9000");
  await expect(page.getByText("Our standard")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open a ticket" })).toBeVisible();
  await expect(page.getByText("Questions? Ask us.")).toBeVisible();
  await expect(page.getByText("Without script")).toBeHidden();
  const [intro, form, ticket, answer, after] = await Promise.all(
    ["[slot=intro]", "form", "[slot=actions]", ".answer", "[slot=after]"].map((selector) =>
      element.locator(selector).boundingBox(),
    ),
  );
  expect(intro?.y).toBeLessThan(form?.y ?? 0);
  expect(ticket?.x).toBeGreaterThanOrEqual(answer?.x ?? Infinity);
  expect(after?.y).toBeGreaterThan((answer?.y ?? 0) + (answer?.height ?? 0) - 1);
});

test("a lazy element is built when a reader comes near, with what the page set before", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await openHost(page, {
    body: `<div class="tall"></div><vnic-advisor id="one" loading="lazy" guest="rhel9-64"><p>Not yet</p></vnic-advisor>${componentScript}`,
    style: ".tall { height: 4000px; }",
    script: listen,
  });
  const element = page.locator("#one");
  await page.evaluate(() => customElements.whenDefined("vnic-advisor").then(() => undefined));
  await element.evaluate((one: VnicAdvisor) => {
    one.situation = { packetRate: 120000, iommu: true, sriovNic: true };
  });
  expect(await element.evaluate((one) => one.shadowRoot)).toBeNull();
  expect(await heard(page)).toEqual([]);
  await element.scrollIntoViewIfNeeded();
  await expect(element.locator(".advice-headline")).toHaveText("Use SR-IOV passthrough");
  expect((await heard(page))[0]?.type).toBe("vnic-ready");
});

test("a style sheet of the page's own comes after the component's", async ({ page }) => {
  await page.route("**/host/look.css", (route) =>
    route.fulfill({ contentType: "text/css", body: ".answer { border-top-width: 9px; }" }),
  );
  await openHost(page, {
    body: `<vnic-advisor guest="rhel9-64" stylesheet="look.css"></vnic-advisor>${componentScript}`,
  });
  await expect(page.locator(".answer")).toHaveCSS("border-top-width", "9px");
});

test("own texts hold for the form and the answer, before the script has run and after", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor id="one" guest="rhel9-64"></vnic-advisor>${componentScript}`,
    script: `document.addEventListener("readystatechange", () => {
        const one = document.querySelector("vnic-advisor");
        if (one && document.readyState === "interactive")
          one.words = { words: { copyMarkdown: "Copy for the ticket" }, groups: { vm: { title: "Your VM", more: "More" } } };
      });`,
  });
  const element = page.locator("#one");
  await expect(element.getByRole("button", { name: "Copy for the ticket" })).toBeVisible();
  await expect(element.getByRole("group", { name: "Your VM" })).toBeVisible();
  await element.evaluate((one: VnicAdvisor) => {
    one.words = { words: { copyMarkdown: "Take it along" } };
  });
  await expect(element.getByRole("button", { name: "Take it along" })).toBeVisible();
  await expect(element.getByRole("group", { name: "The VM" })).toBeVisible();
});

/** Serves the German pack and returns the tag that loads it. */
async function serveGerman(page: Page): Promise<string> {
  await page.route("**/embed/language-de.js", async (route) => {
    const { version } = (await (await page.request.get("./embed/integrity.json")).json()) as { version: string };
    const response = await page.request.get(`./embed/${version}/languages/de.js`);
    await route.fulfill({ contentType: "text/javascript", body: await response.text() });
  });
  return '<script src="../embed/language-de.js" defer></script>';
}

test("two elements keep their languages, at the start and after a change", async ({ page }) => {
  const pack = await serveGerman(page);
  await openHost(page, {
    body: `<vnic-advisor id="de" lang="de" guest="rhel9-64"></vnic-advisor><vnic-advisor id="en" guest="rhel9-64"></vnic-advisor>${pack}${componentScript}`,
  });
  const headlines = page.locator(".advice-headline");
  await expect(headlines).toHaveText([/^Nehmen/, /^Use/]);
  await page.locator("#de input[name=guest]").fill("ms-dos-16");
  await expect(headlines).toHaveText([/^(?:Nehmen|Zuerst|Kein)/, /^Use/]);
  await page.locator("#en input[name=guest]").fill("win2k19");
  await expect(headlines.nth(1)).toHaveText(/^Use/);
  for (const [id, word] of [
    ["de", "kopieren"],
    ["en", "Copy"],
  ])
    await expect(page.locator(`#${id} .actions`)).toContainText(word ?? "");
  await page.locator("#de .actions button", { hasText: "Markdown" }).click();
  await expect(page.locator("#de .actions")).toContainText("Kopiert");
  await page.locator("#de").evaluate((one) => one.setAttribute("platform-version", "9.9"));
  await expect(page.locator("#de option:checked", { hasText: "9.9" })).toHaveText("9.9 (nicht in der Liste)");
});

test("a style sheet that does not load is a problem", async ({ page, complaints }) => {
  await openHost(page, {
    script: listen,
    body: `<vnic-advisor guest="rhel9-64" stylesheet="nowhere.css"></vnic-advisor>${componentScript}`,
  });
  await expect(page.locator(".advice-headline")).toHaveText(/^Use/);
  await expect
    .poll(async () => (await heard<ProblemDetail>(page, "vnic-problem")).flatMap(({ detail }) => detail.problems))
    .toEqual([expect.stringMatching(/^attribute stylesheet: http.*nowhere\.css cannot be loaded$/)]);
  complaints.splice(0);
});

test("texts of rules and steps are marked as English in another language, and texts of the pack are not", async ({
  page,
}) => {
  const pack = await serveGerman(page);
  await openHost(page, {
    body: `<vnic-advisor lang="de" guest="rhel9-64" packet-rate="20000"></vnic-advisor>${pack}${componentScript}`,
  });
  await expect(page.locator(".advice-headline")).toHaveText(/^Nehmen/);
  const languages = await page.locator("vnic-advisor").evaluate((element) => {
    const listOf = (selector: string): string[] => [
      ...new Set(
        [...(element.shadowRoot?.querySelectorAll(selector) ?? [])].map(
          (one) => one.closest("[lang]")?.getAttribute("lang") ?? "",
        ),
      ),
    ];
    const rules = [...(element.shadowRoot?.querySelectorAll(".reason > span[lang]") ?? [])];
    return {
      steps: listOf(".step h4, .step > p:not(.hint), .step > ul"),
      headline: listOf(".advice-headline, .step button, .reason-change"),
      hasRule: rules.some(({ textContent }) => textContent?.startsWith("VMware advises")),
    };
  });
  expect(languages).toEqual({ steps: ["en"], headline: ["de"], hasRule: true });
});

test("a language in capitals is the same language", async ({ page }) => {
  const pack = await serveGerman(page);
  await openHost(page, {
    body: `<vnic-advisor lang="DE-at" guest="rhel9-64"></vnic-advisor>${pack}${componentScript}`,
  });
  await expect(page.locator(".ground")).toHaveAttribute("lang", "de");
});

test("a language that is set while the form is built holds", async ({ page }) => {
  const pack = await serveGerman(page);
  await openHost(page, { body: `${pack}${componentScript}`, script: passing });
  const languages = await page.evaluate(async () => {
    await customElements.whenDefined("vnic-advisor");
    const found: (string | undefined)[] = [];
    for (let pause = 0; pause < 5; pause++) {
      const element = document.createElement("vnic-advisor") as VnicAdvisor;
      document.body.append(element);
      await passTasks(pause);
      element.lang = "de";
      // Whoever asks for the advice gets the form at once.
      if (element.advice) found.push(element.shadowRoot?.querySelector<HTMLElement>(".ground")?.lang);
    }
    return found;
  });
  expect(languages).toEqual(["de", "de", "de", "de", "de"]);
});

test("with the German pack it speaks German, apart from what the records say", async ({ page }) => {
  const pack = await serveGerman(page);
  for (const attributes of [
    'guest="rhel9-64" packet-rate="40000" current-adapter="e1000" require="vmotion"',
    "",
    'guest="asdf" packet-rate="lots"',
    'platform="kvm" guest="win2k19" fixed="guest packet-rate" compact',
  ]) {
    await openHost(page, {
      body: `<vnic-advisor id="one" lang="de-CH" ${attributes}></vnic-advisor>${pack}${componentScript}`,
    });
    const element = page.locator("#one");
    await expect(element.locator(".advice-headline")).toHaveText(/^(?:Wechseln|Nehmen|Zuerst)/);
    await expect(element.locator(".ground")).toHaveAttribute("lang", "de");
    const texts = await element.evaluate((one) => {
      const said: string[] = [];
      // What the records say: rules, known problems, steps, code, titles of sources, names of guests and conditions of studies.
      const records =
        ".reason-list, [data-finding], .step, .code, .evidence-link, .effect-list, figure, [data-guest-offers], .question > div:not([class]) > button, option, .advice-why, .verdict-text, .verdict-reason, .contradiction, .current-status, .verify p, .effect, [role=status]";
      const walk = (node: Node): void => {
        if (node instanceof Element && (node.matches(records) || node instanceof HTMLStyleElement)) return;
        if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent ?? "");
        for (const child of node.childNodes) walk(child);
      };
      for (const child of one.shadowRoot?.childNodes ?? []) walk(child);
      return said.map((text) => text.trim()).filter(Boolean);
    });
    expect(texts.length).toBeGreaterThan(30);
    const english =
      /\b(?:the|and|with|of|is|are|for|not|you|your|this|that|from|at|by|has|have|no|yes|or|if|its|copy|show|unknown|use|keep|change)\b/i;
    expect(texts.filter((text) => english.test(text))).toEqual([]);
  }
});

test("a language without its pack is English, and the page is told", async ({ page }) => {
  await openHost(page, {
    body: `<vnic-advisor lang="de" guest="rhel9-64"></vnic-advisor><vnic-advisor lang="en-GB"></vnic-advisor>${componentScript}`,
    script: listen,
  });
  await expect(page.locator(".advice-headline").first()).toHaveText("Use VMXNET3");
  await expect(page.locator(".ground").first()).toHaveAttribute("lang", "en");
  await expect(page.locator(".advice-headline").nth(1)).toBeVisible();
  const problems = await heard<ProblemDetail>(page, "vnic-problem");
  expect(problems.map(({ detail }) => detail)).toEqual([
    {
      kind: "attribute",
      problems: [expect.stringMatching(/^attribute lang: found "de", expected en or a language whose pack /)],
    },
  ]);
  await expect(page.locator(".field-message")).toHaveText([]);
});
