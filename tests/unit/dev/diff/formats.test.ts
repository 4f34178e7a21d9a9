import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { say, toMarkdown, toText } from "../../../../tools/dev/diff/sentence.ts";
import { Repository } from "./support/repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => void (repository = Repository.create()));
  afterEach(() => repository.remove());
}

const finding = "data/findings/sample-finding.yaml";

describe("the comparison as Markdown", () => {
  useRepository();

  test("has a heading per kind and a list of sentences", () => {
    repository.edit(finding, "  - e1000\n", "  - vmxnet3\n");
    const { code, out } = repository.diff("--format=markdown", "main");
    assert.equal(code, 0);
    assert.match(
      out,
      /^## What this change does to the data\n\nCompared with `main \([0-9a-f]{10}\)`: records: 1 changed;/,
    );
    assert.match(
      out,
      /\n### Findings\n\n- changed `sample-finding`, `"Each access .*"`\n {2}- `adapters`: added `vmxnet3`; removed `e1000`\n/,
    );
  });

  test("shows what records say as code, so that nothing in them becomes a link, a mention or HTML", () => {
    const hostile = "comment: '<img src=x> @everyone [a](https://example.org) `code` **b** #1'";
    repository.write(finding, repository.read(finding).replace(/^comment: .*$/m, hostile));
    const { out } = repository.diff("--format=markdown", "main");
    const outside = out.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, "");
    assert.match(out, /@everyone/);
    assert.doesNotMatch(outside, /@|<|https|\*\*b|#1/);
  });

  test("shows file names and messages as code as well", () => {
    const path = "data/findings/<b>@all.yaml";
    repository.write(path, repository.read(finding));
    repository.edit("data/rules/sample-rule.yaml", "finding:sample-finding", "'finding:@all'");
    repository.commit("odd names");
    repository.delete(path);
    const { code, out } = repository.diff("--format=markdown", "main");
    assert.equal(code, 1);
    assert.match(out, /@all\.yaml/);
    assert.doesNotMatch(out.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, ""), /@|<b>/);
  });
});

describe("a value in a sentence", () => {
  test("keeps the fence around it closed, whatever backticks it holds", () => {
    assert.equal(toMarkdown(say`it was ${"a`b"}`), "it was ``a`b``");
    assert.equal(toMarkdown(say`it was ${"`a``"}`), "it was ``` `a`` ```");
    assert.equal(toMarkdown(say`it was ${""}`), "it was (empty)");
  });
  test("stands on one line and steers no terminal and no runner", () => {
    assert.equal(toText(say`it was ${"a\n::error::b\u001b[31m"}`), "it was a ::error::b\uFFFD[31m");
    assert.equal(toMarkdown(say`it was ${"a\n# b"}`), "it was `a # b`");
  });
  test("is cut when it is very long", () => {
    assert.equal(toText(say`${"x".repeat(1000)}`), `${"x".repeat(239)}…`);
  });
});

describe("the comparison for people and for programs", () => {
  useRepository();

  test("a dataset with very many rows is cut for people and whole for programs", () => {
    const study = repository.read("data/datasets/sample-study.yaml");
    const row = study.slice(study.indexOf("  - id: vmxnet3-ahead"));
    const rows = Array.from({ length: 100 }, (_, index) => row.replace("vmxnet3-ahead", `row-${index}`));
    repository.write("data/datasets/sample-study.yaml", study + rows.join(""));
    assert.match(repository.diff("main").out, /row row-39 is new.*\n +and 60 more, all of them in --format json\n/);
    assert.match(repository.diff("--format", "json", "main").out, /row row-99 is new/);
  });

  test("every sentence is text in JSON, also one without a value", () => {
    repository.write("assets/charts/speed.vl.json", '{ "mark": "point" }\n');
    const { charts } = JSON.parse(repository.diff("--format", "json", "main").out) as {
      charts: { sentences: string[] }[];
    };
    assert.deepEqual(
      charts.map(({ sentences }) => sentences),
      [["its drawing changes"]],
    );
  });

  test("the comparison as JSON has a key for each part", () => {
    repository.delete(finding);
    const { code, out } = repository.diff("--format", "json", "main");
    const comparison = JSON.parse(out) as {
      [key: string]: unknown;
      faults: { name: string }[];
      records: { kind: string; id: string; change: string }[];
    };
    assert.equal(code, 1);
    assert.deepEqual(Object.keys(comparison), [
      "base",
      "faults",
      "records",
      "schemas",
      "advice",
      "charts",
      "pages",
      "unfit",
    ]);
    assert.deepEqual(
      comparison.faults.map(({ name }) => name),
      ["never-deleted"],
    );
    assert.deepEqual(
      comparison.records.map(({ kind, id, change }) => [kind, id, change]),
      [["finding", "sample-finding", "deleted"]],
    );
  });
});
