import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { kinds } from "../../../tools/records/kinds.ts";
import { readRecordFiles } from "../../../tools/records/load-records.ts";
import { startLanguageServer } from "./support/language-server.ts";
import type { LanguageServer } from "./support/language-server.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const modelineOf = (kind: string): string => `# yaml-language-server: $schema=../schema/${kind}.schema.json\n`;

/** What VS Code's YAML extension, and every other editor that runs the same server, makes of the first line of a record. */
describe("in an editor that speaks yaml-language-server, the first line of a record", () => {
  let server: LanguageServer;
  before(async () => void (server = await startLanguageServer(root)));
  after(() => server.stop());

  const complete = async (path: string, text: string): Promise<string[]> =>
    (await server.complete(path, text)).map(({ label }) => label);

  test("offers the fields that are not there yet", async () => {
    const labels = await complete("data/sources/new-source.yaml", `${modelineOf("source")}title: A paper\n`);
    for (const field of ["publisher", "published", "accessed", "kind"])
      assert.ok(labels.includes(field), `${field} is not among ${labels.join(", ")}`);
    assert.ok(!labels.includes("title"));
  });

  test("offers the values that a field accepts", async () => {
    const labels = await complete("data/sources/other-source.yaml", `${modelineOf("source")}title: A paper\nkind: `);
    assert.ok(labels.includes("vendor-paper") && labels.includes("academic-paper"), labels.join(", "));
  });

  test("offers the values of a shared definition, which stands in another file", async () => {
    const labels = await complete("data/findings/new-finding.yaml", `${modelineOf("finding")}checked: `);
    assert.deepEqual(labels.sort(), ["exact", "reread", "unread"]);
  });

  test("offers the fields of a row of its kind", async () => {
    const labels = await complete(
      "data/datasets/new-dataset.yaml",
      `${modelineOf("dataset")}measurements:\n  - id: first\n    kind: samples\n    `,
    );
    assert.ok(labels.includes("samples") && labels.includes("adapter") && labels.includes("unit"), labels.join(", "));
    assert.ok(!labels.includes("relation"), "relation belongs to rows of another kind");
  });

  test("marks a value that is not accepted, in its line, and names those that are", async () => {
    const found = await server.open(
      "data/sources/wrong-source.yaml",
      `${modelineOf("source")}title: A paper\nkind: vendor-papr\n`,
    );
    const wrong = found.filter(({ range }) => range.start.line === 2);
    assert.equal(wrong.length, 1, JSON.stringify(found));
    assert.match(wrong[0]?.message ?? "", /vendor-paper/);
  });

  for (const kind of kinds) {
    test(`says nothing against an authored ${kind}`, async () => {
      const largest = readRecordFiles(root)
        .files.filter((file) => file.kind === kind)
        .sort((a, b) => b.text.length - a.text.length)[0];
      assert.ok(largest);
      assert.deepEqual(await server.open(largest.file, readFileSync(`${root}/${largest.file}`, "utf8")), []);
    });
  }
});
