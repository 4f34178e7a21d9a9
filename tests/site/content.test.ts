import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

describe("without script, the advisor's page", () => {
  const page = readPageAt("/advisor/");
  const form = findById(page, "advisor-form");

  test("has a form that any browser can send", () => {
    assert.ok(form);
    assert.equal(attribute(form, "method"), "get");
    assert.ok(findAll(form, "button").some((button) => attribute(button, "type") === "submit"));
  });

  test("asks for every field of the situation", () => {
    assert.ok(form);
    // The slider has no name: the number that it sets is the answer.
    const controls = findAll(form, "input", "select").filter((control) => attribute(control, "type") !== "range");
    const names = new Set(controls.map((control) => attribute(control, "name")));
    const fields = [
      "platform",
      "platformVersion",
      "guest",
      "bitness",
      "hardwareVirtualization",
      "virtualHardware",
      "guestDrivers",
      "driverVersion",
      "vcpus",
      "dpu",
      "enhancedDataPath",
      "packetRate",
      "throughputGbps",
      "packetBytes",
      "linkGbps",
      "saveCpu",
      "latencySensitive",
      "manyConnections",
      "forwardsPackets",
      "dpdk",
      "iommu",
      "sriovNic",
      "currentAdapter",
      "requires",
    ];
    assert.deepEqual([...names].sort(), fields.sort());
  });

  test("lets every question but the platform be left open", () => {
    assert.ok(form);
    for (const radio of findAll(form, "input").filter((input) => attribute(input, "checked") !== undefined)) {
      if (attribute(radio, "name") !== "platform")
        assert.equal(attribute(radio, "value"), "", attribute(radio, "name"));
    }
    for (const select of findAll(form, "select"))
      assert.equal(attribute(findAll(select, "option")[0] ?? select, "value"), "");
  });

  test("offers every feature", () => {
    assert.ok(form);
    const offered = findAll(form, "input")
      .filter((input) => attribute(input, "name") === "requires")
      .map((input) => attribute(input, "value"));
    assert.deepEqual(
      offered,
      readKnowledge<{ id: string }[]>("features").map(({ id }) => id),
    );
  });

  test("names the place of the answer and fills it with the rules by hand", () => {
    const answer = findById(page, "answer");
    assert.ok(answer);
    assert.equal(attribute(answer, "aria-labelledby"), "answer-title");
    // As many as one reads; the page of all rules has the rest.
    const rules = readKnowledge<{ path: string; thenText: string }[]>("rules").slice(0, 8);
    const links = new Set(findAll(answer, "a").map((link) => attribute(link, "href")));
    assert.ok(links.has("/rules/"));
    for (const { path, thenText } of rules) {
      assert.ok(links.has(path), path);
      assert.ok(textOf(answer).includes(thenText), thenText);
    }
    assert.ok(links.has("/guests/") && links.has("/compare/"));
  });
});

describe("without script, every page", () => {
  test("has a label for each control", () => {
    for (const page of pages) {
      for (const control of findAll(page, "input", "select", "textarea")) {
        assert.ok(labelOf(page, control), `${page.path} ${attribute(control, "name") ?? control.tagName}`);
      }
    }
  });

  test("has charts as drawings with a name, a description, a caption, a source and a table", () => {
    const charts = pages.flatMap((page) =>
      findAll(page, "figure")
        .filter((figure) => attribute(figure, "class") === "chart")
        .map((figure) => ({ page, figure })),
    );
    assert.ok(charts.length > 5);
    for (const { page, figure } of charts) {
      const where = `${page.path} ${attribute(figure, "id") ?? ""}`;
      const drawings = findAll(figure, "svg").filter((drawing) => attribute(drawing, "class") !== "mark");
      assert.equal(drawings.length, 2, where);
      for (const drawing of drawings) {
        assert.equal(attribute(drawing, "role"), "img", where);
        for (const name of ["title", "desc"])
          assert.ok(textOf(findAll(drawing, name)[0] ?? drawing).length > 10, where);
      }
      assert.ok(textOf(findAll(figure, "figcaption")[0] ?? figure).length > 30, where);
      assert.match(textOf(figure), /Sources?: /, where);
      assert.ok(findAll(figure, "tr").length > 1, where);
      assert.ok(
        findAll(figure, "a").some((link) => attribute(link, "href")?.endsWith(".csv")),
        where,
      );
    }
  });

  test("has tables with a caption, column heads with a scope, and a head for each row", () => {
    for (const page of pages) {
      for (const table of findAll(page, "table")) {
        const where = `${page.path} "${textOf(table).slice(0, 40)}"`;
        assert.ok(
          textOf(findAll(table, "caption")[0] ?? page.elements[0] ?? table).length > 0 &&
            findAll(table, "caption").length === 1,
          where,
        );
        for (const head of findAll(table, "th"))
          assert.match(attribute(head, "scope") ?? "", /^(col|row|colgroup|rowgroup)$/, where);
        for (const body of findAll(table, "tbody"))
          for (const row of findAll(body, "tr")) {
            const heads = findAll(row, "th").length;
            // What opens below a row is one cell over all columns.
            assert.ok(heads === 1 || (attribute(row, "class") === "more" && heads === 0), where);
          }
      }
    }
  });

  test("shows nothing that only script could fill", () => {
    for (const page of pages) {
      const main = findAll(page, "main")[0] ?? page.elements[0];
      assert.ok(main && textOf(main).length > 150, page.path);
      assert.doesNotMatch(textOf(main), /\bundefined\b|\[object|<no value>|map\[|ZgotmplZ|%!/, page.path);
    }
  });
});

describe("the compare page", () => {
  const page = readPageAt("/compare/");

  /** The answer below the row that a cell leads to. */
  const reasonOf = (cell: Element): Element | undefined => {
    const [link] = findAll(cell, "a");
    return findById(page, ((link && attribute(link, "href")) ?? "").slice(1));
  };

  test("gives every cell a word, and leads to its reason or its absence, which names the adapter", () => {
    const total = readKnowledge<{ counts: { cells: { total: number } } }>("meta").counts.cells.total;
    const cells = findAll(page, "td").filter((cell) => attribute(cell, "data-support") !== undefined);
    assert.equal(cells.length, total);
    for (const cell of cells) {
      const words: Record<string, RegExp> = { yes: /^yes/, no: /^no/, partial: /^partial/, unknown: /^unknown/ };
      const [link] = findAll(cell, "a");
      assert.match(link ? textOf(link) : "", words[attribute(cell, "data-support") ?? ""] ?? /^$/);
      const name = attribute(cell, "data-of");
      const reason = reasonOf(cell);
      const [columns, ...said] = reason ? findAll(reason, "p") : [];
      assert.ok(name && columns && textOf(columns).includes(name), textOf(cell));
      assert.ok(said.length > 0 || (reason && /No source|\d{4}/.test(textOf(reason))), textOf(cell));
    }
  });

  test("has a row for each feature, which tells its meaning and counts the problems that are known", () => {
    for (const { id, summary } of readKnowledge<{ id: string; summary: string }[]>("features")) {
      const place = findById(page, id);
      assert.ok(place, id);
      assert.ok(textOf(page.elements[0] ?? place).includes(summary.replace(/\s+/g, " ").trim()), id);
    }
    const cell = findAll(page, "td").find(
      (one) => attribute(one, "data-column") === "vmxnet3" && /known problem/.test(textOf(one)),
    );
    assert.ok(cell);
  });

  test("has a column for each mode of an adapter, and marks every cell on which sources disagree", () => {
    const heads = findAll(page, "th").flatMap((head) => attribute(head, "data-column") ?? []);
    const adapters = readKnowledge<{ id: string; platforms: Record<string, { modes?: object }> }[]>("adapters");
    for (const { id, platforms } of adapters) {
      for (const mode of Object.values(platforms).flatMap(({ modes = {} }) => Object.keys(modes)))
        assert.ok(heads.includes(`${id}-${mode}`), `${id} ${mode}`);
    }
    const { contradicted } = readKnowledge<{ counts: { cells: { contradicted: number } } }>("meta").counts.cells;
    const marked = findAll(page, "td").filter((cell) =>
      findAll(cell, "span").some((mark) => attribute(mark, "class") === "disputed"),
    );
    assert.ok(contradicted > 0);
    assert.equal(marked.length, contradicted);
    for (const cell of marked) assert.match(textOf(reasonOf(cell) ?? cell), /Sources disagree\./);
  });

  test("keeps its filter out of the way until script runs", () => {
    const form = findById(readPageAt("/compare/"), "compare-filter");
    assert.ok(form && attribute(form, "hidden") !== undefined);
  });
});

function labelOf(page: Page, control: Element): string | undefined {
  const id = attribute(control, "id");
  const label = findAll(page, "label").find(
    (one) => (id !== undefined && attribute(one, "for") === id) || findAll(one, control.tagName).includes(control),
  );
  return label ? textOf(label) : attribute(control, "aria-label");
}

test("blocks of code in prose have a button, and their pages the script that copies", () => {
  const holding = pages.filter((page) => findAll(page, "pre").some(isProseCode));
  assert.ok(holding.some(({ path }) => path === "/validate/"));
  const without = holding.filter(({ html }) => !/js\/copy\.\w+\.js/.test(html));
  assert.deepEqual(
    without.map(({ path }) => path),
    [],
  );
});

/** Whether code comes from a fence of a page's prose: its button names no target. */
function isProseCode(code: Element): boolean {
  const { parentNode } = code;
  return (
    parentNode !== null &&
    findAll(parentNode as Element, "button").some((button) => attribute(button, "data-copy-target") === "")
  );
}
