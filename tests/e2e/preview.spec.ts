import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { copyRepository } from "../../tools/dev/preview/test-support.ts";
import { startPreview } from "../../tools/dev/preview/preview.ts";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { removeOtherGuests } from "../site/support/named-guests.ts";
import { expect as expectSoon, test as base } from "./support/site.ts";

/** What is saved is made into a page first, which takes a machine as long as it takes. */
const expect = expectSoon.configure({ timeout: 180_000 });

const dataset = "data/datasets/nobel-vmxnet3-2013.yaml";

interface PreviewedDataset {
  /** Address of the dataset's page. */
  address: string;
  /** Saves the dataset's record with something replaced. */
  save: (from: string | RegExp, to: string) => void;
}

/** A preview of one dataset, in a copy of the repository where the record can be changed. */
const test = base.extend<object, { previewed: PreviewedDataset }>({
  previewed: [
    async ({}, use) => {
      const copy = copyRepository(resolve("."));
      removeOtherGuests(copy.root);
      const { HUGO } = await provideHugo(process.env);
      const asked = [{ kind: "dataset", id: "nobel-vmxnet3-2013" }] as const;
      const preview = await startPreview({
        root: copy.root,
        hugo: HUGO,
        asked,
        port: 0,
        findToday: () => "2026-12-01",
        print: () => {},
      });
      const file = join(copy.root, dataset);
      await use({
        address: preview.addresses[0] ?? "",
        save: (from, to) =>
          writeFileSync(
            file,
            readFileSync(file, "utf8").replace(from, () => to),
          ),
      });
      await preview.close();
      copy.remove();
    },
    { scope: "worker" },
  ],
  baseURL: ({ previewed }, use) => use(previewed.address),
});

// One preview serves both: to start one takes seconds.
test.describe.configure({ mode: "default" });

test("a previewed page is shown, and follows every save, the wrong ones too", async ({ page, previewed }) => {
  const { address, save } = previewed;
  const heading = page.getByRole("heading", { level: 1 });
  const findings = page.getByRole("region", { name: "What the check finds" });
  await page.goto(address);
  await expect(heading).toContainText("How much TCP throughput");
  await expect(findings).toHaveCount(0);
  // The page's own style sheet applies, and the chart is drawn.
  await expect(page.locator("figure svg").first()).toBeVisible();
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);

  save(/^question: .*$/m, "question: Was this just saved?");
  await expect(heading).toContainText("Was this just saved?");

  save(/^question: .*$/m, "question: 'not closed");
  await expect(findings).toContainText("this quote is not closed");
  await expect(findings.locator("code").first()).toHaveText(`${dataset}:3:11`);
  await expect(findings.locator("code").first()).toBeVisible();
  await expect(heading).toContainText("Was this just saved?");

  save(/^question: .*$/m, "question: Is it right again?");
  await expect(heading).toContainText("Is it right again?");
  await expect(findings).toHaveCount(0);
});

test("a page outside of the preview says so, and leads back", async ({ page, previewed, complaints }) => {
  await page.goto(new URL("/sources/govmomi/", previewed.address).href);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not part of this preview");
  await page.getByRole("link", { name: "/benchmarks/nobel-vmxnet3-2013/" }).click();
  await expect(page.locator("figure svg").first()).toBeVisible();
  // The browser reports the status of the first page.
  expect(complaints.splice(0).filter((text) => !text.includes("404"))).toEqual([]);
});
