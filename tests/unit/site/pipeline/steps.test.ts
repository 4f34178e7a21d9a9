import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { listFiles } from "../../../../tools/records/list-files.mjs";
import { listSteps } from "../../../../tools/site/pipeline/steps.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const settingsFor = (env: Record<string, string>): [string, readonly string[] | undefined][] =>
  listSteps(root, env).map(({ name, dependencies }) => [name, dependencies.settings]);

describe("the steps of the build", () => {
  test("go from data to site", () => {
    assert.deepEqual(
      listSteps(root, {}).map(({ name }) => name),
      [
        "types",
        "compile",
        "bundle",
        "responses",
        "fonts",
        "guides",
        "checks",
        "search",
        "changes",
        "charts",
        "cards",
        "hugo",
      ],
    );
  });

  test("make the site anew for another base address or another Hugo, and nothing else", () => {
    const plain = settingsFor({});
    for (const env of [{ BASE_URL: "http://localhost:8080/atlas/" }, { HUGO: "/opt/hugo" }] as Record<
      string,
      string
    >[]) {
      const changed = settingsFor(env).filter(
        ([, settings], at) => JSON.stringify(settings) !== JSON.stringify(plain[at]?.[1]),
      );
      assert.deepEqual(
        changed.map(([name]) => name),
        ["hugo"],
      );
    }
  });

  test("read every folder that the site is made from", () => {
    const read = listSteps(root, {}).flatMap(({ dependencies }) => dependencies.inputs);
    for (const folder of ["data", "assets", "content", "layouts", "config.toml"])
      assert.ok(read.includes(folder), folder);
  });

  test("make the site anew when a setting of Hugo comes from the environment, in any of its spellings", () => {
    const plain = JSON.stringify(settingsFor({}));
    for (const name of ["HUGO_PARAMS_REPOSITORY", "HUGO_TITLE", "HUGO_ENVIRONMENT", "HUGOxPARAMSxREPOSITORY"]) {
      const [first, second] = ["a", "b"].map((value) => JSON.stringify(settingsFor({ [name]: value })));
      assert.ok(first !== plain && first !== second, name);
    }
    assert.equal(JSON.stringify(settingsFor({ PATH: "/bin", HOME: "/home" })), plain);
  });

  test("make the site anew when Hugo is replaced in its place", (context) => {
    const folder = makeTemporaryFolder(context);
    const hugo = join(folder, "hugo");
    const [first, second] = ["one", "other"].map((text) => {
      writeFileSync(hugo, text);
      return JSON.stringify(settingsFor({ HUGO: hugo }));
    });
    assert.notEqual(first, second);
  });

  test("write into places of their own, and all that the site is made from", () => {
    const written = listSteps(root, {}).flatMap(({ name, dependencies: { outputs, except = [] } }) =>
      outputs.map((place) => ({ name, place, except })),
    );
    for (const { name, place, except } of written) {
      const others = written.filter(
        (other) => other.name !== name && (other.place === place || other.place.startsWith(`${place}/`)),
      );
      assert.deepEqual(
        others.filter((other) => !except.includes(other.place)),
        [],
        `${name} writes ${place}`,
      );
    }
    const isWritten = (file: string): boolean =>
      written.some(({ place }) => file === place || file.startsWith(`${place}/`));
    const built = ["build/knowledge", "build/static", "build/charts"].flatMap((folder) =>
      listFiles(join(root, folder)),
    );
    assert.deepEqual(
      built.map((file) => relative(root, file).replaceAll("\\", "/")).filter((file) => !isWritten(file)),
      [],
    );
  });

  test("ends with what to do when Hugo is not there", async (context) => {
    const folder = makeTemporaryFolder(context);
    const hugo = listSteps(folder, { HUGO: "/nowhere/hugo" }).at(-1);
    await assert.rejects(async () => hugo?.run(), /\/nowhere\/hugo cannot be run .*npm run build to install/);
  });
});
