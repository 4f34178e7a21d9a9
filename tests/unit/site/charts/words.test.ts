import assert from "node:assert/strict";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ChartProblems, readCharts } from "../../../../tools/site/charts/read-charts.ts";
import { listRows } from "../../../../tools/site/charts/rows.ts";
import { listSources, writeRunsText, writeSourceLine } from "../../../../tools/site/charts/chart-text.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";
import { charts, chartOf, knowledge, numbersIn, root, rowsOf } from "./support.ts";

const runsOf = (id: string): string => writeRunsText(chartOf(id).words, listRows(chartOf(id), knowledge), knowledge);
const sourcesOf = (id: string): string[] => listSources(chartOf(id).words, listRows(chartOf(id), knowledge), knowledge);

describe("the words of the charts", () => {
  for (const { id, words, spec } of charts) {
    const { data } = words;
    if (data.kind !== "records") continue;
    test(`contain no number that is not in the data: ${id}`, () => {
      const behind = JSON.stringify([
        ...knowledge.datasets.filter((dataset) => words.datasets.includes(dataset.id)),
        // The ends of an axis are the drawing's own.
        [...JSON.stringify(spec).matchAll(/"domain":\[[^\]]*\]/g)].map(([domain]) => domain.replaceAll(",", " ")),
      ]);
      const known = new Set(numbersIn(behind));
      const labels = data.rows.map(({ label = "", group = "" }) => `${label} ${group}`);
      const written = numbersIn(
        [words.title, words.finding, words.subtitle, words.caption, words.description, ...labels].join(" "),
      );
      assert.deepEqual(
        written.filter((number) => !known.has(number)),
        [],
      );
    });
  }

  for (const { id, words } of charts) {
    const { finding, data } = words;
    if (numbersIn(finding).length === 0 || (data.kind !== "records" && data.kind !== "pings")) continue;
    // Rows without values: the test of esx35-order counts them.
    if (rowsOf(id).every(({ winner }) => winner !== undefined)) continue;
    test(`state as a finding what the rows say of each adapter: ${id}`, () => {
      const rows = rowsOf(id).map((row) => ({ name: String(row.label || row.adapterName), row }));
      const named = finding.match(/(?:VMXNET3|virtio-net|E1000E|E1000|RTL8139)[^A-Z]*?(?=[,;] |$)/g) ?? [];
      assert.ok(named.length > 1);
      for (const part of named) {
        const [name = "", ...rest] = part.split(" ");
        const said = numbersIn(rest.join(" "));
        const known = rows
          .filter((row) => row.name === name)
          .flatMap(({ row }) =>
            [row.value, row.mean, row.median].map((value) => String(value)).concat(String(row.display)),
          );
        assert.ok(said.length > 0);
        for (const number of said)
          assert.ok(known.includes(number), `${name}: ${number} is none of ${known.join(", ")}`);
      }
    });
  }
  test("count the rows in which an adapter is ahead", () => {
    const rows = rowsOf("esx35-order");
    const count = (adapter: string, guest = ""): number =>
      rows.filter(({ winner, group }) => winner === adapter && String(group).startsWith(guest)).length;
    const { finding, caption } = chartOf("esx35-order").words;
    assert.equal(
      finding,
      `VMXNET2 is ahead in ${count("vmxnet2")} of ${rows.length} comparisons, E1000 in ${count("e1000")}`,
    );
    const of64 = rows.filter(({ group }) => String(group).startsWith("64-bit")).length;
    assert.ok(caption.includes(`VMXNET2 is ahead in ${count("vmxnet2", "64-bit")} of ${of64} comparisons.`));
  });
  test("of a chart with one run say so", () => {
    const { words } = chartOf("throughput-vmxnet3-e1000");
    assert.match(words.subtitle, /one run each/);
    assert.match(words.caption, /guests\s+differ/);
    assert.equal(runsOf("throughput-vmxnet3-e1000"), "One run of each configuration.");
  });
  test("of a chart without a stated number of runs say that", () => {
    assert.equal(runsOf("freebsd9-throughput"), "The number of runs is not stated.");
  });
  test("of the lost features say what the cells say", () => {
    const rows = listRows(chartOf("features-lost"), knowledge);
    const cells = (adapter: string, support: string): unknown[] =>
      rows.filter((row) => row.adapter === adapter && row.support === support).map(({ feature }) => feature);
    assert.equal(cells("vmxnet3", "yes").length, 10);
    assert.deepEqual(cells("sriov", "yes"), ["nic-sharing"]);
    assert.equal(cells("sriov", "no").length, 9);
    assert.deepEqual(cells("directpath-io", "yes"), []);
    assert.deepEqual(cells("directpath-io", "partial"), ["drs"]);
  });
  test("of a chart of statements claim no measurement", () => {
    assert.match(runsOf("features-lost"), /not measurement/);
  });
});

describe("the source line", () => {
  const lineOf = (id: string): string => writeSourceLine(sourcesOf(id), knowledge);
  test("names author, title and year", () => {
    assert.equal(
      lineOf("throughput-vmxnet3-e1000"),
      "Source: Rickard Nobel, VMXNET3 vs E1000E and E1000 (part 1 and part 2), 2013.",
    );
  });
  test("gives the year of a full date", () => assert.match(lineOf("freebsd9-throughput"), /, 2012\.$/));
  test("names the publisher where there is another author", () =>
    assert.match(writeSourceLine(["directpath-io-2010"], knowledge), /Lenin Singaravelu, VMware, /));
  test("counts sources when there are many", () =>
    assert.match(lineOf("features-lost"), /^Sources: \d+ documents of .+ and .+\.$/));
  test("lists each source once", () => {
    const sources = sourcesOf("features-lost");
    assert.equal(new Set(sources).size, sources.length);
  });
});

describe("reading charts", () => {
  const folder = makeTemporaryFolder();
  cpSync(join(root, "assets/charts"), join(folder, "assets/charts"), { recursive: true });

  const fault = (name: string, text: string): string => {
    const file = join(folder, "assets/charts", name);
    writeFileSync(file, text);
    try {
      readCharts(folder);
    } catch (error) {
      if (error instanceof ChartProblems) return error.message;
      throw error;
    } finally {
      rmSync(file);
    }
    return "";
  };

  test("refuses words without a specification", () =>
    assert.match(fault("lost.yaml", "title: Lost"), /lost\.yaml {2}has no specification lost\.vl\.json/));
  test("takes the specification that the words name, if there is one", () => {
    assert.doesNotMatch(fault("lost.yaml", "title: Lost\nspec: ratios"), /has no specification/);
    assert.match(fault("lost.yaml", "title: Lost\nspec: none"), /lost\.yaml {2}has no specification none\.vl\.json/);
  });
  test("refuses a specification without words", () =>
    assert.match(fault("lost.vl.json", "{}"), /lost\.vl\.json {2}belongs to no chart/));
  test("refuses files that are neither", () =>
    assert.match(fault("notes.txt", "x"), /notes\.txt {2}belongs to no chart/));

  test("names the file and the line of a syntax error, and nothing else", () => {
    assert.match(
      fault("lost.yaml", "title: a: b\n"),
      /^assets\/charts\/lost\.yaml {2}Nested mappings .* at line 1, column \d+$/,
    );
    assert.match(fault("lost.vl.json", "{"), /^assets\/charts\/lost\.vl\.json {2}.*JSON.*$/);
  });
  test("refuses a file without words", () => {
    writeFileSync(join(folder, "assets/charts/empty.vl.json"), "{}");
    assert.match(fault("empty.yaml", ""), /empty\.yaml {2}\/ {2}must be object/);
    rmSync(join(folder, "assets/charts/empty.vl.json"));
  });

  test("says what is wrong with the words, and where", () => {
    const good = chartOf("freebsd9-throughput").words;
    const table: [Partial<typeof good> & Record<string, unknown>, RegExp][] = [
      [{ place: "no address" }, /\/place {2}must match pattern/],
      [{ datasets: [] }, /\/datasets {2}lacks "freebsd9-drivers-2012"/],
      [
        { datasets: ["freebsd9-drivers-2012", "nobel-vmxnet3-2013"] },
        /\/datasets {2}has "nobel-vmxnet3-2013", of which no row is drawn/,
      ],
      [{ colour: "red" }, /must NOT have additional properties: "colour"$/],
      [{ data: { kind: "records", rows: [] } }, /\/data\/rows {2}must NOT have fewer than 1 items/],
    ];
    for (const [change, message] of table) {
      writeFileSync(join(folder, "assets/charts/faulty.vl.json"), "{}");
      assert.match(fault("faulty.yaml", JSON.stringify({ ...good, ...change })), message);
    }
    rmSync(join(folder, "assets/charts/faulty.vl.json"));
  });
});
