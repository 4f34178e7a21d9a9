import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { parse } from "yaml";
import type { checkDraft as CheckDraft } from "../../../assets/ts/contribute-form/check-draft.ts";
import type { Data } from "../../../assets/ts/contribute-form/draft.ts";
import { importForm } from "../../../tools/site/bundle/plugins.ts";
import { commonOptions } from "../../../tools/site/bundle/options.ts";
import { loadSchemas } from "../../../tools/check/schema/load-schemas.ts";
import { readFixture } from "../../../tools/site/compile/checks/fixture.ts";
import { compileFormWorld } from "../../../tools/site/compile/form/form.ts";
import { createAtlas, groupRecords } from "../../../tools/site/compile/records.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import type { RecordSet } from "../../../tools/records/record.ts";
import { authoredRecords } from "../../authored-records.ts";
import { chooseCases } from "../../thorough.ts";
import type { Tombstone } from "../../../tools/records/record.ts";
import { fc, randomRuns } from "../../chance.ts";

const today = "2030-01-01";
const folders: string[] = [];
let checkDraft: typeof CheckDraft;
/** The same for the world of the fixtures. */
let checkFixture: typeof CheckDraft;

describe("a draft in the form", () => {
  before(async () => {
    checkDraft = await bundleCheck(authoredRecords);
    checkFixture = await bundleCheck(loadRecords("tests/data/world"));
  });
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

  // Known problems of wording belong to the file of a published dataset, not to a copy of it.
  const isNew = ({ check }: { check: string }): boolean => check !== "plain-words";
  const messages = (data: Data, id = "a-new-study"): string[] =>
    checkDraft({ dataset: data, ids: { dataset: id, source: "" } }, today)
      .problems.filter(isNew)
      .map(({ check, message }) => `${check}: ${message}`);

  test("with the data of a published dataset is written as the checker wants it, and says the same", () => {
    for (const file of chooseCases(readdirSync("data/datasets"))) {
      const data = readStudy(file);
      const { files, problems } = checkDraft({ dataset: data, ids: { dataset: "a-new-study", source: "" } }, today);
      assert.deepEqual(problems.filter(isNew), [], file);
      assert.deepEqual(parse(files[0]?.text ?? ""), data, file);
      assert.equal(files[0]?.file, "data/datasets/a-new-study.yaml");
    }
  });

  test("of a study that is there already is told so", () => {
    const data = parse(readFileSync("data/datasets/nobel-vmxnet3-2013.yaml", "utf8")) as Data;
    assert.match(messages(data).join(), /data\/datasets\/nobel-vmxnet3-2013\.yaml already has this row/);
  });

  test("with fields in any order is written in the schema's", () => {
    const data = readStudy("nobel-vmxnet3-2013.yaml");
    const turned = Object.fromEntries(Object.entries(data).reverse());
    const written = (of: Data): string =>
      checkDraft({ dataset: of, ids: { dataset: "a-new-study", source: "" } }, today).files[0]?.text ?? "";
    assert.equal(written(turned), written(data));
  });

  test("that is wrong gets the checker's message, wherever its fixtures have one for what a form can hold", () => {
    const faults = readdirSync("tests/data/must-fail/dataset").flatMap((file) => {
      const { text } = readFixture(".", "must-fail", `dataset/${file.replace(".yaml", "")}`);
      const [, rule = "", message = ""] = /^# expect: \d+:\d+ ([a-z-]+) (.*)$/m.exec(text) ?? [];
      // What only the text of a file can have, the form never writes.
      return /^(?:yaml|modeline|lines-tidy|keys-in-order|file-name)$/.test(rule) || file.endsWith("-as-an-escape.yaml")
        ? []
        : [{ file, text, rule, message }];
    });
    assert.ok(faults.length > 30);
    const others = chooseCases(faults).flatMap(({ file, text, rule, message }) => {
      const { problems } = checkFixture(
        { dataset: parse(text) as Data, ids: { dataset: "a-new-study", source: "" } },
        today,
      );
      const isSaid = problems.some((problem) => problem.check === rule && problem.message.includes(message));
      return isSaid ? [] : [{ file, message, said: problems.map((problem) => problem.message) }];
    });
    assert.deepEqual(others, []);
  });

  test("with a name that is taken, gone, wrong or missing is told so", () => {
    const data = readStudy("nobel-vmxnet3-2013.yaml");
    assert.deepEqual(messages(data, "nobel-vmxnet3-2013"), [
      "file-name: data/datasets/nobel-vmxnet3-2013.yaml already exists",
    ]);
    assert.deepEqual(messages(data, "gone-study"), [
      "file-name: data/datasets/gone-study.yaml has the id of a removed record, and an id is never reused",
    ]);
    assert.deepEqual(messages(data, ""), ["file-name: the file has no name yet"]);
    assert.match(messages(data, "Not Kebab").join(), /^file-name: the file name "Not Kebab" is not in kebab-case$/);
  });

  test("holds any text as it was typed, and is never broken by it", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "- a",
        "a: b",
        "# c",
        "'",
        '"',
        "true",
        "no",
        "~",
        "1.0",
        "0x1f",
        "2013-05-01",
        "| x",
        "> y",
        "&a",
        "*a",
        "!t",
        "{}",
        "[]",
        "%",
        "@",
        "`",
        "a #b",
        "=1+1",
        "x".repeat(500),
      ),
    );
    fc.assert(
      fc.property(text, (typed) => {
        // The form collapses white space; control characters have no place in a record and get a message.
        const title = typed.replace(/\s+/g, " ").trim();
        const { files } = checkDraft(
          { dataset: { title, method: { commands: [title] } }, ids: { dataset: "a", source: "" } },
          today,
        );
        if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\uFFFD\uFFFE\uFFFF]/u.test(title)) return;
        assert.deepEqual(parse(files[0]?.text ?? ""), { title, method: { commands: [title] } });
      }),
      { numRuns: randomRuns(100) },
    );
  });
});

/** A published study as if it had been done again with another tool, so that it is none that is there already. */
/** Reads a study as a form can hold it: what contradicts it is not asked there. */
function readStudy(file: string): Data {
  const { contradicts: _, ...data } = parse(readFileSync(join("data/datasets", file), "utf8")) as Data & {
    method: Data;
  };
  return { ...data, method: { ...data.method, tool: "another tool" } };
}

/** Bundles the form's check as a page gets it, with the records of a folder and one that is gone. */
async function bundleCheck(set: RecordSet): Promise<typeof CheckDraft> {
  const root = mkdtempSync(join(tmpdir(), "atlas-form-"));
  folders.push(root);
  const gone = { kind: "dataset", id: "gone-study" } as Tombstone;
  const world = compileFormWorld(
    createAtlas(groupRecords(set)),
    { ...set, tombstones: [...set.tombstones, gone] },
    loadSchemas(".").files,
  );
  for (const part of ["data/schema", "data/questions"]) cpSync(part, join(root, part), { recursive: true });
  mkdirSync(join(root, "build/form"), { recursive: true });
  writeFileSync(join(root, "build/form/world.json"), JSON.stringify(world));
  const { outputFiles } = await build({
    ...commonOptions,
    minify: false,
    entryPoints: ["assets/ts/contribute-form/check-draft.ts"],
    outdir: join(root, "out"),
    format: "esm",
    // The validators' parts lie in this repository.
    nodePaths: ["node_modules"],
    plugins: [importForm(root)],
  });
  const file = join(root, "check-draft.mjs");
  writeFileSync(file, outputFiles[0]?.text ?? "");
  return ((await import(pathToFileURL(file).href)) as { checkDraft: typeof CheckDraft }).checkDraft;
}
