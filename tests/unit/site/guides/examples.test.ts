import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadSchemas } from "../../../../tools/check/schema/load-schemas.ts";
import { checkFragment } from "../../../../tools/site/guides/check-fragment.ts";
import { compileGuides, readGuideFiles, readGuides } from "../../../../tools/site/guides/main.ts";
import { ToolError } from "../../../../tools/records/command-line.mjs";
import { authoredRecords } from "../../../authored-records.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const setting = { set: authoredRecords, schemas: loadSchemas(root) };
const guides = readGuides(readGuideFiles(root));
const say = (findings: ReturnType<typeof checkFragment>): string[] =>
  findings.map(({ rule, message }) => `${rule}: ${message}`);

describe("the examples of the guides", () => {
  for (const { kind, examples } of guides) {
    test(`for a ${kind} exist, each with its own id`, () => {
      assert.ok(examples.length > 0);
      assert.equal(new Set(examples.map(({ id }) => id)).size, examples.length);
    });
    for (const example of examples) {
      test(`for a ${kind}, ${example.id}: the good one passes`, () =>
        assert.deepEqual(say(checkFragment(kind, example, "good", setting)), []));
      test(`for a ${kind}, ${example.id}: the bad one fails once, by its check`, () => {
        const found = checkFragment(kind, example, "bad", setting);
        assert.deepEqual(
          found.map(({ rule }) => rule),
          [example.check],
          say(found).join("\n"),
        );
      });
    }
  }

  test("are refused with their file and id if the record that they name is gone", () => {
    const [example] = guides.find(({ kind }) => kind === "source")?.examples ?? [];
    assert.ok(example);
    assert.throws(
      () => checkFragment("source", { ...example, record: "gone" }, "good", setting),
      (error) =>
        error instanceof ToolError &&
        error.message.startsWith(`assets/guides/source.yaml  ${example.id}: there is no data/sources/gone.yaml.`),
    );
  });

  test("are refused if their file is not named after a kind", () =>
    assert.throws(
      () => readGuides(new Map([["datasets.yaml", "[]"]])),
      (error) =>
        error instanceof ToolError &&
        error.message.startsWith(
          "assets/guides/datasets.yaml  is not named after a kind of record; accepted: platform.yaml, ",
        ),
    ));

  test("are the same on every day", () => {
    const shown = compileGuides(guides, setting);
    mock.timers.enable({ apis: ["Date"], now: 0 });
    const shownInThePast = compileGuides(guides, setting);
    mock.timers.reset();
    assert.deepEqual(shownInThePast, shown);
  });
});
