import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { runCheck } from "../../../tools/check/main.ts";
import { formats } from "../../../tools/check/report.ts";
import { makeTemporaryFolder } from "../../temporary-folder.ts";
import { change, root, textOf, today } from "./support/world.ts";

const folder = makeTemporaryFolder();

/** Makes a repository of the small world, with files written over it. */
function makeRepository(name: string, files: { [file: string]: string } = {}): string {
  const repository = join(folder, name);
  mkdirSync(repository);
  cpSync(`${root}/tests/data/world/data`, join(repository, "data"), { recursive: true });
  for (const part of ["data/schema", "data/questions"])
    cpSync(`${root}/${part}`, join(repository, part), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(repository, file), text);
  return repository;
}

function run(words: string[], repository: string, from = repository): { code: number; out: string; error: string } {
  const texts = { out: "", error: "" };
  const code = runCheck(words, {
    root: repository,
    folder: from,
    today,
    site: "https://example.org/",
    print: (text) => (texts.out += text),
    printError: (text) => (texts.error += text),
  });
  return { code, ...texts };
}

const clean = makeRepository("clean");
const unread = makeRepository("unread");
mkdirSync(join(unread, "data/datasets/2013"));
for (const name of ["data/datasets/2013/x.yaml", "data/datasets/Y Z.yml", "data/datasets/.hidden.yaml"])
  writeFileSync(join(unread, name), "a: b\n");
symlinkSync("sample-study.yaml", join(unread, "data/datasets/link.yaml"));
symlinkSync("data/datasets/sample-study.yaml", join(unread, "outside.yaml"));
const faulty = makeRepository("faulty", {
  "data/sources/sample-study.yaml": change("source", "kind: vendor-paper", "kind: vendor-papers"),
  "data/findings/sample-finding.yaml": change("finding", "  - e1000", "  - e1001").replace("topic: mechanism\n", ""),
});

describe("npm run check", () => {
  it("says how many records are right and returns 0", () => {
    assert.deepEqual(run([], clean), { code: 0, out: "49 records, no problems\n", error: "" });
  });
  it("prints each problem with its place and help, then the count, and returns 1", () => {
    const { code, out, error } = run([], faulty);
    assert.equal(code, 1);
    assert.equal(error, "");
    assert.deepEqual(out.split("\n"), [
      'data/findings/sample-finding.yaml:2:1  schema  "topic" is missing',
      "    help: Topic. change: a later release added, renamed or removed something. accepted: mechanism, throughput, latency, cpu, packet-rate, compatibility, driver, requirement, problem, method, default, change. See content/contribute/checks/schema.md",
      'data/findings/sample-finding.yaml:4:5  ids-declared  "e1001" is not declared in data/adapters',
      '    help: did you mean "e1000"? See content/contribute/checks/ids-declared.md',
      'data/sources/sample-study.yaml:9:7  schema  "kind" is "vendor-papers", which is not accepted',
      out.split("\n")[5] ?? "",
      "3 problems in 2 files",
      "",
    ]);
    assert.match(out.split("\n")[5] ?? "", /^ {4}help: did you mean "vendor-paper"\? accepted: /);
  });
  it("reports about named files only, wherever it is called", () => {
    const { code, out } = run(["sample-study.yaml"], faulty, join(faulty, "data/sources"));
    assert.equal(code, 1);
    assert.match(out, /^data\/sources\/sample-study.yaml:9:7 .*\n.*\n1 problem in 1 file\n$/);
    assert.deepEqual(run(["data/rules/sample-rule.yaml"], faulty), {
      code: 0,
      out: "1 record, no problems\n",
      error: "",
    });
  });
  it("reports about all records of a folder that is named", () => {
    const { code, out } = run(["data/sources/"], faulty);
    assert.equal(code, 1);
    assert.match(out, /^data\/sources\/sample-study.yaml:9:7 .*\n.*\n1 problem in 1 file\n$/);
    assert.equal(run(["data/datasets"], clean).out, "2 records, no problems\n");
    assert.match(run(["data/datasets"], unread).out, /"2013" is a folder\n(?:.*\n)*3 problems in 3 files\n$/);
  });
  it("reports about all records if the folder that has them all is named", () => {
    for (const [word, from] of [["data"], ["data/"], ["."], ["..", "data/sources"]] as const)
      assert.equal(run([word], clean, join(clean, from ?? "")).out, "49 records, no problems\n", word);
    assert.equal(run(["data"], faulty).out, run([], faulty).out);
  });
  it("prints findings for programs", () => {
    const { code, out } = run(["--format", "json", "data/sources/sample-study.yaml"], faulty);
    const { records, findings } = JSON.parse(out) as { records: number; findings: { [name: string]: unknown }[] };
    assert.equal(code, 1);
    assert.equal(records, 1);
    assert.deepEqual(Object.keys(findings[0] ?? {}), ["file", "line", "col", "rule", "message", "help", "fixable"]);
    assert.deepEqual(JSON.parse(run(["--format=json"], clean).out), { records: 49, fixed: [], findings: [] });
  });
  it("explains its options and formats with --help, and checks nothing", () => {
    const { code, out, error } = run(["--help"], faulty);
    assert.deepEqual([code, error], [0, ""]);
    assert.match(out, /^usage: npm run check -- .*\n\nChecks all records/);
    for (const word of ["--fix  ", ...formats]) assert.ok(out.split("\n\n")[2]?.includes(word), word);
  });
});

describe("npm run check -- --fix", () => {
  const mistakes = {
    "data/sources/sample-study.yaml": `${change("source", "kind: vendor-paper", "kind: Vendor-Paper")}\n\n`,
    "data/findings/sample-finding.yaml": change("finding", "  - e1000", "  - e1001").replace(
      "platforms:\n  -",
      "platforms:",
    ),
  };
  const read = (repository: string, file: string): string => readFileSync(join(repository, file), "utf8");
  it("writes what is mechanical, says how much in which file, and goes on with what is left", () => {
    const repository = makeRepository("mechanical", mistakes);
    const { code, out } = run(["--fix"], repository);
    assert.equal(code, 1);
    assert.deepEqual(out.split("\n").slice(2), [
      "data/sources/sample-study.yaml  2 fixed",
      "data/findings/sample-finding.yaml  1 fixed",
      "3 problems fixed in 2 files; 1 problem left in 1 file",
      "",
    ]);
    assert.match(out, /^data\/findings\/sample-finding\.yaml:4:5 {2}ids-declared {2}"e1001"/);
    assert.equal(read(repository, "data/sources/sample-study.yaml"), textOf("source"));
    assert.match(read(repository, "data/findings/sample-finding.yaml"), /^platforms: \[vsphere\]$/m);
  });
  it("writes the files that are named and no others", () => {
    const repository = makeRepository("named", mistakes);
    const { code, out } = run(["--fix", "data/sources/sample-study.yaml"], repository);
    assert.equal(code, 0);
    assert.match(out, /\n2 problems fixed in 1 file; 1 record, no problems left\n$/);
    assert.equal(read(repository, "data/findings/sample-finding.yaml"), mistakes["data/findings/sample-finding.yaml"]);
  });
  it("writes nothing where nothing is wrong", () =>
    assert.deepEqual(run(["--fix"], clean), { code: 0, out: "49 records, no problems\n", error: "" }));
  it("says in its JSON what was fixed", () => {
    const { out } = run(["--fix", "--format", "json"], makeRepository("counted", mistakes));
    const { fixed } = JSON.parse(out) as { fixed: unknown };
    assert.deepEqual(fixed, [
      { file: "data/sources/sample-study.yaml", count: 2 },
      { file: "data/findings/sample-finding.yaml", count: 1 },
    ]);
  });
});

describe("npm run check returns 2, with one line that says why,", () => {
  for (const [what, words, expected] of [
    [
      "for a file that is not there",
      ["data/sources/absent.yaml"],
      /^check: there is no file data\/sources\/absent.yaml\n$/,
    ],
    [
      "for a file that is no record",
      ["data/schema/source.schema.json"],
      /^check: data\/schema\/source.schema.json is not a record: records are in data\/platforms, /,
    ],
    [
      "for a file in a folder below, which is not read",
      ["data/datasets/2013/x.yaml"],
      /^check: data\/datasets\/2013\/x.yaml is ignored: .* Move or rename it to data\/datasets\/x.yaml\n$/,
    ],
    ["for a folder below", ["data/datasets/2013"], /^check: data\/datasets\/2013 is ignored: /],
    [
      "for a file of another ending",
      ["data/datasets/Y Z.yml"],
      /^check: .* is ignored: .* data\/datasets\/y-z.yaml\n$/,
    ],
    ["for a link", ["data/datasets/link.yaml"], /^check: data\/datasets\/link.yaml is ignored: /],
    ["for a hidden file", ["data/datasets/.hidden.yaml"], /^check: .* is ignored: .* data\/datasets\/hidden.yaml/],
    ["for a link from elsewhere", ["outside.yaml"], /^check: outside.yaml is not a record: /],
    [
      "for a pattern that no shell has expanded",
      ["data/datasets/*.yaml"],
      /^check: there is no file data\/datasets\/\*.yaml; name files one by one, or a folder\n$/,
    ],
    [
      "for a name made to be obeyed",
      ["x\n::error::y\u001B[0m"],
      /^check: there is no file x\\u000a::error::y\\u001b\[0m\n$/,
    ],
    [
      "for an unknown option",
      ["--formt", "json"],
      /^check: unknown option "--formt"; did you mean "--format"\?; usage: .*\n$/,
    ],
    [
      "for an unknown format",
      ["--format", "jsn"],
      /^check: unknown format "jsn"; did you mean "json"\?; expected one of text, json, github, sarif\n$/,
    ],
    ["for a format that is left out", ["--format"], /^check: --format needs a value; usage: /],
  ] as const) {
    it(what, () => {
      const { code, out, error } = run([...words], unread);
      assert.equal(code, 2);
      assert.equal(out, "");
      assert.match(error, expected);
    });
  }
  it("when a schema cannot be read", () => {
    const broken = makeRepository("broken", { "data/schema/source.schema.json": "{" });
    const { code, error } = run([], broken);
    assert.equal(code, 2);
    assert.match(error, /^check: it failed: Error: .*source.schema.json cannot be read/);
  });
});
