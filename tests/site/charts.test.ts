import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element } from "./support/site.ts";

interface Uncharted {
  id: string;
  title: string;
  recorded: string;
  rows: string;
  charts: string[];
  beside: string;
}

test("each chart is listed with its small picture, which is part of the page and not read aloud", () => {
  const items = findAll(readPageAt("/charts/"), "li").filter((item) =>
    findAll(item, "svg").some((svg) => attribute(svg, "class") === "miniature"),
  );
  const listed = items.map((item) => {
    const [picture, ...others] = findAll(item, "svg", "img");
    assert.ok(picture && others.length === 0 && attribute(picture, "aria-hidden") === "true");
    assert.ok(findAll(picture, "path").length > 2, textOf(item));
    return findAll(item, "a").map((link) => attribute(link, "href"));
  });
  assert.deepEqual(
    listed.map(([path]) => path).sort(),
    readKnowledge<{ path: string }[]>("charts")
      .map(({ path }) => path)
      .sort(),
    "each once",
  );
  assert.ok(listed.every((links) => links.length === 1));
});

test("charts stand below questions in the order in which readers have them, none of them empty", () => {
  const groups = findAll(readPageAt("/charts/"), "section").filter(
    (section) => attribute(section, "class") === "chart-group",
  );
  const firsts = groups.map((group) => [
    textOf(findAll(group, "h2")[0] as Element),
    attribute(findAll(group, "a")[0] as Element, "href"),
  ]);
  assert.deepEqual(firsts, [
    ["Which adapter is faster", "/charts/throughput-vmxnet3-e1000/"],
    ["CPU cost of a packet", "/charts/cpu-savings-by-packet-rate/"],
    ["Speed ratios across all studies", "/charts/ratios/"],
    ["Effect of settings, drivers and back ends", "/charts/settings/"],
    ["Supported features by adapter and version", "/charts/features-lost/"],
  ]);
});

test("previous and next lead through the charts as they are listed, one question after the other", () => {
  const listed = findAll(readPageAt("/charts/"), "section")
    .filter((section) => attribute(section, "class") === "chart-group")
    .flatMap((group) => findAll(group, "a").map((link) => attribute(link, "href") ?? ""));
  assert.ok(listed.length > 1);
  for (const [index, path] of listed.entries()) {
    const ways = new Map(
      findAll(readPageAt(path), "a").flatMap((link) =>
        ["prev", "next"].includes(attribute(link, "rel") ?? "")
          ? [[attribute(link, "rel"), attribute(link, "href")]]
          : [],
      ),
    );
    assert.deepEqual([ways.get("prev"), ways.get("next")], [listed[index - 1], listed[index + 1]], path);
  }
});

describe("what no chart shows", () => {
  const uncharted = readKnowledge<Uncharted[]>("uncharted");
  const list = readPageAt("/charts/");
  const spaced = (text: string): string => text.replaceAll("\u00A0", " ");

  for (const { id, title, recorded, rows, charts, beside } of uncharted) {
    test(`is told below the charts, with what is recorded and where its rows are: ${id}`, () => {
      const heading = findById(list, id);
      assert.ok(heading && textOf(heading) === title);
      const item = heading.parentNode as Element;
      assert.ok(spaced(textOf(item)).includes(spaced(recorded)), textOf(item));
      const links = findAll(item, "a").flatMap((link) => attribute(link, "href") ?? []);
      for (const path of [rows, ...charts.map((chart) => `/charts/${chart}/`)]) assert.ok(links.includes(path), path);
    });
    if (beside !== "") {
      test(`is told beside the chart that comes nearest, too: ${id}`, () => {
        const section = findById(readPageAt(`/charts/${beside}/`), "not-drawn")?.parentNode as Element | undefined;
        assert.ok(section && spaced(textOf(section)).includes(spaced(recorded)));
        const links = findAll(section, "a").flatMap((link) => attribute(link, "href") ?? []);
        assert.ok(links.includes(rows));
        assert.ok(!links.includes(`/charts/${beside}/`));
      });
    }
  }
});
