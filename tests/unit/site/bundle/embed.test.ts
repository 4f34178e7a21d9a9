import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { bundleEmbed } from "../../../../tools/site/bundle/embed.ts";
import { measure } from "../../../../tools/site/bundle/options.ts";

describe("the bundle of the web component", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "atlas-embed-"));
    for (const folder of ["advisor/ui", "build/advisor"]) mkdirSync(join(root, folder), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const put = (path: string, text: string): void => writeFileSync(join(root, path), text);

  test("is one classic script with knowledge and styles inside", async () => {
    const compiled = {
      knowledgeVersion: "0123456789ab",
      note: 'a "quoted" </script> word, 4–9 µs, 64\u00a0×\u00a02 and 🐧',
      platforms: [],
      features: [],
      adapters: [],
      guests: [],
      rules: [],
      questions: [],
      steps: [{ id: "add-adapter", title: "Add it", pitfalls: [] }],
      problems: [],
      evidence: {},
    };
    put("build/advisor/knowledge.json", JSON.stringify(compiled));
    put("advisor/ui/component.css", ":host {\n  color: #ff0000;\n}\n");
    put(
      "advisor/ui/component.ts",
      "import css from './component.css'; import knowledge from 'atlas:knowledge'; globalThis.said = [css, knowledge, /[µμ]/.test('µ'), `–${css.length}`];",
    );
    const [file, versioned, integrity, ...others] = await bundleEmbed(root);
    assert.deepEqual(others, []);
    assert.equal(file?.path, "/embed/vnic-advisor.js");
    assert.match(versioned?.path ?? "", /^\/embed\/\d+\.\d+\.\d+\/vnic-advisor\.js$/);
    assert.equal(versioned?.bytes, file.bytes);
    const { files } = JSON.parse(new TextDecoder().decode(integrity?.bytes)) as { files: object };
    assert.deepEqual(Object.keys(files), [versioned?.path.replace("/embed/", "")]);
    assert.match(
      new TextDecoder().decode(file.bytes),
      /^\/\*! vNIC Atlas \d+\.\d+\.\d+ \| code: Apache-2\.0 \| data: CC-BY-4\.0 /,
    );
    // Pages of other people need not declare their encoding.
    assert.match(new TextDecoder().decode(file.bytes), /^\p{ASCII}*$/u);
    const context: { said?: unknown } = {};
    runInNewContext(new TextDecoder().decode(file.bytes), context);
    const [css, knowledge, ...words] = JSON.parse(JSON.stringify(context.said)) as [string, object, boolean, string];
    assert.deepEqual(words, [true, "–16"]);
    assert.equal(css, ":host{color:red}");
    assert.deepEqual(knowledge, compiled);
  });

  test("is not made while there is no component", async () => assert.deepEqual(await bundleEmbed(root), []));
});

test("sizes are told raw and compressed with both methods", () => {
  const { raw, gzip, brotli } = measure(new TextEncoder().encode("word ".repeat(1000)));
  assert.equal(raw, 5000);
  assert.ok(gzip < 100 && brotli < gzip);
});
