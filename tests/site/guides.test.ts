import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, findEntry, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

interface Citation {
  path: string;
}
interface Row {
  id: string;
}
interface Dataset {
  id: string;
  measurements: Row[];
}
interface WithId {
  id: string;
}

const all = pages.filter(({ path }) => /^\/guides\/[a-z-]+\/$/.test(path));
/** The guides that are lists of claims; the others are articles. */
const guides = all.filter(({ path }) =>
  /\/(packet-rate|hardware-virtualization|passthrough-and-mobility|latency|known-problems)\/$/.test(path),
);
const citations = readKnowledge<Record<string, Citation>>("citations");
const refByPath = new Map(Object.entries(citations).map(([ref, { path }]) => [path, ref]));
const lists: Record<string, WithId[]> = Object.fromEntries(
  ["findings", "sources", "rules", "datasets"].map((name) => [name, readKnowledge<WithId[]>(name)]),
);

describe("the guides", () => {
  test("are all listed on the page of guides", () => {
    const listed = findAll(readPageAt("/guides/"), "a").map((link) => attribute(link, "href"));
    assert.equal(guides.length, 5);
    for (const { path } of all) assert.ok(listed.includes(path), path);
  });

  test("link every claim to a record", () => {
    const bare = guides.flatMap((page) =>
      listClaims(page)
        .filter((claim) => listRecords(claim).length === 0)
        .map((claim) => `${page.path} ${textOf(claim)}`),
    );
    assert.deepEqual(bare, []);
  });

  test("name no number that none of a claim's records carries", () => {
    const strays = guides.flatMap((page) =>
      listClaims(page).flatMap((claim) => {
        const carried = listRecords(claim).map(writeRecord).join(" ");
        return listNumbers(withoutLinks(claim))
          .filter((number) => !listNumbers(carried).includes(number))
          .map((number) => `${page.path} ${number}: ${textOf(claim)}`);
      }),
    );
    assert.deepEqual(strays, []);
  });

  test("say so where numbers are arithmetic", () => {
    const blocks = guides.flatMap((page) =>
      page.elements.filter((element) => attribute(element, "data-basis") === "arithmetic"),
    );
    assert.ok(blocks.length > 4);
    for (const block of blocks) assert.match(textOf(block), /^Arithmetic, not a measurement\./);
  });

  test("name no two links of a citation alike, so that each can be told from the next", () => {
    for (const page of all)
      for (const citation of page.elements.filter((element) => attribute(element, "class") === "citation")) {
        const names = findAll(citation, "a").map(textOf);
        assert.equal(new Set(names).size, names.length, `${page.path}: ${names.join(", ")}`);
      }
  });

  test("answer in their first sentences, before anything else", () => {
    for (const page of guides) {
      const [lede] = findAll(page, "p").filter((paragraph) => attribute(paragraph, "class") === "lede");
      assert.ok(lede && textOf(lede).length > 100, page.path);
    }
  });
});

describe("the page on packet rates", () => {
  const page = readPageAt("/guides/packet-rate/");
  const compiled = readKnowledge<{
    lineRates: { rates: string[] }[];
    worksheet: { rates: string[] }[];
    steps: unknown[];
    workloads: unknown[];
  }>("packetRates");

  test("tells of esxtop, vCenter, sar and Windows, each with its counters", () => {
    for (const [id, counter] of [
      ["esxtop", "PKTRX/s"],
      ["vcenter", "net.packetsRx.summation"],
      ["linux", "rxpck/s"],
      ["windows", "Packets Received/sec"],
    ] as const) {
      assert.ok(findById(page, id), id);
      assert.ok(textOf(findAll(page, "main")[0] as Element).includes(counter), counter);
    }
  });

  test("shows the compiled tables in full", () => {
    const text = findAll(page, "table").map(textOf).join(" ");
    for (const { rates } of [...compiled.lineRates, ...compiled.worksheet])
      for (const rate of rates) assert.ok(text.includes(rate), rate);
    assert.equal(findAll(page, "table").length, 4);
  });
});

describe("the page on known problems", () => {
  test("shows every finding that is marked as one, with its versions and a link to it", () => {
    const page = readPageAt("/guides/known-problems/");
    const links = findAll(page, "a").map((link) => attribute(link, "href"));
    const marked = readKnowledge<(WithId & { path: string; problem?: { affects: string } })[]>("findings").filter(
      ({ problem }) => problem,
    );
    const text = textOf(findAll(page, "main")[0] as Element);
    for (const { id, path, problem } of marked) {
      assert.ok(links.includes(path), id);
      assert.ok(problem && text.includes(problem.affects.replace(/\s+/g, " ")), id);
    }
  });
});

describe("the page of an adapter", () => {
  const marked = readKnowledge<{ problems: { adapterIds: string[]; path: string }[] }[]>("problems").flatMap(
    ({ problems }) => problems,
  );
  const open = readKnowledge<{ adapters: string[]; status: string; path: string }[]>("gaps").filter(
    ({ status }) => status === "open",
  );
  for (const { id } of readKnowledge<WithId[]>("adapters")) {
    test(`${id} tells its known problems and what is not known of it`, () => {
      const links = findAll(readPageAt(`/adapters/${id}/`), "a").map((link) => attribute(link, "href"));
      const expected = [
        ...marked.filter(({ adapterIds }) => adapterIds.includes(id)),
        ...open.filter(({ adapters }) => adapters.includes(id)),
      ];
      for (const { path } of expected) assert.ok(links.includes(path), path);
    });
    test(`${id} tells what is lost and the known problems before what to do, and names what it folds`, () => {
      const page = readPageAt(`/adapters/${id}/`);
      const headings = findAll(page, "h2").flatMap((heading) => attribute(heading, "id") ?? []);
      const order = [
        "choose",
        "avoid",
        "data-path",
        "numbers",
        "features",
        "problems",
        "requirements",
        "apply",
        "tune",
        "modes",
        "drivers",
        "gaps",
        "evidence",
      ];
      assert.deepEqual(
        headings.filter((heading) => order.includes(heading)),
        order.filter((heading) => headings.includes(heading)),
      );
      assert.ok(headings.includes("problems"));
      const supports = (within: Page | Element): string[] =>
        findAll(within, "span").flatMap((span) => attribute(span, "data-support") ?? []);
      const rows = (within: Page | Element): Element[] =>
        findAll(within, "tr").filter((row) => supports(row).length > 0);
      // The fold of a mode holds the folds of its features.
      const folds = findAll(page, "details").filter(
        (details) =>
          rows(details).length > 0 &&
          !findAll(details, "div").some((part) => attribute(part, "id")?.startsWith("mode-")),
      );
      for (const fold of folds) {
        const line = textOf(findAll(fold, "summary")[0] as Element);
        for (const row of rows(fold)) assert.ok(line.includes(textOf(findAll(row, "th")[0] as Element)), line);
      }
      // Of the adapter's own features what is lost stands open and nothing else.
      const own = findAll(page, "section").filter((section) =>
        findAll(section, "h2").some((heading) => attribute(heading, "id") === "features"),
      );
      const open = own.flatMap(rows).filter((row) => !folds.some((fold) => findAll(fold, "tr").includes(row)));
      const lost = own.flatMap(supports).filter((support) => !["yes", "unknown"].includes(support));
      assert.deepEqual(open.flatMap(supports), lost);
    });
  }
});

describe("the page on passthrough and mobility", () => {
  test("has a word for every cell, which leads to its reason", () => {
    const page = readPageAt("/guides/passthrough-and-mobility/");
    const tables = readKnowledge<{ rows: { cells: { path: string; word: string }[] }[] }[]>("mobility");
    const links = findAll(page, "td").flatMap((cell) =>
      findAll(cell, "a").map((link) => `${attribute(link, "href") ?? ""} ${textOf(link)}`),
    );
    assert.ok(tables.length >= 2);
    const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
    assert.deepEqual(links.sort(), cells.map(({ path, word }) => `${path} ${word}`).sort());
  });
});

describe("the page on what is not known", () => {
  const page = readPageAt("/limits/");
  const gaps =
    readKnowledge<
      {
        id: string;
        status: string;
        kind: string;
        commands: { lines: string[] }[];
        note: string[];
        rules: Citation[];
        nearest: Citation[];
      }[]
    >("gaps");

  test("has a place for each gap, with its commands, what to write down, and what hangs on it", () => {
    for (const { id, commands, note, rules, nearest } of gaps) {
      const row = findEntry(page, id);
      assert.ok(row, id);
      const shown = findAll(row, "code").map(textOf).join(" ").replace(/\s+/g, " ");
      for (const line of commands.flatMap(({ lines }) => lines))
        assert.ok(shown.includes(line.replace(/\s+/g, " ")), `${id}: ${line}`);
      for (const part of note) assert.ok(textOf(row).includes(part), `${id}: ${part}`);
      const links = findAll(row, "a").map((link) => attribute(link, "href"));
      for (const { path } of [...rules, ...nearest]) assert.ok(links.includes(path), `${id}: ${path}`);
    }
  });

  test("says how to send a result", () => {
    const links = findAll(page, "a").map((link) => attribute(link, "href"));
    for (const path of ["/contribute/", "/contribute/dataset/", "/validate/"])
      assert.ok(
        links.some((link) => link?.startsWith(path)),
        path,
      );
  });
});

describe("the coverage page", () => {
  const page = readPageAt("/limits/");
  const text = textOf(findAll(page, "main")[0] as Element);
  const coverage = readKnowledge<{
    cells: { total: number; platforms: { name: string; total: number; unknown: number }[] };
    guests: { total: number };
    leftOut: { numbers: number; leftOut: number; whole: { path: string }[] };
  }>("coverage");

  test("shows the cells of every platform, the unknown ones beside all", () => {
    const rows = findAll(page, "tr").map((row) => findAll(row, "th", "td").map(textOf));
    for (const { name, unknown, total } of coverage.cells.platforms) {
      assert.ok(
        rows.some(
          ([head, ...cells]) => head === name && cells.at(-1) === String(total) && cells.at(-2) === String(unknown),
        ),
        name,
      );
    }
    assert.equal(
      coverage.cells.total,
      coverage.cells.platforms.reduce((sum, { total }) => sum + total, 0),
    );
  });

  test("tells how many numbers were left out, and lists every document left out as a whole", () => {
    assert.ok(text.includes(`Of ${coverage.leftOut.numbers.toLocaleString("en")} numbers`));
    const links = findAll(page, "a").map((link) => attribute(link, "href"));
    for (const { path } of coverage.leftOut.whole) assert.ok(links.includes(path), path);
  });
});

/** Paragraphs and list items that state something: not the instructions, the arithmetic, the notes and the list of problems, which are made of records. */
function listClaims(page: Page): Element[] {
  const bodies = page.elements.filter((element) => (attribute(element, "class") ?? "").split(" ").includes("row-body"));
  const apart = new Set(
    page.elements
      .filter(
        (element) =>
          attribute(element, "data-basis") !== undefined ||
          ["record-list", "note"].includes(attribute(element, "class") ?? "") ||
          element.tagName === "table",
      )
      .flatMap((element) => [element, ...findAll(element, "p", "li")]),
  );
  const claims = bodies.flatMap((body) => findAll(body, "p", "li")).filter((element) => !apart.has(element));
  assert.ok(claims.length > 0, page.path);
  return claims;
}

/** The records that a claim links to; the page of all findings stands for what it lists. */
function listRecords(claim: Element): string[] {
  return findAll(claim, "a").flatMap((link) => {
    const path = attribute(link, "href") ?? "";
    return refByPath.get(path) ?? (/^\/(findings|contribute\/finding)\/$/.test(path) ? [path] : []);
  });
}

function writeRecord(ref: string): string {
  const [, kind = "", id = "", row] = /^(\w+):([^/]+)(?:\/(.+))?$/.exec(ref) ?? [];
  const record = lists[`${kind}s`]?.find((one) => one.id === id);
  if (row === undefined) return JSON.stringify(record ?? "");
  return JSON.stringify((record as Dataset | undefined)?.measurements.find((one) => one.id === row) ?? "");
}

function withoutLinks(claim: Element): string {
  return findAll(claim, "a").reduce((text, link) => text.replace(textOf(link), " "), textOf(claim));
}

/** Numbers of a sentence without their separators; a digit that ends a name, as in VMXNET3, is none. */
function listNumbers(text: string): string[] {
  return [...text.matchAll(/(?<![\w.])\d[\d,]*(?:\.\d+)?/g)].map(([number]) => number.replaceAll(",", ""));
}

describe("the account of candidates", () => {
  const page = readPageAt("/limits/");
  const { total, leftOut, rows } = readKnowledge<{
    total: number;
    leftOut: number;
    rows: { id: string; claim: string; note?: string; carriers: { label: string; path: string }[] }[];
  }>("candidates");

  test("shows each with what carries it or why it is left out", () => {
    const section = findById(readPageAt("/limits/"), "candidates")?.parentNode as Element;
    assert.match(textOf(section), new RegExp(`proposed ${total} rules.* ${leftOut} are left out`));
    for (const { id, claim, note = "", carriers } of rows) {
      const row = findById(page, `candidate-${id.toLowerCase()}`);
      assert.ok(row, id);
      for (const part of [claim, note, ...carriers.map(({ label }) => label)])
        assert.ok(textOf(row).includes(part), `${id}: ${part}`);
      assert.deepEqual(
        findAll(row, "a").map((link) => attribute(link, "href")),
        carriers.map(({ path }) => path),
        id,
      );
    }
  });
});
