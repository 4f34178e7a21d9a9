import assert from "node:assert/strict";
import { test } from "node:test";
import { build } from "esbuild";
import { commonOptions } from "../../../../tools/site/bundle/options.ts";

test("the checker's rules can be bundled for a page: none needs what only Node has", async () => {
  const { outputFiles } = await build({
    ...commonOptions,
    entryPoints: ["tools/check/rules.ts"],
    outdir: "build",
    format: "esm",
    logLevel: "silent",
  });
  assert.doesNotMatch(outputFiles[0]?.text ?? "", /\beval\(|new Function/, "the content policy forbids code from text");
});
