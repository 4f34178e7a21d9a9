import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parse as parseYaml } from "yaml";
import { kinds } from "../../tools/records/kinds.ts";
import {
  attribute,
  findAll,
  findById,
  findOnly,
  readKnowledge,
  rawTextOf,
  readPageAt,
  textOf,
} from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

interface Example {
  id: string;
  title: string;
  why: string;
  good: Line[];
  bad: Line[];
  findings: { line?: number; message: string; help?: string }[];
}
interface Line {
  text: string;
  isMarked: boolean;
}

const guides = readKnowledge<Record<string, { examples: Example[]; template: string }>>("guides");
const hrefsOf = (within: Page | Element): (string | undefined)[] =>
  findAll(within, "a").map((link) => attribute(link, "href"));

describe("the overview for contributors", () => {
  const page = readPageAt("/contribute/");

  test("is one step from every page and from the home page's invitation", () => {
    assert.ok(hrefsOf(findOnly(readPageAt("/"), "main")).includes("/contribute/"));
    assert.ok(hrefsOf(findOnly(readPageAt("/sources/"), "footer")).includes("/contribute/"));
  });

  test("leads to a guide for every kind of record", () => {
    for (const kind of kinds) assert.ok(hrefsOf(page).includes(`/contribute/${kind}/`), kind);
  });

  test("says that licences may restrict publishing, and every basis that a dataset can name", () => {
    const section = sectionOf(page, "permission");
    assert.match(textOf(section), /licences restrict the publication of benchmark results/);
    const schema = readPageAt("/contribute/dataset/");
    const accepted = findById(schema, "permission.basis");
    assert.ok(accepted);
    const told = new Set(findAll(section, "code").map(textOf));
    const values = findAll(accepted, "dd")
      .flatMap((value) => findAll(value, "code"))
      .map(textOf);
    assert.ok(values.length > 1);
    for (const value of values) assert.ok(told.has(value), value);
  });

  test("shows a tombstone", () => {
    const record = parseYaml(rawTextOf(findOnly(sectionOf(page, "withdrawn"), "pre"))) as {
      tombstone: { reason: string };
    };
    assert.ok(record.tombstone.reason);
  });
});

describe("the guide for each kind of record", () => {
  for (const kind of kinds) {
    const page = readPageAt(`/contribute/${kind}/`);

    test(`${kind}: first says what to do now`, () => {
      const [head] = findAll(findOnly(page, "main"), "h2");
      assert.equal(head && textOf(head), "Do this now");
      assert.match(textOf(sectionOf(page, "do-this-now")), /npm run check/);
    });

    test(`${kind}: shows each thing right and wrong, with the checker's own words`, () => {
      for (const { id, title, why, good, bad, findings } of guides[kind]?.examples ?? []) {
        const section = findById(page, `example-${id}`);
        assert.ok(section, id);
        const shown = textOf(section);
        for (const words of [title, why, ...findings.flatMap(({ message, help }) => [message, help ?? ""])])
          assert.ok(shown.includes(tidy(words)), `${id}: ${words}`);
        const [right, wrong] = findAll(section, "pre");
        assert.ok(right && wrong);
        assert.deepEqual(
          [rawTextOf(right), rawTextOf(wrong)],
          [good, bad].map((lines) => lines.map(({ text }) => text).join("\n")),
          id,
        );
        assert.deepEqual(
          findAll(wrong, "mark").map(rawTextOf),
          bad.filter(({ isMarked }) => isMarked).map(({ text }) => text),
          id,
        );
      }
    });

    test(`${kind}: has the draft that npm run new writes, as it is`, () => {
      const template = rawTextOf(findOnly(sectionOf(page, "a-template-to-copy"), "pre"));
      assert.ok(template.startsWith(`# yaml-language-server: $schema=../schema/${kind}.schema.json\n`));
      assert.equal(template, guides[kind]?.template);
    });

    test(`${kind}: leads to a page as it will look, and to the fields`, () => {
      const [sample] = hrefsOf(sectionOf(page, "how-the-page-will-look"));
      assert.ok(sample);
      assert.ok(hrefsOf(sectionOf(page, "look-it-up")).includes("#fields"));
    });
  }
});

function sectionOf(page: Page, id: string): Element {
  const section = findAll(page, "section").find((one) =>
    findAll(one, "h2").some((head) => attribute(head, "id") === id),
  );
  assert.ok(section, `${page.path} has no section ${id}`);
  return section;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
