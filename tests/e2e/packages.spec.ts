import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildPackages, packPackage } from "../../tools/packages/main.ts";
import { listFiles } from "../../tools/records/list-files.mjs";
import { isThorough } from "../thorough.ts";
import { expect, type Portal, portalPage, test } from "./fixtures/portal.ts";

const root = join(import.meta.dirname, "../..");

/** Serves the scripts, pages and style sheets of a folder. */
function serveFolder(portal: Portal, folder: string, at: string): void {
  for (const file of listFiles(folder))
    if (/\.(?:js|css|html)$/.test(file))
      portal.serve(`${at}${relative(folder, file).replaceAll("\\", "/")}`, readFileSync(file, "utf8"));
}

// They build in one folder.
test.describe.configure({ mode: "serial" });

test("a plain page defines the element from the package's files, and no host is asked", async ({ page, portal }) => {
  const folder = (await buildPackages(root)).find((one) => one.endsWith("element")) ?? "";
  serveFolder(portal, folder, "/element/");
  portal.serve(
    "/portal.js",
    'document.addEventListener("vnic-advice", ({ detail }) => { document.title = detail.recommended; });',
  );
  portal.serve(
    "/",
    portalPage(
      '<vnic-advisor guest="rhel9-64"></vnic-advisor><script type="module" src="element/index.js"></script><script type="module" src="element/vue.js"></script>',
    ),
  );
  await page.goto("");
  await expect(page.locator("vnic-advisor .advice-headline")).toHaveText("Use VMXNET3");
  await expect(page).toHaveTitle("vmxnet3");
  expect(portal.asked.filter((path) => !/^\/(?:element\/|portal\.|$)/.test(path))).toEqual([]);
});

// A project takes packages of 100 MB from the registry.
if (isThorough)
  test.describe("a new project", () => {
    test.use({ policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:" });
    for (const name of ["react", "vue", "svelte"])
      test(`with Vite and ${name} checks its types, builds, and hears the advice`, async ({ page, portal }) => {
        const folder = mkdtempSync(join(tmpdir(), `vnic-${name}-`));
        try {
          const projects = join(import.meta.dirname, "fixtures/projects");
          cpSync(join(projects, name), folder, { recursive: true });
          cpSync(join(projects, "index.html"), join(folder, "index.html"));
          const element = (await buildPackages(root)).find((one) => one.endsWith("element")) ?? "";
          const run = (...words: string[]): string =>
            execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
          run("install", "--no-audit", "--no-fund", packPackage(element, folder));
          run("run", "types");
          run("run", "build");
          serveFolder(portal, join(folder, "dist"), "/");
          portal.serve("/", readFileSync(join(folder, "dist/index.html"), "utf8"));
          await page.goto("");
          await expect(page.locator("output")).toHaveText("vmxnet3 vmxnet3");
          await expect(page.locator("vnic-advisor").nth(0).locator(".advice-headline")).toHaveText("Use VMXNET3");
          await expect(page.locator("vnic-advisor").nth(1).locator(".advice-headline")).toHaveText("Use E1000E");
          await page.getByRole("button", { name: "More packets" }).click();
          await expect(page.locator("output")).toHaveText("sriov sriov");
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      });
  });
