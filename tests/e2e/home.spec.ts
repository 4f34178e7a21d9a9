import { expect, holdRequests, test } from "./support/site.ts";

test("the home page answers in place while one types, loads the advisor on the first touch only, and moves nothing", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("./", { waitUntil: "load" });
  expect(asked.filter((path) => /knowledge|start-questions/.test(path))).toEqual([]);
  const answer = page.locator("#quick-answer");
  const place = await page.locator("#findings").boundingBox();
  await page.getByLabel("Guest operating system").pressSequentially("rhel 9");
  await expect(answer).toContainText("Use VMXNET3");
  // Leaving the field takes away its offers, which lie over what follows.
  await page.keyboard.press("Tab");
  await page.getByText("Add a feature").click();
  await page.getByRole("checkbox", { name: "vMotion", exact: true }).check();
  await page.getByText("Add a feature").click();
  await expect(answer.getByRole("link")).toHaveAttribute("href", /\/advisor\/\?guest=rhel9-64&requires=vmotion$/);
  expect(await page.locator("#findings").boundingBox()).toEqual(place);
  await answer.getByRole("link").click();
  await expect(page.locator("#answer .advice-headline")).toHaveText("Use VMXNET3");
});

test("whoever types before the page's script is there gets the answer without another touch", async ({ page }) => {
  const { send } = await holdRequests(page, /\/js\/home-page\./);
  await page.goto("./", { waitUntil: "domcontentloaded" });
  await page.getByLabel("Guest operating system").pressSequentially("rhel 9");
  await page.keyboard.press("Tab");
  send();
  await expect(page.locator("#quick-answer")).toContainText("Use VMXNET3");
});

for (const file of ["start-questions", "knowledge-vsphere"])
  test(`if ${file} does not come, a button leads on to the advisor`, async ({ page, complaints }) => {
    await page.route(`**/js/${file}.*`, (route) => route.abort());
    await page.goto("./");
    await page.getByLabel("Guest operating system").fill("rhel 9");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await expect(page).toHaveURL(/\/advisor\/\?guest=rhel/);
    complaints.length = 0;
  });

for (const width of [360, 768, 1440]) {
  test(`no example is cut at ${width} px, and one's own answer takes their place without moving what follows`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("./");
    const examples = page.locator(".quick-examples");
    await expect(examples.getByRole("listitem")).toHaveCount(3);
    const cut = await examples
      .locator("*")
      .evaluateAll(
        (parts) =>
          parts.filter(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1),
          ).length,
      );
    expect(cut).toBe(0);
    const place = await page.locator("#findings").boundingBox();
    await page.getByLabel("Guest operating system").fill("rhel9-64");
    await page.getByLabel("Packets per second at peak").fill("120000");
    await expect(page.locator("#quick-answer .advice-headline")).toBeVisible();
    await expect(examples).toBeHidden();
    expect(await page.locator("#findings").boundingBox()).toEqual(place);
    await page.getByLabel("Guest operating system").fill("");
    await page.getByLabel("Packets per second at peak").fill("");
    await expect(examples).toBeVisible();
  });
}

test("the examples and the reasons whole are on the first screen of a desk", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("./");
  for (const reason of await page.locator(".quick-examples li > .note").all())
    await expect(reason).toBeInViewport({ ratio: 1 });
});

test("the guest is chosen by keyboard, and Enter leads to the advisor", async ({ page }) => {
  await page.goto("./");
  const guest = page.getByLabel("Guest operating system");
  await guest.pressSequentially("win2k19");
  await expect(page.locator("#quick-answer")).toContainText("Use VMXNET3");
  await guest.press("Backspace");
  await guest.press("ArrowDown");
  await guest.press("Enter");
  await expect(guest).toHaveValue(/^Windows Server 20\d\d, 64-bit$/);
  await guest.press("Enter");
  await expect(page).toHaveURL(/\/advisor\/\?guest=windows-server-20\d\d-64/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the questions lead to the advisor with the answers in the address, examples are answered, and no place waits for an answer", async ({
    page,
  }) => {
    await page.goto("./");
    const answers = page.locator("#quick-answer");
    await expect(answers.getByRole("listitem").first()).toContainText("VMXNET3");
    for (const reason of await answers.locator("li > .note").all()) await expect(reason).toBeVisible();
    await expect(answers.getByText("the answer appears here")).toBeHidden();
    await page.getByLabel("Guest operating system").fill("rhel9-64");
    await page.getByLabel("Packets per second at peak").fill("8000");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await expect(page).toHaveURL(/\/advisor\/\?guest=rhel9-64&platform=&platformVersion=&packetRate=8000$/);
  });
});

test("the questions and the place of the answer are on the first screen of a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("./");
  await expect(page.getByText("Add a feature")).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("the answer appears here")).toBeInViewport({ ratio: 1 });
});

test("at 768 px guest, platform and version are in one line", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("./");
  const tops = await page
    .locator("#quick-form :is(.blank-guest, .blank-platform, .blank-version)")
    .evaluateAll((blanks) => blanks.map((blank) => blank.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test("the home page leads to the audit of a fleet", async ({ page }) => {
  await page.goto("./");
  await page.getByRole("main").getByRole("link", { name: "Audit a fleet" }).click();
  await expect(page).toHaveURL(/\/fleet\/$/);
});
