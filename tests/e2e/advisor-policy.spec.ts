import type { Page } from "@playwright/test";
import { expect, test } from "./support/site.ts";

const passthrough = "platform=vsphere&guest=rhel9-64&packetRate=120000&iommu=true&sriovNic=true";
const yaml = "name: Contoso network standard\nrequires: [vmotion]\nexclude:\n  sriov: 'NET-7: no passthrough'\n";

async function servePolicy(page: Page, body: string): Promise<void> {
  await page.route("**/policy.yaml", (route) => route.fulfill({ contentType: "application/yaml", body }));
}

test("a policy of the same site is heeded, named in the answer, and stays in the address", async ({ page }) => {
  await servePolicy(page, yaml);
  await page.goto(`./advisor/?${passthrough}&policy=policy.yaml`);
  await expect(page.locator(".policy-line")).toHaveText(/^Policy: Contoso network standard \(SHA-256 [0-9a-f]{64}\)$/);
  await expect(page.locator(".advice-headline")).toHaveText("Use VMXNET3");
  await page.goto(`./advisor/?guest=rhel9-64&policy=policy.yaml`);
  await expect(page.locator(".policy-line")).toBeVisible();
  await page.locator("[name=guest]").fill("win2k19");
  await page.locator("[name=guest]").blur();
  await expect(page).toHaveURL(/guest=windows-server-2019-64.*policy=policy\.yaml/);
  await expect.poll(() => new URL(page.url()).searchParams.get("requires")).toBe("vmotion");
});

test("a policy that is not there is named, with what can help", async ({ page, complaints }) => {
  await page.goto("./advisor/?guest=rhel9-64&policy=/nope.yaml");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText(/no recommendation\. policy: \/nope\.yaml answered 404\. Correct the file/);
  await expect(alert).not.toContainText("Load the page again");
  complaints.splice(0);
});

test("a failure beside a policy does not point to rules that ignore the policy", async ({ page, complaints }) => {
  await page.route("**/js/knowledge-*.json", (route) => route.fulfill({ status: 503, body: "no" }));
  await page.goto("./advisor/?guest=rhel9-64&policy=policy.yaml");
  await expect(page.getByRole("alert")).toHaveText(/^The advisor could not start \(.*503.*\)\. Load the page again\.$/);
  complaints.splice(0);
});

for (const [what, policy, message] of [
  ["of another site", "https://evil.example/policy.yaml", /another site/],
  ["with a mistake", "policy.yaml", /unknown field.*nearest: exclude/],
] as const)
  test(`a policy ${what} is refused, and nothing is recommended`, async ({ page, complaints }) => {
    await servePolicy(page, "name: x\nexlude: {}\n");
    await page.goto(`./advisor/?${passthrough}&policy=${encodeURIComponent(policy)}`);
    await expect(page.getByRole("alert")).toContainText(message);
    await expect(page.locator(".advice-headline")).toHaveCount(0);
    complaints.splice(0);
  });
