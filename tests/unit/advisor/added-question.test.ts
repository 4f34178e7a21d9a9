import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { completions, adviseHelp } from "../../../advisor/cli/help.ts";
import { parseFlags } from "../../../advisor/cli/flags.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { fromText, toText } from "../../../advisor/questions/text-fields.ts";
import { situationInWords } from "../../../advisor/ui/answer/names.ts";
import { describeForm } from "../../../advisor/ui/form/form.ts";
import { checkRecords } from "../../../tools/check/check-records.ts";
import { schema } from "../../../tools/check/rules/shape.ts";
import { loadSchemas } from "../../../tools/check/schema/load-schemas.ts";
import { makeWorld } from "../../../tools/check/world.ts";
import { openRecordCache } from "../../../tools/records/record-cache.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import { updateTypes } from "../../../tools/records/types/main.ts";
import { compileKnowledge } from "../../../tools/site/compile/engine-knowledge.ts";
import { createAtlas, groupRecords } from "../../../tools/site/compile/records.ts";
import { writeConditionsOfRule } from "../../../tools/site/compile/site/rules.ts";
import { makeTemporaryFolder } from "../../temporary-folder.ts";

const home = join(import.meta.dirname, "../../..");
const root = makeTemporaryFolder();
cpSync(join(home, "data"), join(root, "data"), { recursive: true });
cpSync(join(home, "tests/data/added/question/ipv6-heavy.yaml"), join(root, "data/questions/ipv6-heavy.yaml"));
const rule = "ipv6-needs-another-adapter";
cpSync(join(home, `tests/data/added/question/${rule}.yaml`), join(root, `data/rules/${rule}.yaml`));

const set = loadRecords(root, openRecordCache(home));
const schemas = loadSchemas(root);
const atlas = createAtlas(groupRecords(set));
const knowledge = compileKnowledge(atlas, { schemaVersion: "1.0.0", knowledgeVersion: "test" });
const advisor = createAdvisor(knowledge);
/** The field is none of the repository's own type. */
const heavy = (ipv6Heavy?: boolean): Situation =>
  ({ guest: "rhel9-64", platformVersion: "8.0", ...(ipv6Heavy === undefined ? {} : { ipv6Heavy }) }) as Situation;

/** A question is one file, and the rules that use it. Everywhere else it is found without a line of code. */
describe("a question that is added as a record", () => {
  test("passes the check, with the rule that depends on it", () =>
    assert.deepEqual(checkRecords(makeWorld({ set, schemas, today: new Date().toISOString().slice(0, 10) })), []));

  test("needs means before a rule may depend on it", () => {
    const file = join(root, "data/questions/ipv6-heavy.yaml");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/^means:\n(?: .*\n)+/m, ""));
    const world = makeWorld({
      set: loadRecords(root, openRecordCache(home)),
      schemas: loadSchemas(root),
      today: "2030-01-01",
    });
    writeFileSync(file, text);
    assert.deepEqual(
      checkRecords(world, [schema]).map(({ file: where, message, help }) => [where, message, help?.split(". ")[0]]),
      [
        [
          `data/rules/${rule}.yaml`,
          'rules cannot depend on "ipv6Heavy": data/questions/ipv6-heavy.yaml has no "means"',
          "add to data/questions/ipv6-heavy.yaml the meaning of yes and no, such as means: {'yes': IOMMU on, 'no': no IOMMU}",
        ],
      ],
    );
  });

  test("is named by its own file if its id has a hyphen before a digit", () => {
    const file = join(root, "data/questions/ipv6-heavy.yaml");
    const other = join(root, "data/questions/ipv-6-heavy.yaml");
    const text = readFileSync(file, "utf8");
    rmSync(file);
    writeFileSync(other, text.replace(/^means:\n(?: .*\n)+/m, ""));
    const world = makeWorld({
      set: loadRecords(root, openRecordCache(home)),
      schemas: loadSchemas(root),
      today: "2030-01-01",
    });
    rmSync(other);
    writeFileSync(file, text);
    assert.deepEqual(
      checkRecords(world, [schema]).map(({ message }) => message),
      ['rules cannot depend on "ipv6Heavy": data/questions/ipv-6-heavy.yaml has no "means"'],
    );
  });

  test("is a property of the schemas, of situations and of rules", () => {
    const properties = (file: string, name: string): object =>
      (schemas.files.get(file) as { $defs: Record<string, { properties: object }> }).$defs[name]?.properties ?? {};
    const property = { description: "Whether most of the traffic is IPv6.", type: "boolean", examples: [true] };
    assert.deepEqual((properties("common.schema.json", "situation") as Record<string, unknown>).ipv6Heavy, property);
    assert.deepEqual((properties("rule.schema.json", "conditions") as Record<string, unknown>).ipv6Heavy, property);
  });

  test("is a field of the generated types, and an attribute", async () => {
    await updateTypes(root);
    const types = readFileSync(join(root, "build/types/records.ts"), "utf8");
    assert.equal(types.match(/Whether most of the traffic is IPv6\.\n {3}\*\/\n {2}ipv6Heavy\?: boolean;/g)?.length, 2);
    assert.match(
      readFileSync(join(root, "build/types/questions.ts"), "utf8"),
      /\{ field: "ipv6Heavy", flag: "ipv6-heavy", kind: "yes-no" \},/,
    );
  });

  test("is asked in the form, folded, among its group", () => {
    const [, traffic] = describeForm(knowledge);
    const field = traffic?.fields.find(({ name }) => String(name) === "ipv6Heavy");
    assert.deepEqual(
      [field?.id, field?.label, field?.hint, field?.isFolded, field?.choices.map(({ label }) => label)],
      ["ipv6-heavy", "Is most of the traffic IPv6?", "Extension headers count.", true, ["yes", "no", "unknown"]],
    );
  });

  test("is a flag of the command line, in its help and in its completions", () => {
    assert.deepEqual(parseFlags(knowledge, ["--ipv6-heavy", "yes"]).input, { ipv6Heavy: true });
    assert.ok(
      adviseHelp(advisor).includes("  --ipv6-heavy yes|no|unknown           whether most of the traffic is IPv6"),
    );
    assert.match(completions(advisor, "bash", []).join("\n"), /--ipv6-heavy\) words="yes no unknown"/);
  });

  test("is read from an address and written into one", () => {
    const input = fromText(knowledge, [["ipv6Heavy", "yes"]]);
    assert.deepEqual(readSituation(advisor, input), { situation: { ipv6Heavy: true }, problems: [] });
    assert.deepEqual(toText(input), [["ipv6Heavy", "true"]]);
    assert.deepEqual(readSituation(advisor, { ipv6Heavy: "maybe" }).problems, [
      { field: "ipv6Heavy", found: '"maybe"', expected: "true or false" },
    ]);
  });

  test("is a condition in the words of the rule", () =>
    assert.equal(writeConditionsOfRule(atlas.find("rules", rule), atlas), "VMware vSphere, mostly IPv6"));

  test("decides, is assumed, is an open question and a turning point", () => {
    const open = advisor.advise(heavy());
    assert.equal(open.recommended, "vmxnet3");
    assert.deepEqual(
      open.assumptions.find(({ field }) => field === "ipv6Heavy"),
      { field: "ipv6Heavy", value: false, text: "Mostly IPv4 is assumed." },
    );
    assert.equal(open.openQuestions.find(({ field }) => field === "ipv6Heavy")?.text, "Is most of the traffic IPv6?");
    const told = advisor.advise(heavy(true));
    assert.notEqual(told.recommended, "vmxnet3");
    assert.equal(advisor.recommend(heavy(true)), told.recommended);
    assert.deepEqual(
      told.turningPoints.filter(({ field }) => field === "ipv6Heavy").map(({ text }) => text),
      ["Mostly IPv4: VMXNET3."],
    );
    assert.deepEqual(situationInWords(knowledge, heavy(true)).at(-1), ["Mostly IPv6", "Yes"]);
  });

  test("is what to check first where an assumed answer excludes an adapter", () => {
    const assumesYes = {
      ...knowledge,
      questions: knowledge.questions.map((question) =>
        String(question.field) === "ipv6Heavy"
          ? { ...question, assumed: { value: true, text: "Mostly IPv6 is assumed." } }
          : question,
      ),
    };
    const verdict = createAdvisor(assumesYes)
      .advise(heavy())
      .verdicts.find(({ adapter }) => adapter === "vmxnet3");
    assert.equal(verdict?.condition, "Is most of the traffic IPv6?");
    assert.match(verdict.reasons[0]?.text ?? "", /^Check first: Is most of the traffic IPv6\? [A-Z]/);
  });
});
