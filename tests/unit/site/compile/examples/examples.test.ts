import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fromText } from "../../../../../advisor/questions/text-fields.ts";
import { readSituation } from "../../../../../advisor/questions/read-situation.ts";
import { BrokenRecords } from "../../../../../tools/site/compile/records.ts";
import { compileExamples, readExamples } from "../../../../../tools/site/compile/examples.ts";
import { advisor } from "../../../advisor/knowledge.ts";

const schema = JSON.parse(readFileSync("assets/examples/example.schema.json", "utf8")) as object;
const read = (text: string) => readExamples({ text, schema }, advisor);
const good =
  "an-example:\n  group: first\n  says: It is slow enough.\n  situation: { platform: vsphere, guest: rhel9-64, requires: [vmotion] }\n";

describe("the file of examples", () => {
  test("is read as it stands", () => {
    assert.deepEqual(read(good), [
      {
        id: "an-example",
        group: "first",
        says: "It is slow enough.",
        situation: { platform: "vsphere", guest: "rhel9-64", requires: ["vmotion"] },
      },
    ]);
  });

  for (const [what, from, to, message] of [
    [
      "a guest that the atlas does not have",
      "rhel9-64",
      "rhle9-64",
      /examples\.yaml:4:42 {2}an-example: guest: found "rhle9-64", .*nearest: rhel9-64/,
    ],
    [
      "a feature that the atlas does not have",
      "[vmotion]",
      "[vmotoin]",
      /:4:62 .*requires: found "vmotoin".*nearest: vmotion/,
    ],
    ["a field that no situation has", "guest:", "gest:", /an-example: gest: .*nearest: guest/],
    [
      "a group that the page does not have",
      "first",
      "second",
      /examples\.yaml:2:10 {2}an-example\.group must be equal to one of the allowed values: "first", /,
    ],
    ["a hard case without a title", "first", "hard", /an-example must have required property 'title'/],
    ["a title that no page shows", "  says", "  title: A title\n  says", /:3:10 {2}an-example\.title/],
    ["text that is no YAML", "{ platform", "[ platform", /examples\.yaml:4:/],
    ["an id that stands twice", good, good + good, /examples\.yaml:5:1 .*unique/],
  ] as const) {
    test(`is refused with ${what}, at its place`, () => {
      assert.ok(good.includes(from));
      assert.throws(
        () => read(good.replace(from, to)),
        (error) => error instanceof BrokenRecords && message.test(error.message),
      );
    });
  }

  test("is refused with all its mistakes at once", () => {
    const two = good.replace("rhel9-64", "rhle9-64").replace("[vmotion]", "[vmotoin]");
    assert.throws(
      () => read(two),
      (error) => error instanceof BrokenRecords && error.message.match(/^assets\/examples/gm)?.length === 2,
    );
  });

  test("is refused with a remedy that concerns it, which the check of records does not", () =>
    assert.throws(
      () => read(good.replace("first", "second")),
      (error) =>
        error instanceof BrokenRecords &&
        /schema beside the file/.test(error.message) &&
        !/npm run check/.test(error.message),
    ));
});

describe("a compiled example", () => {
  const [hard] = compileExamples(
    read(good.replace("first", "hard").replace("  says", "  title: A case\n  says")),
    advisor,
  ).hard;

  test("leads to the advisor with the same situation", () => {
    const { situation } = readSituation(advisor, fromText(advisor.knowledge, new URLSearchParams(hard?.query)));
    assert.deepEqual(situation, { platform: "vsphere", guest: "rhel9-64", requires: ["vmotion"] });
  });

  test("tells the answer with what excludes the others", () => {
    assert.deepEqual(hard?.recommended, { id: "vmxnet3", name: "VMXNET3" });
    assert.ok(hard?.excluded.includes("SR-IOV passthrough"));
  });
});
