import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkRecords } from "../../../tools/check/check-records.ts";
import type { Finding } from "../../../tools/check/rule.ts";
import { rules } from "../../../tools/check/rules.ts";
import { makeWorld } from "../../../tools/check/world.ts";
import type { AnyRecord, RecordFile, RecordSet } from "../../../tools/records/record.ts";
import { parseRecord } from "../../../tools/records/parse-record.ts";
import { fileOf } from "../../../tools/records/kinds.ts";
import type { Kind } from "../../../tools/records/kinds.ts";
import { change, checkInWorld, samples, say, schemas, textOf, today, world } from "./support/world.ts";

/** Checks the small world with changed or added records, given by kind, id and text. */
function check(
  changes: [kind: Kind, id: string, text: string][],
  { files, ...parts }: Partial<RecordSet> & { files?: string[] } = {},
): Finding[] {
  const set = { ...world, records: [...world.records], unreadable: [] as RecordFile[], ...parts };
  for (const [kind, id, text] of changes) {
    const source = { kind, id, file: fileOf(kind, id), text };
    const { record } = parseRecord(source);
    set.records = set.records.filter(({ file }) => file !== source.file);
    if (record) set.records.push(record as AnyRecord);
    else set.unreadable.push(source);
  }
  return checkRecords(makeWorld({ set, schemas, today, ...(files ? { files: new Set(files) } : {}) }));
}

describe("rules", () => {
  it("have names of their own that say what they assert", () => {
    const names = rules.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/);
  });
  it("say in a sentence what they assert", () => {
    for (const { summary } of rules) assert.match(summary, /^[A-Z].*[^.]\.$/);
  });
  it("find nothing in a repository that is right", () => assert.deepEqual(say(check([])), []));
});

describe("all mistakes in one run", () => {
  it("are found, each once, sorted by file and line", () => {
    const dataset = change("dataset", "value: 2.65", "value: 2.56")
      .replace("topology: same-host", "topology: nowhere")
      .replace("value: 69", "value: 69\n    unit: Mbit/s")
      .replace("relativeTo: e1000", "relativeTo: e1001")
      .replace("quotedAs: '2.65'\n", "quotedAs: '2.56'\n");
    const findings = check([
      ["dataset", samples.dataset, dataset],
      ["finding", samples.finding, change("finding", "source: sample-study", "source: sample")],
    ]);
    assert.deepEqual(
      findings.map(({ file, rule }) => [file, rule]),
      [
        ["data/datasets/sample-study.yaml", "schema"],
        ["data/datasets/sample-study.yaml", "number-in-quote"],
        ["data/datasets/sample-study.yaml", "units-fit-metric"],
        ["data/datasets/sample-study.yaml", "ids-declared"],
        ["data/findings/sample-finding.yaml", "ids-declared"],
      ],
    );
    assert.deepEqual(
      [...findings].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)),
      findings,
    );
  });
});

describe("what is broken in one record", () => {
  it("is not held against those who cite it by id", () => {
    const findings = check([["dataset", samples.dataset, "title: [\n"]]);
    assert.deepEqual(say(findings), []);
  });
  it("is not held against those who cite one of its rows", () => {
    const findings = checkInWorld("dataset", change("dataset", "id: e1000-stream", "id: E1000 stream"));
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ["schema"],
    );
  });
  it("is not held against those who use one of its names", () => {
    const findings = checkInWorld("guest", change("guest", "    - rhel9_64Guest", "    - 9"));
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ["schema"],
    );
  });
  it("does not make its sources look forgotten", () => {
    const text = `${textOf("finding")}condition: [\n`;
    const source = textOf("source").replace("A study", "Another study");
    const finding = text.replace("source: sample-study", "source: other-study");
    assert.deepEqual(
      say(
        check([
          ["source", "other-study", source],
          ["finding", samples.finding, finding],
        ]),
      ),
      [],
    );
  });
});

describe("file-name", () => {
  it("names files without the ending and suggests one", () => {
    const [finding] = check([], { strays: ["data/sources/My Study.yml"] });
    assert.equal(finding?.message, '"My Study.yml" is not a record: records end in .yaml');
    assert.match(finding?.help ?? "", /my-study\.yaml/);
  });
  it("suggests the folder that was meant", () => {
    const [finding] = check([], { strays: ["data/dataset/"] });
    assert.equal(finding?.rule, "file-name");
    assert.match(finding?.help ?? "", /did you mean "datasets"/);
  });
  it("tells folders, links and files in the wrong place apart", () => {
    const strays = ["data/sources/mine/", "data/sources/other.yaml", "data/study.yaml"];
    assert.deepEqual(
      check([], { strays }).map(({ message }) => message),
      ['"mine" is a folder', '"other.yaml" is a link', '"study.yaml" is not in a folder of records'],
    );
  });
});

describe("yaml", () => {
  it("reports what is wrong with a file and goes on with the record", () => {
    const text = `\uFEFF${change("source", "published: '2012-05-06'", "published: 2012")}`.replaceAll("\n", "\r\n");
    const findings = checkInWorld("source", text);
    assert.deepEqual(
      findings.map(({ rule, line }) => [rule, line]),
      [
        ["yaml", 1],
        ["yaml", 1],
        ["schema", 7],
      ],
    );
  });
});

describe("orders-unique", () => {
  const twin = change("adapter", "order: 10", "order: 20");
  it("suggests the next free number", () => {
    const [finding] = check([["adapter", samples.adapter, twin]]);
    assert.equal(finding?.help, "the next free adapter order is 21");
  });
  it("lets records of different kinds have the same number", () =>
    assert.deepEqual(say(checkInWorld("step", textOf("step"))), []));
  it("reports the record that was asked about, whichever comes first", () => {
    for (const [file, holder] of [
      ["data/adapters/vmxnet3.yaml", "data/adapters/e1000.yaml"],
      ["data/adapters/e1000.yaml", "data/adapters/vmxnet3.yaml"],
    ] as const) {
      const findings = check([["adapter", samples.adapter, twin]], { files: [file] });
      assert.deepEqual(
        findings.map((finding) => [finding.file, finding.message]),
        [[file, `order 20 is taken by ${holder}`]],
      );
    }
  });
});

describe("aliases-unique", () => {
  it("compares names without case", () => {
    const [finding] = checkInWorld("adapter", change("adapter", "- VirtualVmxnet3", "- VIRTUALE1000"));
    assert.equal(finding?.rule, "aliases-unique");
  });
  it("knows the form that a vSphere id has in .vmx files", () => {
    const first = change("guest", "- rhel9_64Guest", "- rhel9_64Guest\n    - windows2019srv_64Guest");
    const second = change("guest", "names: []", "names:\n    - windows2019srv-64", "other-32");
    const findings = check([
      ["guest", samples.guest, first],
      ["guest", "other-32", second],
    ]);
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ["aliases-unique"],
    );
    assert.match(findings[0]?.message ?? "", /^"windows2019srv-64" is already a name of /);
  });
  it("lets an osinfo id be shared by bitness but not within one", () => {
    const shared = change("guest", "osinfo: []", "osinfo:\n    - rhel9", "other-32");
    assert.deepEqual(say(check([["guest", "other-32", shared]])), []);
    const [finding] = check([["guest", "other-32", shared.replace("bitness: 32", "bitness: 64")]]);
    assert.equal(finding?.message, '"rhel9" is already a name of data/guests/rhel9-64.yaml, with 64 bits');
  });
  it("knows the flags of questions", () => {
    const own = change("question", "flagAliases: [vt-d]", "flagAliases: [vt-d, sample-question]");
    assert.deepEqual(say(checkInWorld("question", own)), []);
    const [taken] = checkInWorld("question", change("question", "[vt-d]", "[vt-d, sample-choice]"));
    assert.equal(taken?.message, '"sample-choice" is already a flag of data/questions/sample-choice.yaml');
  });
  it("lets an adapter repeat its own name", () => {
    assert.deepEqual(say(checkInWorld("adapter", change("adapter", "- VirtualVmxnet3", "- vmxnet3"))), []);
  });
});

describe("keys-in-order", () => {
  const swapped = (comment: string): string =>
    change("rule", "platform: [vsphere]\n  platformVersion:\n    atLeast: '4.0'\n    below: '9.0'", "HOLE").replace(
      "  HOLE",
      `${comment}  platformVersion:\n    atLeast: '4.0'\n    below: '9.0'\n  platform: [vsphere]`,
    );
  it("moves the keys of a condition", () => {
    const [finding] = checkInWorld("rule", swapped(""));
    assert.equal(finding?.rule, "keys-in-order");
    assert.match(finding.help ?? "", /; run npm run check -- --fix$/);
  });
  it("says why it leaves keys below a comment", () => {
    const [finding] = checkInWorld("rule", swapped("  # Since 4.0.\n"));
    assert.match(
      finding?.help ?? "",
      /; move the lines yourself: --fix cannot tell to which keys the comments belong$/,
    );
  });
});

describe("dates-not-in-future", () => {
  for (const date of ["2024-02-29", "2026", "2026-06", "2026-06-15"]) {
    it(`accepts ${date} on ${today}`, () =>
      assert.deepEqual(say(checkInWorld("source", change("source", "2026-01-02", date))), []));
  }
  for (const date of ["2023-02-29", "2027", "2026-07", "2026-06-16"]) {
    it(`refuses ${date} on ${today}`, () =>
      assert.deepEqual(
        checkInWorld("source", change("source", "2026-01-02", date)).map(({ rule }) => rule),
        ["dates-not-in-future"],
      ));
  }
});

describe("ids-declared", () => {
  it("finds a guest by its .vmx form and a feature by its alias", () => {
    const text = change("rule", "guest: RHEL9_64guest", "guest: rhel9-64", "other-rule");
    assert.deepEqual(say(check([["rule", "other-rule", text]])), []);
  });
  it("looks for a mode in every adapter of a step", () => {
    const [finding] = checkInWorld("step", change("step", "  - sriov", "  - sriov\n  - e1000"));
    assert.equal(finding?.message, '"direct" is not a mode of data/adapters/e1000.yaml on vsphere');
    assert.equal(finding?.help, "remove mode, or add the mode there");
  });
  it("says which file is missing when nothing is near", () => {
    const [finding] = checkInWorld("finding", change("finding", "source: sample-study", "source: zzz"));
    assert.match(finding?.help ?? "", /to cite a new record, write data\/sources\/zzz\.yaml first$/);
  });
});
