import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { printReport } from "../../../../tools/check/report.ts";
import type { Report } from "../../../../tools/check/report.ts";
import type { Finding } from "../../../../tools/check/rule.ts";
import { rules } from "../../../../tools/check/rules.ts";
import { change, checkInWorld } from "../support/world.ts";

const plain: Finding = {
  file: "data/sources/a.yaml",
  line: 3,
  col: 7,
  rule: "ids-declared",
  message: '"a" is not declared',
};
const awkward: Finding = {
  file: "data/sources/50%,a:b.yaml",
  line: 1,
  col: 1,
  rule: "schema",
  message: "100% of\r\nit, or: none",
  help: "did you mean it?",
  fix: { edits: [{ start: 2, end: 4, text: "x" }], changes: [] },
};
const report = (parts: Partial<Report> = {}): Report => ({
  findings: [plain, awkward],
  records: 5,
  fixed: new Map(),
  rules,
  site: "https://example.org/atlas/",
  ...parts,
});

describe("a report as text", () => {
  it("names the place, the rule, the message, the help and the page", () =>
    assert.deepEqual(
      printReport(report({ findings: [plain, { ...plain, help: "write it first" }] }), "text").split("\n"),
      [
        'data/sources/a.yaml:3:7  ids-declared  "a" is not declared',
        "    help: See content/contribute/checks/ids-declared.md",
        'data/sources/a.yaml:3:7  ids-declared  "a" is not declared',
        "    help: write it first. See content/contribute/checks/ids-declared.md",
        "2 problems in 1 file",
        "",
      ],
    ));
  it("prints the help of a repeated message once, and each place", () => {
    const other = { ...plain, line: 9, message: '"b" is not declared' };
    assert.deepEqual(
      printReport(report({ findings: [plain, { ...plain, line: 4 }, other, { ...plain, line: 12 }] }), "text").split(
        "\n",
      ),
      [
        'data/sources/a.yaml:3:7  ids-declared  "a" is not declared',
        "    help: See content/contribute/checks/ids-declared.md",
        'data/sources/a.yaml:4:7  ids-declared  "a" is not declared',
        'data/sources/a.yaml:9:7  ids-declared  "b" is not declared',
        "    help: See content/contribute/checks/ids-declared.md",
        'data/sources/a.yaml:12:7  ids-declared  "a" is not declared',
        "4 problems in 1 file",
        "",
      ],
    );
  });
  it("says what was fixed, file by file, and what is left", () => {
    const fixed = new Map([
      ["data/sources/a.yaml", 2],
      ["data/sources/b.yaml", 1],
    ]);
    assert.deepEqual(printReport(report({ findings: [], fixed }), "text").split("\n"), [
      "data/sources/a.yaml  2 fixed",
      "data/sources/b.yaml  1 fixed",
      "3 problems fixed in 2 files; 5 records, no problems left",
      "",
    ]);
    assert.match(
      printReport(report({ fixed }), "text"),
      /\n3 problems fixed in 2 files; 2 problems left in 2 files\n$/,
    );
  });
});

describe("a report as JSON", () => {
  it("says the same to programs, and which findings have a fix", () =>
    assert.deepEqual(JSON.parse(printReport(report({ fixed: new Map([["data/sources/a.yaml", 2]]) }), "json")), {
      records: 5,
      fixed: [{ file: "data/sources/a.yaml", count: 2 }],
      findings: [
        { ...plain, fixable: false },
        {
          file: awkward.file,
          line: 1,
          col: 1,
          rule: "schema",
          message: awkward.message,
          help: awkward.help,
          fixable: true,
        },
      ],
    }));
});

describe("a report for GitHub", () => {
  const lines = printReport(report(), "github").split("\n");
  it("is one command a finding, then the count", () => {
    assert.equal(
      lines[0],
      '::error file=data/sources/a.yaml,line=3,col=7,title=ids-declared::"a" is not declared%0ASee content/contribute/checks/ids-declared.md',
    );
    assert.deepEqual(lines.slice(2), ["2 problems in 2 files", ""]);
  });
  it("escapes what ends a command, a property or an escape", () =>
    assert.equal(
      lines[1],
      "::error file=data/sources/50%25%2Ca%3Ab.yaml,line=1,col=1,title=schema::" +
        "100%25 of%0D%0Ait, or: none%0Ahelp: did you mean it?%0ASee content/contribute/checks/schema.md",
    ));
  it("is the count alone where nothing is wrong", () =>
    assert.equal(printReport(report({ findings: [] }), "github"), "5 records, no problems\n"));
});

interface Sarif {
  $schema: string;
  version: string;
  runs: {
    tool: {
      driver: {
        name: string;
        rules: { id: string; shortDescription: { text: string }; help: { text: string }; helpUri: string }[];
      };
    };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: {
        physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number; startColumn: number } };
      }[];
      fixes?: { artifactChanges: { replacements: object[] }[] }[];
    }[];
  }[];
}

describe("a report as SARIF", () => {
  const log = JSON.parse(printReport(report(), "sarif")) as Sarif;
  const [run] = log.runs;
  it("is a log of version 2.1.0 with one run", () => {
    assert.equal(log.version, "2.1.0");
    assert.match(log.$schema, /sarif-schema-2\.1\.0\.json$/);
    assert.equal(log.runs.length, 1);
  });
  it("describes every rule, with the address of its page", () =>
    assert.deepEqual(
      run?.tool.driver.rules.map(({ id, shortDescription, helpUri }) => [
        id,
        shortDescription.text,
        new URL(helpUri).href,
      ]),
      rules.map(({ name, summary }) => [name, summary, `https://example.org/atlas/contribute/checks/#${name}`]),
    ));
  it("names the page in the repository where no site is known", () => {
    const { site: _, ...rest } = report();
    const [alone] = (JSON.parse(printReport(rest, "sarif")) as Sarif).runs;
    assert.equal(alone?.tool.driver.rules[0]?.helpUri, undefined);
    assert.equal(alone?.tool.driver.rules[0]?.help.text, `See content/contribute/checks/${rules[0]?.name}.md`);
  });
  it("places every result, and names its rule by id and index", () => {
    const [first] = run?.results ?? [];
    assert.equal(first?.level, "error");
    assert.equal(first?.ruleId, "ids-declared");
    assert.equal(run?.tool.driver.rules[first?.ruleIndex ?? -1]?.id, "ids-declared");
    assert.deepEqual(first?.locations[0]?.physicalLocation, {
      artifactLocation: { uri: "data/sources/a.yaml", uriBaseId: "%SRCROOT%" },
      region: { startLine: 3, startColumn: 7 },
    });
    assert.equal(first?.message.text, '"a" is not declared');
  });
  it("writes a file name as an address", () =>
    assert.equal(run?.results[1]?.locations[0]?.physicalLocation.artifactLocation.uri, "data/sources/50%25,a:b.yaml"));
  it("carries the fix where there is one", () => {
    assert.deepEqual(run?.results[1]?.fixes?.[0]?.artifactChanges[0]?.replacements, [
      { deletedRegion: { charOffset: 2, charLength: 2 }, insertedContent: { text: "x" } },
    ]);
    assert.equal(run?.results[0]?.fixes, undefined);
  });
  it("has a result for what the checker finds", () => {
    const findings = checkInWorld("source", change("source", "kind: vendor-paper", "kind: Vendor-Paper"));
    const { runs } = JSON.parse(printReport(report({ findings }), "sarif")) as Sarif;
    assert.equal(runs[0]?.results[0]?.ruleId, "schema");
    assert.equal(runs[0]?.results[0]?.fixes?.length, 1);
  });
});

describe("a report of names that were made to be obeyed", () => {
  const file = "data/sources/\u001B[31mred\n::error::a\u202Etxt\u009B.yaml";
  const hostile: Finding = {
    ...plain,
    file,
    message: "::error::made up ##[error]\u001B[0m\u200B",
    help: "\u2028::warning::x",
  };
  for (const format of ["text", "json", "github", "sarif"] as const) {
    it(`shows control characters and invisible ones as escapes: ${format}`, () => {
      const printed = printReport(report({ findings: [hostile], fixed: new Map([[file, 1]]) }), format);
      assert.doesNotMatch(printed.replaceAll("\n", ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      assert.match(printed, /\\u001b\[/);
      if (format !== "github") assert.doesNotMatch(printed, /##\[/);
      const commands = printed.split("\n").filter((line) => line.trimStart().startsWith("::"));
      assert.equal(commands.length, format === "github" ? 1 : 0);
    });
  }
  it("says the same to programs as without the escapes", () => {
    const { findings } = JSON.parse(printReport(report({ findings: [hostile] }), "json")) as { findings: Finding[] };
    assert.deepEqual(
      [findings[0]?.file, findings[0]?.message, findings[0]?.help],
      [hostile.file, hostile.message, hostile.help],
    );
  });
});

describe("a report of the same over and over", () => {
  it("tells the first ten of more than fifty of a kind in each file, and how many more there are", () => {
    const many = ["a", "b"].flatMap((name) =>
      Array.from(
        { length: 75 },
        (_, line): Finding => ({
          ...plain,
          file: `data/sources/${name}.yaml`,
          line,
          message: `"${name}${line}" is not declared`,
        }),
      ),
    );
    for (const format of ["text", "github"] as const) {
      const lines = printReport(report({ findings: [...many, awkward] }), format).split("\n");
      assert.equal(lines.filter((line) => line.includes("is not declared")).length, 20);
      assert.equal(lines.filter((line) => line.includes('9" is not declared, and 65 more like this')).length, 2);
      assert.equal(lines.at(-2), "151 problems in 3 files");
    }
  });
});
