import { type ExecFileException, execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Page, TestInfo } from "@playwright/test";
import { startPreview } from "../../tools/dev/preview/preview.ts";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { removeOtherGuests } from "../site/support/named-guests.ts";
import { expect as expectSoon, test } from "./support/site.ts";

/** What is saved is made into a page first, which takes a machine as long as it takes. */
const expect = expectSoon.configure({ timeout: 180_000 });

const run = promisify(execFile);

const dataset = "data/datasets/tcp-throughput-of-two-adapters-in-our-lab.yaml";
const source = "data/sources/contributed-lab-2026.yaml";

/** Everything that the commands of a contributor read. */
const copied = [
  ...["data", "layouts", "content", "assets", "advisor", "tools", "config.toml"],
  ...["package.json", "package-lock.json", "CITATION.cff", ".cache/charts", ".cache/records"],
];

/** A repository with one commit, as a contributor would have cloned it. */
async function cloneRepository(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "vnic-contribution-"));
  for (const path of copied) cpSync(path, join(folder, path), { recursive: true });
  removeOtherGuests(folder);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, ".gitignore"), "node_modules\n.cache\nbuild\n");
  await run("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder });
  await run("git", ["add", "--all"], { cwd: folder });
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  await run("git", [...author, "commit", "--quiet", "--message", "records"], { cwd: folder });
  return folder;
}

/** Runs an npm script and returns what it prints, whether it finds mistakes or not. */
async function runScript(folder: string, ...words: string[]): Promise<string> {
  const failed = (error: ExecFileException): { stdout: string; stderr: string } => ({
    stdout: error.stdout ?? "",
    stderr: error.stderr ?? "",
  });
  const { stdout, stderr } = await run("npm", ["run", "-s", ...words], { cwd: folder }).catch(failed);
  return stdout + stderr;
}

/** Keeps a picture of a command and what it printed. */
async function pictureText(page: Page, info: TestInfo, name: string, command: string, text: string): Promise<void> {
  await page.goto("about:blank");
  await page.evaluate(
    ([first, rest]) => {
      const pre = document.body.appendChild(document.createElement("pre"));
      pre.style.whiteSpace = "pre-wrap";
      pre.textContent = `$ ${first}\n${rest}`;
    },
    [command, text],
  );
  await keep(page, info, name);
}

async function keep(page: Page, info: TestInfo, name: string): Promise<void> {
  await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });
}

// Its stills are kept in build/test-results: they show a contribution from the draft to the text of the pull request.
test("a contribution goes from draft to pull request", async ({ page, complaints }, info) => {
  const folder = await cloneRepository();
  try {
    const asked = ["--title", "TCP throughput of two adapters in our lab", "--source", "contributed-lab-2026"];
    const drafted = await runScript(folder, "new", "dataset", "--", "--no-input", ...asked, "--new-source");
    expect(drafted).toContain(`npm run preview ${dataset}`);
    await pictureText(page, info, "1-draft", "npm run new dataset", drafted);

    for (const [kind, file] of Object.entries({ dataset, source }))
      cpSync(`tests/e2e/fixtures/contribution/${kind}.yaml`, join(folder, file));
    const wrong = await runScript(folder, "check", source, dataset);
    expect(wrong).toContain('"vmxnet 3"');
    expect(wrong).toContain("4.74");
    await pictureText(page, info, "2-mistakes", `npm run check ${source} ${dataset}`, wrong);

    const fixed = await runScript(folder, "check", "--", "--fix", source, dataset);
    expect(readFileSync(join(folder, dataset), "utf8")).toContain("unit: Gbit/s\n    value: 2.65");
    expect(readFileSync(join(folder, dataset), "utf8")).toContain("adapter: vmxnet3\n");
    await pictureText(page, info, "3-fixed", `npm run check -- --fix ${source} ${dataset}`, fixed);

    const { HUGO } = await provideHugo(process.env);
    const preview = await startPreview({
      root: folder,
      hugo: HUGO,
      asked: [{ kind: "dataset", id: "tcp-throughput-of-two-adapters-in-our-lab" }],
      port: 0,
      findToday: () => "2026-12-01",
      print: () => {},
    });
    try {
      await page.goto(preview.addresses[0] ?? "");
      const findings = page.getByRole("region", { name: "What the check finds" });
      await expect(findings).toContainText("4.74");
      await keep(page, info, "4-preview-with-a-mistake");
      const text = readFileSync(join(folder, dataset), "utf8");
      // What cannot be read leaves the last page in view.
      writeFileSync(join(folder, dataset), text.replace(/^question: .*$/m, "question: 'not closed"));
      await expect(findings).toContainText("this quote is not closed");
      await expect(findings.locator("code").first()).toHaveText(new RegExp(`^${dataset}:\\d+:11$`));
      await expect(findings.locator("code").first()).toBeVisible();
      await expect(page.getByRole("main")).toContainText("4.74");
      writeFileSync(join(folder, dataset), text.replace("4.74", "4.47"));
      await expect(findings).toHaveCount(0);
      await expect(page.getByRole("main")).toContainText("4.47");
      // The page's own style sheet applies, beside the preview's.
      expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(1);
      await keep(page, info, "5-preview");

      await page.goto(new URL("/sources/govmomi/", page.url()).href);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not part of this preview");
      await page.getByRole("link", { name: "/benchmarks/tcp-throughput-of-two-adapters-in-our-lab/" }).click();
      await expect(page.getByRole("main")).toContainText("4.47");
      // The preview's own server is another one than the tests'.
      const { origin } = new URL(page.url());
      const own = `request to another host: ${origin}/`;
      await page.goto("about:blank");
      // The browser reports the status of the page that is not part of the preview.
      const others = complaints.splice(0).filter((text) => !text.startsWith(own) && !text.includes("404"));
      expect(others).toEqual([]);
    } finally {
      await preview.close();
    }

    const clean = await runScript(folder, "check", source, dataset);
    expect(clean).toContain("2 records, no problems");
    await runScript(folder, "review", "--", "notes", "--out", "build/review", "HEAD");
    const notes = readFileSync(join(folder, "build/review/changes.md"), "utf8");
    expect(notes).toContain("TCP throughput of two adapters in our lab");
    expect(JSON.parse(readFileSync(join(folder, "build/review/suggestions.json"), "utf8"))).toEqual([]);
    await pictureText(page, info, "6-pull-request", "npm run -s review -- notes", notes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
