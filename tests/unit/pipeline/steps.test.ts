import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { listSteps } from "../../../tools/pipeline/steps.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const settingsFor = (env: Record<string, string>): [string, readonly string[] | undefined][] =>
  listSteps(root, env).map(({ name, dependencies }) => [name, dependencies.settings]);

describe("the steps of the build", () => {
  test("go from data to site", () => {
    assert.deepEqual(listSteps(root, {}).map(({ name }) => name), ["types", "compile", "bundle", "guides", "checks", "search", "changes", "charts", "cards", "hugo"]);
  });

  test("make the site anew for another base address or another Hugo, and nothing else", () => {
    const plain = settingsFor({});
    for (const env of [{ BASE_URL: "http://localhost:8080/atlas/" }, { HUGO: "/opt/hugo" }] as Record<string, string>[]) {
      const changed = settingsFor(env).filter(([, settings], at) => JSON.stringify(settings) !== JSON.stringify(plain[at]?.[1]));
      assert.deepEqual(changed.map(([name]) => name), ["hugo"]);
    }
  });

  test("read every folder that the site is made from", () => {
    const read = listSteps(root, {}).flatMap(({ dependencies }) => dependencies.inputs);
    for (const folder of ["data", "advisor", "assets", "content", "layouts", "config.toml"]) assert.ok(read.includes(folder), folder);
  });

  test("ends with what to do when Hugo is not there", async () => {
    const hugo = listSteps(root, { HUGO: "/nowhere/hugo" }).at(-1);
    await assert.rejects(async () => hugo?.run(), /\/nowhere\/hugo cannot be run .*npm run build brings what is missing/);
  });
});
