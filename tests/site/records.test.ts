import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, findEntry, readKnowledge, readPageAt, textOf } from "./support/site.ts";
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
interface Source {
  id: string;
  path: string;
  title: string;
  url?: string;
  citedBy: { title: string }[];
}

describe("the page of each adapter", () => {
  for (const adapter of readKnowledge<Adapter[]>("adapters")) {
    test(`${adapter.id} has its verdict, its data path and every feature with its reason`, () => {
      const page = readPageAt(adapter.path);
      assertShows(page, adapter.name, adapter.chooseWhen, adapter.avoidWhen);
      const ways = findAll(page, "svg").filter((svg) => attribute(svg, "class") === "track-way");
      assert.deepEqual(
        ways.map((way) => attribute(way, "color")),
        [`var(--adapter-${adapter.id}, var(--chart-muted))`],
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
    const page = readPageAt("/benchmarks/compare/");
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
  const adapters = readKnowledge<(Adapter & { pingCost?: PingCost; datasets: string[] })[]>("adapters");
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
  for (const { id, path, pingCost, datasets } of adapters) {
    test(`${pingCost ? "is on the page with every register and every caveat, in a fold" : "is not on the page where nobody counted"}: ${id}`, () => {
      const part = findById(readPageAt(path), "ping-cost");
      assert.equal(part !== undefined, pingCost !== undefined);
      if (!part || !pingCost) return;
      assert.ok(foldOf(part));
      for (const words of pingCost.caveats) assert.ok(textOf(part).includes(tidy(words)), words);
      assert.equal(findAll(part, "table").length, pingCost.tables.length);
      showsCells(
        part,
        pingCost.tables.flatMap((table) => [...table.registers, ...table.totals, ...table.shares]),
      );
    });

    test(`is not among the numbers of ${id}`, () => {
      const part = findAll(readPageAt(path), "section").find((section) =>
        findAll(section, "h2").some((heading) => attribute(heading, "id") === "numbers"),
      );
      assert.ok(part);
      const links = findAll(part, "a").map((link) => attribute(link, "href") ?? "");
      for (const dataset of datasets.filter((one) => counts.has(one)))
        assert.deepEqual(
          links.filter((link) => link.includes(`/benchmarks/${dataset}/`)),
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
      for (const chart of dataset.charts) assert.ok(findById(page, chart), chart);
      const links = findAll(page, "a").map((link) => attribute(link, "href"));
      assert.ok(links.includes(dataset.csv) && links.includes(dataset.json));
    });
  }
});

describe("the decision table", () => {
  const rules = readKnowledge<Rule[]>("rules");

  test("lists every rule once, in its order within each part", () => {
    const page = readPageAt("/rules/");
    const order = rules.map(({ id }) => id);
    const parts = findAll(page, "section").map((part) =>
      findAll(part, "details").flatMap((row) => attribute(row, "data-rule") ?? []),
    );
    for (const ids of parts)
      assert.deepEqual(
        ids,
        order.filter((id) => ids.includes(id)),
      );
    assert.deepEqual(parts.flat().sort(), [...order].sort());
  });

  for (const rule of rules) {
    test(`${rule.id} has conditions, consequence, reason and evidence with its words`, () => {
      const row = findEntry(readPageAt("/rules/"), rule.id);
      assert.ok(row);
      const shown = textOf(row).toLowerCase();
      for (const words of [rule.title, rule.whenText, rule.thenText, rule.because])
        assert.ok(shown.includes(tidy(words).toLowerCase()), words);
      for (const { title, quote = "" } of rule.evidenceList)
        assert.ok(shown.includes(tidy(title).toLowerCase()) && shown.includes(tidy(quote).toLowerCase()), title);
    });
  }
});

describe("the evidence of a rule", () => {
  interface Listed {
    id: string;
    evidenceList: { quote?: string }[];
    againstList?: { title: string }[];
  }
  const page = readPageAt("/rules/");
  const rules = readKnowledge<Listed[]>("rules");

  test("has words that several records quote once", () => {
    const shared = rules.filter(({ evidenceList }) => {
      const quotes = evidenceList.flatMap(({ quote }) => quote ?? []);
      return new Set(quotes).size < quotes.length;
    });
    assert.ok(shared.length > 0);
    for (const { id } of shared) {
      const entry = findEntry(page, id);
      const quotes = entry ? findAll(entry, "q").map(textOf) : [];
      assert.ok(quotes.length > 0, id);
      assert.deepEqual([...new Set(quotes)], quotes, id);
    }
  });

  test("names what speaks for the opposite", () => {
    const contested = rules.filter(({ againstList }) => againstList !== undefined);
    assert.ok(contested.some(({ id }) => id === "e1000-before-e1000e"));
    for (const { id, againstList = [] } of contested) {
      const entry = findEntry(page, id);
      const links = entry ? findAll(entry, "a").map(textOf) : [];
      assert.ok(entry && textOf(entry).includes("For the opposite:"), id);
      for (const { title } of againstList) assert.ok(links.includes(tidy(title)), `${id}: ${title}`);
    }
  });
});

describe("the lists", () => {
  const findings =
    readKnowledge<{ id: string; path: string; claim: string; quote: string; topic: string }[]>("findings");

  test("of findings has every finding where its path says, which leads to its words on the page of its topic", () => {
    const list = readPageAt("/findings/");
    for (const { id, path, claim, quote, topic } of findings) {
      const item = findEntry(list, id);
      assert.equal(path, `/findings/#${id}`);
      assert.ok(item && textOf(item).includes(tidy(claim)), id);
      const apart = `/findings/${topic}/`;
      assert.deepEqual(
        findAll(item, "a").map((link) => attribute(link, "href")),
        [`${apart}#${id}`],
      );
      const whole = findEntry(readPageAt(apart), id);
      assert.ok(whole && textOf(whole).includes(tidy(claim)) && textOf(whole).includes(tidy(quote)), id);
    }
  });

  test("of sources has every source, links the original if its address is known, and leads to what rests on it", () => {
    const list = readPageAt("/sources/");
    const decode = (href: string | undefined): string => decodeURIComponent(href ?? "");
    let apart = 0;
    for (const { id, path, title, url, citedBy } of readKnowledge<Source[]>("sources")) {
      const row = findEntry(list, id);
      assert.ok(row && textOf(row).includes(tidy(title)), id);
      const links = findAll(row, "a").map((link) => decode(attribute(link, "href")));
      if (url !== undefined) assert.ok(links.includes(decode(url)), url);
      if (path === `/sources/#${id}`) {
        const [apart = ""] = links.filter((href) => href.startsWith("/sources/") && href.endsWith(`#${id}`));
        const whole = findEntry(readPageAt(apart.replace(/#.*/, "")), id);
        const [first] = citedBy;
        assert.ok(whole && textOf(whole).includes(tidy(first?.title ?? "No record cites it yet.")), id);
        continue;
      }
      assert.ok(links.includes(path), id);
      assertShows(readPageAt(path), title);
      apart += 1;
    }
    assert.ok(apart > 10 && apart < 60, `${apart} sources have a page of their own`);
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
  test("has the download, then the first command before its first heading, for each system", () => {
    const text = textOf(main(readPageAt("/validate/")));
    assert.match(text, /Download vnic-validate\.sh .+ vnic-validate\.ps1 .+sh vnic-validate\.sh --serve/);
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
