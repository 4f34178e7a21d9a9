import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { parse } from "yaml";
import { isMapping } from "../../../tools/check/select.ts";

const folder = ".github/ISSUE_TEMPLATE";
const names = readdirSync(folder).filter((name) => name !== "config.yml");

/** Keys that GitHub's issue forms know, for the form and for each type of element. */
const formKeys = ["name", "description", "title", "labels", "assignees", "body"];
const elementKeys = ["type", "id", "attributes", "validations"];
const attributeKeys: Record<string, readonly string[]> = {
  markdown: ["value"],
  input: ["label", "description", "placeholder", "value"],
  textarea: ["label", "description", "placeholder", "value", "render"],
  dropdown: ["label", "description", "multiple", "options", "default"],
  checkboxes: ["label", "description", "options"],
};

type Mapping = Record<string, unknown>;

for (const name of names) {
  const form: unknown = parse(readFileSync(`${folder}/${name}`, "utf8"));

  describe(`${folder}/${name}`, () => {
    assert.ok(isMapping(form) && Array.isArray(form.body));
    const body = form.body.filter(isMapping);
    const fields = body.filter(({ type }) => type !== "markdown");

    test("is a form with a name, a description and questions", () => {
      assert.equal(body.length, (form.body as unknown[]).length);
      for (const key of ["name", "description"]) assert.ok(isText(form[key]), key);
      assert.deepEqual(
        Object.keys(form).filter((key) => !formKeys.includes(key)),
        [],
      );
      assert.ok(fields.length > 0);
    });

    test("asks with elements that GitHub knows", () => {
      for (const element of body) {
        const { type, attributes } = element;
        const known = attributeKeys[String(type)];
        assert.ok(known, String(type));
        assert.ok(isMapping(attributes), String(element.id));
        assert.deepEqual(
          Object.keys(element).filter((key) => !elementKeys.includes(key)),
          [],
        );
        assert.deepEqual(
          Object.keys(attributes).filter((key) => !known.includes(key)),
          [],
          String(element.id),
        );
      }
    });

    test("gives every question an id and a label of its own", () => {
      for (const part of ["id", "label"] as const) {
        const values = fields.map((field) => (part === "id" ? field.id : attributesOf(field).label));
        assert.ok(values.every(isText), part);
        assert.equal(new Set(values).size, values.length, part);
      }
      for (const { id } of fields) assert.match(String(id), /^[a-z][a-z0-9-]*$/);
    });

    test("offers choices that are there and differ", () => {
      for (const field of fields.filter(({ type }) => type === "dropdown" || type === "checkboxes")) {
        const options = attributesOf(field).options;
        assert.ok(Array.isArray(options) && options.length > 0, String(field.id));
        const labels = options.map((option: unknown) => (isMapping(option) ? option.label : option));
        assert.ok(labels.every(isText), `${String(field.id)}: every choice is text; quote yes, no and numbers`);
        assert.equal(new Set(labels).size, labels.length);
        assert.equal(options.every(isMapping), field.type === "checkboxes", String(field.id));
      }
    });

    test("says of each question whether it must be answered with yes or no", () => {
      for (const { id, validations } of fields) {
        if (validations === undefined) continue;
        assert.ok(isMapping(validations), String(id));
        assert.deepEqual(Object.keys(validations), ["required"]);
        assert.equal(typeof validations.required, "boolean");
      }
    });
  });
}

test("there is a form for a measurement, a wrong number, wrong advice and what is missing", () => {
  assert.deepEqual(names.sort(), [
    "measurement.yml",
    "missing-guest-or-adapter.yml",
    "wrong-advice.yml",
    "wrong-number.yml",
  ]);
});

test("the forms' configuration says whether an issue may be written without one", () => {
  const config: unknown = parse(readFileSync(`${folder}/config.yml`, "utf8"));
  assert.ok(isMapping(config));
  assert.deepEqual(
    Object.keys(config).filter((key) => !["blank_issues_enabled", "contact_links"].includes(key)),
    [],
  );
  assert.equal(typeof config.blank_issues_enabled, "boolean");
});

test("a measurement is asked for the bases of permission that its schema accepts, and for leaving the numbers out", () => {
  const schema = JSON.parse(readFileSync("data/schema/dataset.schema.json", "utf8")) as {
    $defs: { permission: { properties: { basis: { enum: string[] } } } };
  };
  const form = parse(readFileSync(`${folder}/measurement.yml`, "utf8")) as { body: Mapping[] };
  const options = attributesOf(form.body.find(({ id }) => id === "permission") ?? {}).options as string[];
  assert.equal(options.length, schema.$defs.permission.properties.basis.enum.length + 1);
});

test("the pull request's list names commands that there are", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const list = readFileSync(".github/pull_request_template.md", "utf8");
  const named = [...list.matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, script]) => script ?? "");
  assert.ok(named.length >= 3);
  assert.deepEqual(
    named.filter((script) => scripts[script] === undefined),
    [],
  );
  assert.match(list, /- \[ \] /);
});

test("Dependabot keeps the actions and the packages current", () => {
  const config = parse(readFileSync(".github/dependabot.yml", "utf8")) as { version: number; updates: Mapping[] };
  assert.equal(config.version, 2);
  assert.deepEqual(
    config.updates.map((update) => update["package-ecosystem"]),
    ["github-actions", "npm"],
  );
  for (const { directory, schedule } of config.updates) {
    assert.ok(existsSync(`.${String(directory)}`));
    assert.ok(isMapping(schedule) && schedule.interval === "weekly");
  }
});

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function attributesOf({ attributes }: Mapping): Mapping {
  return isMapping(attributes) ? attributes : {};
}
