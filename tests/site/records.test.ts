import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

interface Cited {
  sources: { source: string; quote?: string }[];
}
interface Adapter {
  id: string;
  path: string;
  name: string;
  chooseWhen: string;
  avoidWhen: string;
  platforms: Record<string, { cells: { feature: string; name: string; support: string; note?: string }[] }>;
  drivers: Cited[];
}
interface Dataset {
  id: string;
  path: string;
  question: string;
  answer: string;
  caveats: { text: string }[];
  charts: string[];
  csv: string;
  json: string;
  method: { commands: string[] };
  testbed: { hypervisor: string };
  measurements: { id: string; display: string; quote?: string }[];
  comparisons: { display: string }[];
}
interface Line {
  label: string;
  purpose?: string;
  cells: ({ text: string; path: string } | null)[];
}
interface PingCost {
  caveats: string[];
  tables: { variant: string | null; registers: Line[]; totals: Line[]; shares: Line[] }[];
}
interface Rule {
  id: string;
  path: string;
  title: string;
  whenText: string;
  thenText: string;
  because: string;
  evidenceList: { title: string; quote?: string }[];
}
interface Guest {
  id: string;
  path: string;
  name: string;
  ids: { vsphere: string[]; osinfo: string[] };
  advice: Record<string, { withDrivers: Answer; withoutDrivers: Answer }>;
}
interface Answer {
  recommended: string | null;
  verdicts: { adapter: string; name: string }[];
}
interface Source {
  id: string;
  title: string;
  url?: string;
  kind: string;
}

describe("the page of each adapter", () => {
  for (const adapter of readKnowledge<Adapter[]>("adapters")) {
    test(`${adapter.id} has its verdict, its data path and every feature with its reason`, () => {
      const page = readPageAt(adapter.path);
      assertShows(page, adapter.name, adapter.chooseWhen, adapter.avoidWhen);
      const ways = findAll(page, "svg").filter((svg) => attribute(svg, "class") === "track-way");
      assert.deepEqual(
        ways.map((way) => attribute(way, "color")),
        [`var(--adapter-${adapter.id}, currentColor)`],
      );
      for (const [platform, { cells }] of Object.entries(adapter.platforms)) {
        for (const { feature, name, note } of cells) {
          const row = findById(page, `${platform}-${feature}`);
          assert.ok(
            row && textOf(row).includes(tidy(name)) && textOf(row).includes(tidy(note ?? "")),
            `${platform} ${feature}`,
          );
        }
      }
    });
  }
});

describe("the page of an adapter folds", () => {
  const adapters = readKnowledge<Adapter[]>("adapters");

  test("what works and what is unknown, closed and with its name on the fold, and never what is lost", () => {
    const seen = new Set<string>();
    for (const { path, platforms } of adapters) {
      const page = readPageAt(path);
      for (const [platform, { cells }] of Object.entries(platforms)) {
        for (const { feature, name, support } of cells) {
          const row = findById(page, `${platform}-${feature}`);
          const fold = row && foldOf(row);
          const isLost = support === "no" || support === "partial";
          assert.equal(fold === undefined, isLost, `${path} ${platform} ${feature}: ${support}`);
          seen.add(support);
          if (!fold) continue;
          assert.equal(attribute(fold, "open"), undefined, path);
          assert.ok(textOf(findAll(fold, "summary")[0] ?? fold).includes(tidy(name)), `${path} ${platform} ${feature}`);
        }
      }
    }
    assert.deepEqual([...seen].sort(), ["no", "partial", "unknown", "yes"]);
  });

  test("everything that it folds, until a reader opens it", () => {
    for (const { path } of adapters)
      assert.deepEqual(
        findAll(readPageAt(path), "details").filter((fold) => attribute(fold, "open") !== undefined).length,
        0,
        path,
      );
  });

  test("no heading, so that all that is listed on the page can be gone to", () => {
    for (const { path } of adapters) {
      const page = readPageAt(path);
      for (const heading of findAll(page, "h2")) assert.equal(foldOf(heading), undefined, `${path} ${textOf(heading)}`);
    }
  });
});

describe("the place where an answer will stand", () => {
  const linksIn = (page: Page, place: Element | undefined): URL[] => {
    assert.ok(place, page.path);
    return findAll(place, "a").map((link) => new URL(attribute(link, "href") ?? "", `http://atlas${page.path}`));
  };

  test("on the home page has answers to look at", () => {
    const page = readPageAt("/");
    const links = linksIn(page, findById(page, "quick-answer"));
    assert.equal(links.length, 3);
    for (const { pathname, searchParams } of links)
      assert.ok(pathname === "/advisor/" && searchParams.has("guest"), searchParams.toString());
  });

  test("for two studies has pairs to begin with, of studies that there are", () => {
    const ids = readKnowledge<Dataset[]>("datasets").map(({ id }) => id);
    const page = readPageAt("/evidence/compare/");
    const links = linksIn(
      page,
      findAll(page, "nav").find((nav) => attribute(nav, "class") === "studies-pairs"),
    );
    assert.equal(links.length, 3);
    for (const { pathname, searchParams } of links) {
      assert.equal(pathname, page.path);
      for (const name of ["a", "b"])
        assert.ok(ids.includes(searchParams.get(name) ?? ""), `${name}=${searchParams.get(name) ?? ""}`);
    }
  });
});

describe("what one ping costs", () => {
  const adapters =
    readKnowledge<(Adapter & { pingCost?: PingCost; datasets: string[]; parts: { evidence?: { path: string } } })[]>(
      "adapters",
    );
  const partOf = (page: Page): Element | undefined =>
    findAll(page, "section").find((section) =>
      findAll(section, "h2").some((heading) => attribute(heading, "id") === "ping-cost"),
    );
  const showsCells = (part: Element, lines: readonly Line[]): void => {
    const rows = findAll(part, "tr").map((row) => ({
      text: textOf(row),
      links: findAll(row, "a").map((link) => attribute(link, "href")),
    }));
    for (const { label, purpose = "", cells } of lines) {
      for (const cell of cells)
        if (cell)
          assert.ok(
            rows.some(
              (row) => row.text.includes(label) && row.text.includes(tidy(purpose)) && row.links.includes(cell.path),
            ),
            `${label} ${cell.path}`,
          );
    }
  };
  const counts = new Set(
    readKnowledge<{ id: string; countsOnly: boolean }[]>("datasets")
      .filter(({ countsOnly }) => countsOnly)
      .map(({ id }) => id),
  );

  test("is told of more than one adapter", () => assert.ok(adapters.filter(({ pingCost }) => pingCost).length > 1));
  for (const { id, path, pingCost, datasets, parts } of adapters) {
    test(`${pingCost ? "stands among the evidence with every register and every caveat" : "is not among the evidence where nobody counted"}: ${id}`, () => {
      const part = parts.evidence && partOf(readPageAt(parts.evidence.path));
      assert.equal(part !== undefined, pingCost !== undefined);
      if (!part || !pingCost) return;
      for (const words of pingCost.caveats) assert.ok(textOf(part).includes(tidy(words)), words);
      showsCells(
        part,
        pingCost.tables.flatMap((table) => [...table.registers, ...table.totals, ...table.shares]),
      );
    });

    test(`${pingCost ? "stands on the page with its totals, the first caveat and the way to the registers and the variants" : "is not on the page where nobody counted"}: ${id}`, () => {
      const part = partOf(readPageAt(path));
      assert.equal(part !== undefined, pingCost !== undefined);
      if (!part || !pingCost) return;
      assert.ok(textOf(part).includes(tidy(pingCost.caveats[0] ?? "")));
      const plain = pingCost.tables.filter(({ variant }) => variant === null);
      const shown = plain.length > 0 ? plain : pingCost.tables;
      showsCells(
        part,
        shown.flatMap(({ totals }) => totals),
      );
      assert.equal(findAll(part, "table").length, shown.length);
      for (const { variant } of pingCost.tables) assert.ok(textOf(part).includes(variant ?? ""), variant ?? "");
      assert.ok(findAll(part, "a").some((link) => attribute(link, "href") === `${parts.evidence?.path}#ping-cost`));
    });

    test(`is not among the numbers of ${id}`, () => {
      const part = findAll(readPageAt(path), "section").find((section) =>
        findAll(section, "h2").some((heading) => attribute(heading, "id") === "numbers"),
      );
      assert.ok(part);
      const links = findAll(part, "a").map((link) => attribute(link, "href") ?? "");
      for (const dataset of datasets.filter((one) => counts.has(one)))
        assert.deepEqual(
          links.filter((link) => link.includes(`/evidence/${dataset}/`)),
          [],
        );
    });
  }
});

describe("the page of each dataset", () => {
  for (const dataset of readKnowledge<Dataset[]>("datasets")) {
    test(`${dataset.id} has question, answer, every measurement with its words, charts, method and caveats`, () => {
      const page = readPageAt(dataset.path);
      assertShows(page, dataset.question, dataset.answer, dataset.testbed.hypervisor);
      assertShows(
        page,
        ...dataset.caveats.map(({ text }) => text),
        ...dataset.method.commands,
        ...dataset.comparisons.map(({ display }) => display),
      );
      for (const { id, display, quote } of dataset.measurements) {
        const row = findById(page, id);
        assert.ok(row && textOf(row).includes(tidy(display)) && textOf(row).includes(tidy(quote ?? "")), id);
      }
      for (const chart of dataset.charts) assert.ok(findById(page, `chart-${chart}`), chart);
      const links = findAll(page, "a").map((link) => attribute(link, "href"));
      assert.ok(links.includes(dataset.csv) && links.includes(dataset.json));
    });
  }
});

describe("the decision table", () => {
  const rules = readKnowledge<Rule[]>("rules");

  test("lists every rule once, in its order within each part, and leads to the parts", () => {
    const page = readPageAt("/rules/");
    const order = rules.map(({ id }) => id);
    const parts = findAll(page, "section").map((part) =>
      findAll(part, "tr").flatMap((row) => attribute(row, "id") ?? []),
    );
    for (const ids of parts)
      assert.deepEqual(
        ids,
        order.filter((id) => ids.includes(id)),
      );
    assert.deepEqual(parts.flat().sort(), [...order].sort());
    const links = findAll(page, "a").map((link) => attribute(link, "href"));
    for (const heading of findAll(page, "h2"))
      assert.ok(links.includes(`#${attribute(heading, "id") ?? ""}`), textOf(heading));
  });

  for (const rule of rules) {
    test(`${rule.id} has conditions, consequence, reason and evidence with its words`, () => {
      const page = readPageAt(rule.path);
      assertShows(
        page,
        rule.title,
        rule.because,
        ...rule.evidenceList.map(({ title }) => title),
        ...rule.evidenceList.map(({ quote }) => quote ?? ""),
      );
      const shown = textOf(main(page)).toLowerCase();
      assert.ok(shown.includes(tidy(rule.whenText).toLowerCase()) && shown.includes(tidy(rule.thenText).toLowerCase()));
    });
  }
});

describe("the page of each guest", () => {
  for (const guest of readKnowledge<Guest[]>("guests")) {
    test(`${guest.id} says which adapter to choose, and its ids`, () => {
      const page = readPageAt(guest.path);
      assertShows(page, guest.name, ...guest.ids.vsphere, ...guest.ids.osinfo);
      for (const { withDrivers, withoutDrivers } of Object.values(guest.advice)) {
        for (const { recommended, verdicts } of [withDrivers, withoutDrivers]) {
          const verdict = verdicts.find(({ adapter }) => adapter === recommended);
          assertShows(page, verdict ? `Choose ${verdict.name}` : "No adapter fits");
        }
      }
    });
  }
});

describe("the lists", () => {
  const findings = readKnowledge<{ id: string; path: string; claim: string; quote: string }[]>("findings");

  test("of findings has every finding, each leading to its words on the page of its topic", () => {
    const list = readPageAt("/findings/");
    for (const { id, path, claim, quote } of findings) {
      const line = findById(list, id);
      assert.deepEqual(line && findAll(line, "a").map((link) => attribute(link, "href")), [path], id);
      const item = findById(readPageAt(path.replace(/#.*$/, "")), id);
      assert.ok(item && textOf(item).includes(tidy(claim)) && textOf(item).includes(tidy(quote)), id);
    }
  });

  test("of features has every feature", () => {
    const page = readPageAt("/features/");
    for (const { id, name, summary } of readKnowledge<{ id: string; name: string; summary: string }[]>("features")) {
      const item = findById(page, id);
      assert.ok(item && textOf(item).includes(tidy(name)) && textOf(item).includes(tidy(summary)), id);
    }
  });

  test("of features shows what each adapter keeps on one platform, and leads to the same for the others", () => {
    const page = readPageAt("/features/");
    const platforms = readKnowledge<{ id: string }[]>("platforms").map(({ id }) => id);
    const shown = platforms.filter((id) => findById(page, `chart-matrix-${id}`));
    assert.deepEqual(shown, ["vsphere"]);
    const links = findAll(page, "a").map((link) => attribute(link, "href"));
    for (const id of platforms.filter((id) => !shown.includes(id)))
      assert.ok(links.includes(`/charts/matrix-${id}/`), id);
  });

  test("of features leads to a page for each, with every adapter, its answer and its reason", () => {
    const links = findAll(readPageAt("/features/"), "a").map((link) => attribute(link, "href"));
    type Row = { column: string; name: string; word: string; note?: string; path: string };
    for (const { id, path, support } of readKnowledge<
      { id: string; path: string; support: { platform: string; name: string; rows: Row[] }[] }[]
    >("features")) {
      assert.ok(links.includes(path), id);
      const page = readPageAt(path);
      assert.ok(support.length > 0, id);
      for (const { platform, name, rows } of support) {
        assertShows(page, name);
        for (const { column, name: ofColumn, word, note = "", path: reason } of rows) {
          const row = findById(page, `${platform}-${column}`);
          assert.ok(row, `${id} ${platform} ${column}`);
          for (const words of [ofColumn, word, note])
            assert.ok(textOf(row).includes(tidy(words)), `${id} ${platform} ${column}: ${words}`);
          assert.ok(
            findAll(row, "a").some((link) => attribute(link, "href") === reason),
            `${id} ${column}`,
          );
        }
      }
    }
  });

  test("of sources leads to a page for each, which links the original where one is known; threads and code stand in a list of their own", () => {
    const [links, ofThreads] = ["/sources/", "/sources/threads/"].map((path) =>
      findAll(readPageAt(path), "a").map((link) => attribute(link, "href")),
    );
    assert.ok(links?.includes("/sources/threads/"));
    for (const { id, title, url, kind } of readKnowledge<Source[]>("sources")) {
      const isThread = ["issue-thread", "mailing-list", "source-code"].includes(kind);
      assert.deepEqual(
        [links?.includes(`/sources/${id}/`), ofThreads?.includes(`/sources/${id}/`)],
        [!isThread, isThread],
        id,
      );
      const page = readPageAt(`/sources/${id}/`);
      assertShows(page, title);
      if (url !== undefined)
        assert.ok(
          findAll(page, "a").some(
            (link) => decodeURIComponent(attribute(link, "href") ?? "") === decodeURIComponent(url),
          ),
          url,
        );
    }
  });
});

describe("the home page", () => {
  test("asks the first questions, shows findings with charts and counts what stands behind them", () => {
    const page = readPageAt("/");
    const [form] = findAll(page, "form");
    assert.ok(form);
    assert.equal(attribute(form, "action"), "/advisor/");
    const names = new Set(findAll(form, "input", "select").flatMap((control) => attribute(control, "name") ?? []));
    assert.deepEqual([...names], ["guest", "platform", "platformVersion", "packetRate", "requires"]);
    const figures = findAll(page, "figure").map((figure) => /^race\b/.test(attribute(figure, "class") ?? ""));
    assert.deepEqual(figures, [true, false, false, false]);
    const { counts } = readKnowledge<{ counts: Record<string, number> }>("meta");
    // A sum of both would flatter: most rows are counts of the atlas's own lab.
    assert.equal((counts.performance ?? 0) + (counts.mechanism ?? 0), counts.measurements);
    assertShows(page, String(counts.performance), String(counts.mechanism), String(counts.sources));
    const standing = findById(page, "standing")?.parentNode as Element;
    assert.ok(!textOf(standing).includes(String(counts.measurements)), "the sum of both");
  });
});

describe("the page of the validation kit", () => {
  test("offers every file with its size and its hash", () => {
    const page = readPageAt("/validate/");
    const kit = readKnowledge<{ file: string; path: string; sha256: string }[]>("kit");
    assert.deepEqual(kit.map(({ file }) => file).sort(), ["vnic-validate.ps1", "vnic-validate.sh"]);
    for (const { path, sha256 } of kit) {
      const link = findAll(page, "a").find((found) => attribute(found, "href") === path);
      assert.ok(link && attribute(link, "download") !== undefined, path);
      assertShows(page, sha256);
    }
  });
  test("has the first command before its first heading, for each system", () => {
    const text = textOf(main(readPageAt("/validate/")));
    const start = text.slice(0, text.indexOf("sha256sum"));
    assert.match(start, /sh vnic-validate\.sh --target 192\.0\.2\.10/);
    assert.match(start, /-File vnic-validate\.ps1 -Target 192\.0\.2\.10/);
  });
});

function main(page: Page): ReturnType<typeof findAll>[number] {
  const [found] = findAll(page, "main");
  if (!found) throw new Error(`${page.path} has no main`);
  return found;
}

function assertShows(page: Page, ...texts: string[]): void {
  const shown = textOf(main(page));
  for (const text of texts) assert.ok(shown.includes(tidy(text)), `${page.path} does not show "${text}"`);
}

/** White space as the page's text has it. */
function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The fold around an element, if there is one. */
function foldOf(element: Element): Element | undefined {
  for (let node = element.parentNode; node && "tagName" in node; node = node.parentNode)
    if (node.tagName === "details") return node;
  return undefined;
}
