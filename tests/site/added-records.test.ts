import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { createAdvisor, type Advisor } from "../../advisor/index.ts";
import type { Knowledge } from "../../advisor/knowledge/knowledge.ts";
import { findPlatform } from "../../advisor/questions/questions.ts";
import { fillSteps } from "../../advisor/steps/fill-steps.ts";
import { withKeptMac } from "../../advisor/steps/fill-code.ts";
import { checkRecords } from "../../tools/check/check-records.ts";
import { loadSchemas } from "../../tools/check/schema/load-schemas.ts";
import { makeWorld } from "../../tools/check/world.ts";
import { openRecordCache } from "../../tools/records/record-cache.ts";
import { loadRecords } from "../../tools/records/load-records.ts";
import type { RecordSet } from "../../tools/records/record.ts";
import { authoredRecords } from "../authored-records.ts";
import { paintAdapter, paintRole } from "../../tools/site/charts/theme.ts";
import type { Outputs } from "../../tools/site/compile/compile.ts";
import { compileRecords } from "../../tools/site/compile/main.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";
import { renderSite } from "./support/render-site.ts";
import { attribute, findAll, findById, findEntry, readPages, textOf } from "./support/site.ts";
import type { Page } from "./support/site.ts";

const home = join(import.meta.dirname, "../..");
const folder = makeTemporaryFolder();
let set: RecordSet;
let files: Outputs = new Map();
let pages: Page[] = [];
let knowledge: Knowledge;
let advisor: Advisor;

before(async () => {
  cpSync(join(home, "data"), join(folder, "data"), { recursive: true });
  cpSync(join(home, "tests/data/added/platform"), join(folder, "data"), { recursive: true });
  for (const [file, to] of [
    ["ipv6-heavy", "questions"],
    ["ipv6-needs-another-adapter", "rules"],
  ])
    cpSync(join(home, `tests/data/added/question/${file}.yaml`), join(folder, `data/${to}/${file}.yaml`));
  const study = join(folder, "data/datasets/nobel-vmxnet3-2013.yaml");
  const contributors =
    "contributors:\n  - { name: A. Contributor, url: https://example.org/a-contributor }\n  - { name: B. Second }\n";
  writeFileSync(study, readFileSync(study, "utf8").replace(/^measurements:/m, `${contributors}$&`));
  set = loadRecords(folder, openRecordCache(home));
  files = compileRecords(home, set);
  await renderSite(home, folder, files, [
    "/advisor",
    "/compare",
    "/embed",
    "/adapters/samplenic",
    "/guests/other-linux",
    "/rules",
    "/benchmarks/nobel-vmxnet3-2013",
  ]);
  pages = readPages(join(folder, "site"));
  knowledge = JSON.parse(String(files.get("advisor/knowledge.json"))) as Knowledge;
  advisor = createAdvisor(knowledge);
});

const page = (path: string): Page => {
  const found = pages.find((one) => one.path === path);
  assert.ok(found, `there is no ${path}`);
  return found;
};
const given = { platform: "samplev", guest: "sample-linux-64", guestDrivers: true };

/** A platform is records: two adapters, a guest, two features, a step, a rule and what they cite. Nothing else is changed. */
describe("a platform that is added as records", () => {
  test("passes the check", () => {
    const world = makeWorld({
      set,
      schemas: loadSchemas(folder),
      today: new Date().toISOString().slice(0, 10),
    });
    assert.deepEqual(checkRecords(world), []);
  });

  test("gets advice in its own words, with its steps and its way to read the host", () => {
    const { recommended, summary, verdicts, assumptions, steps, validation } = advisor.advise(given);
    assert.equal(recommended, "samplenic");
    assert.match(summary, /^Use SampleNIC\. /);
    assert.deepEqual(
      verdicts.map(({ name }) => name),
      ["SampleNIC", "SampleOld"],
    );
    assert.ok(assumptions.some(({ text }) => text === "Assumed: SampleV 2.0."));
    assert.deepEqual(
      steps.map(({ id }) => id),
      ["samplectl-add-samplenic", "sample-center-add-samplenic"],
    );
    assert.ok(validation);
    assert.doesNotMatch(JSON.stringify(advisor.advise(given)), /esxtop|VMware|virtio|QEMU/);
  });

  test("excludes what its features exclude, and what lacks its drivers", () => {
    const paused = advisor.advise({ ...given, requires: ["sample-pause"] });
    assert.equal(paused.recommended, "sampleold");
    assert.match(paused.verdicts.at(-1)?.reasons[0]?.text ?? "", /^SampleNIC does not support SamplePause/);
    assert.equal(advisor.recommend({ ...given, guestDrivers: false }), "sampleold");
  });

  test("knows its product's types, its addresses and its tools", () => {
    assert.equal(advisor.advise({ platform: "samplev", guest: "smpl" }).situation.guest, "sample-linux-64");
    const platform = findPlatform(knowledge, "samplev");
    const fill = (mac: string): string =>
      fillSteps(advisor.advise(given).steps, withKeptMac({ mac }, platform), "left out")[0]?.code ?? "";
    assert.match(fill("02:5a:10:00:00:01"), /--mac 02:5a:10:00:00:01$/);
    assert.doesNotMatch(fill("02:5a:01:00:00:01"), /--mac/);
    assert.equal(platform?.tools.samplectl?.name, "SampleCtl");
  });

  test("has pages: its adapters, its guest, its features, and a table of what they keep", () => {
    assert.match(textOf(page("/adapters/samplenic/").elements[0] ?? assert.fail()), /SampleNIC/);
    assert.match(textOf(findById(page("/guests/other-linux/"), "sample-linux-64") ?? assert.fail()), /SampleNIC/);
    assert.ok(findById(page("/compare/"), "sample-pause"));
    assert.match(textOf(page("/adapters/samplenic/").elements[0] ?? assert.fail()), /SampleCtl/);
    assert.ok(findById(page("/compare/"), "samplev"));
    assert.match(textOf(findEntry(page("/rules/"), "samplenic-first") ?? assert.fail()), /Sample Hypervisor/);
  });

  test("has adapters whose marks are grey until a sheet names their colour", () => {
    const [mark] = findAll(page("/adapters/samplenic/"), "svg").filter((one) => attribute(one, "class") === "mark");
    assert.ok(mark);
    assert.equal(attribute(mark, "fill"), "var(--adapter-samplenic, var(--chart-muted))");
    const sheet = readFileSync(join(home, "assets/css/marks.css"), "utf8");
    assert.match(sheet, /^\.mark \{[^}]*\bcolor: var\(--chart-muted\);/m);
    assert.equal(paintAdapter("samplenic", "page"), paintRole("muted", "page"));
  });

  test("has steps whose titles do not repeat the tool's name, whatever characters are in it", () => {
    const step = findById(page("/adapters/samplenic/"), "step-sample-center-add-samplenic") ?? assert.fail();
    assert.match(textOf(step).trim(), /^Add a SampleNIC\s+Choose SampleNIC in Sample Center \(S\+\+\)\./);
  });

  test("is offered beside the other platforms while the advisor loads", () => {
    const waits = page("/advisor/").elements.find((one) => attribute(one, "class") === "advice-machine");
    assert.ok(waits);
    for (const { id, name } of knowledge.platforms)
      if (id !== "vsphere") assert.match(textOf(waits), new RegExp(`Change to ${name}`));
  });

  test("is a choice of the advisor's form, with its releases and adapters", () => {
    const form = page("/advisor/");
    assert.ok(findAll(form, "option").some((option) => attribute(option, "value") === "samplev"));
    assert.equal(
      findAll(form, "optgroup").filter((group) => attribute(group, "data-platform") === "samplev").length,
      2,
    );
  });

  test("has files of the API", () => {
    for (const [kind, id] of [
      ["platforms", "samplev"],
      ["adapters", "samplenic"],
      ["guests", "sample-linux-64"],
      ["features", "sample-move"],
      ["rules", "samplenic-first"],
      ["steps", "samplectl-add-samplenic"],
    ] as const)
      assert.equal((JSON.parse(String(files.get(`static/api/v1/${kind}/${id}.json`))) as { id: string }).id, id);
    assert.ok(readdirSync(join(home, "tests/data/added/platform")).length > 7);
  });
});

describe("a question that is added as a record", () => {
  test("is asked by the page's form and named in the table of attributes", () => {
    const inputs = findAll(page("/advisor/"), "input").filter((input) => attribute(input, "name") === "ipv6Heavy");
    assert.deepEqual(
      inputs.map((input) => attribute(input, "value")),
      ["true", "false", ""],
    );
    assert.match(textOf(findById(page("/embed/"), "field-ipv6-heavy") ?? assert.fail()), /ipv6-heavy.*IPv6/s);
    assert.equal(
      (JSON.parse(String(files.get("static/api/v1/questions/ipv6-heavy.json"))) as { id: string }).id,
      "ipv6-heavy",
    );
  });
});

test("a record that is gone is reported with the files that name it, outside data/ too", () => {
  const records = authoredRecords.records.filter(({ id }) => id !== "freebsd-vtnet-2011");
  assert.throws(
    () => compileRecords(home, { ...authoredRecords, records }),
    /"freebsd-vtnet-2011" is not in data\/datasets\.\nWrite the id of another record[\s\S]*\n {2}assets\/charts\/freebsd-vtnet-directions\.yaml:\d+/,
  );
});

test("a dataset names on its page the people who sent it", () => {
  const facts = page("/benchmarks/nobel-vmxnet3-2013/").elements.find(
    (element) => element.tagName === "dd" && textOf(element).includes("A. Contributor"),
  );
  assert.ok(facts);
  assert.match(textOf(facts).trim(), /^A\. Contributor ?, B\. Second$/);
  assert.ok(
    findAll(page("/benchmarks/nobel-vmxnet3-2013/"), "a").some(
      (link) => attribute(link, "href") === "https://example.org/a-contributor",
    ),
  );
});
