import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import { attribute, findAll, findById, rawTextOf, readKnowledge, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

interface Adapter {
  id: string;
  path: string;
  name: string;
  rules: string[];
  findings: string[];
  datasets: string[];
  drivers: { family: string; where: string; note?: string; driver?: string }[];
  parts: Record<string, { path: string; title: string }>;
  platforms: Record<
    string,
    {
      modes?: Record<
        string,
        { name: string; summary: string; cells: { feature: string; note?: string }[]; steps: string[] }
      >;
    }
  >;
}
interface Step {
  id: string;
  title: string;
  adapters: string[];
  tool: string;
  platform: string;
  action: string;
  text?: string;
  code?: string;
  pitfalls?: string[];
  path: string;
}
interface Dataset {
  id: string;
  path: string;
  countsOnly: boolean;
  measurements: { id: string; adapter: string; display: string }[];
}

const adapters = readKnowledge<Adapter[]>("adapters");
const steps = readKnowledge<Step[]>("steps");
const byPath = new Map(pages.map((page) => [page.path, page]));
const below = (path: string): string[] => [...byPath.keys()].filter((one) => one.startsWith(path) && one !== path);

describe("the pages below that of an adapter", () => {
  for (const { id, path, name, parts } of adapters) {
    test(`are those that its record names, each with its title and the way back: ${id}`, () => {
      assert.deepEqual(
        below(path).sort(),
        Object.values(parts)
          .map((part) => part.path)
          .sort(),
      );
      const ways = linksOf(pageAt(path));
      for (const part of Object.values(parts)) {
        const page = pageAt(part.path);
        assert.equal(textOf(findAll(page, "h1")[0] as Element), part.title);
        assert.ok(part.title.includes(name), part.title);
        const back = navOf(page, "Breadcrumbs");
        assert.equal(back && linksOf(back).at(-1), path);
        assert.ok(
          ways.some((way) => way.split("#")[0] === part.path),
          part.path,
        );
      }
    });
  }

  test("have the same part of other adapters beside them, and an adapter has adapters", () => {
    const names = new Map(
      adapters.flatMap(
        ({ path, parts }) =>
          [[path, "adapter"], ...Object.entries(parts).map(([part, place]) => [place.path, part])] as [
            string,
            string,
          ][],
      ),
    );
    const kinds = new Set<string>();
    for (const [path, kind] of names) {
      const nav = navOf(pageAt(path), "Previous and next");
      for (const beside of nav ? linksOf(nav) : []) {
        assert.equal(names.get(beside), kind, `${path} -> ${beside}`);
        kinds.add(kind);
      }
    }
    assert.deepEqual([...kinds].sort(), ["adapter", "apply", "apply-kvm", "drivers", "evidence", "modes", "tune"]);
  });
});

/** What is done on each platform is apart; vSphere, where it has the adapter, goes without its name. */
function partOf({ action, platform }: Step, adapter: Adapter | undefined): string {
  if (action === "tune") return "tune";
  return platform === "vsphere" || !adapter?.platforms.vsphere ? "apply" : `apply-${platform}`;
}

/** Where a step stands on its page: below its tool where it applies or tunes, else with what comes at the same time. */
function sectionIdOf({ action, tool }: Step): string {
  return action === "apply" || action === "tune" ? tool : action;
}

describe("the steps of an adapter", () => {
  for (const adapter of adapters) {
    const { id, path, parts } = adapter;
    const ofAdapter = steps.filter(({ adapters: ids }) => ids.includes(id));
    for (const part of ["apply", "apply-kvm", "tune"]) {
      const own = ofAdapter.filter((step) => partOf(step, adapter) === part);
      test(`${own.length === 0 ? "are nowhere where there are none" : "stand on a page of their own, whole and in the order of work"} (${part}): ${id}`, () => {
        const place = parts[part];
        assert.equal(place !== undefined, own.length > 0);
        if (!place) return;
        const page = pageAt(place.path);
        for (const one of own) {
          const { id: step, title, text = "", code, pitfalls = [] } = one;
          const element = findById(page, `step-${step}`);
          assert.ok(element, step);
          for (const words of [title, text, ...pitfalls])
            assert.ok(textOf(element).includes(tidy(words)), `${step}: ${words}`);
          if (code !== undefined)
            assert.equal(findAll(element, "pre").map(rawTextOf).join("").trim(), code.trim(), step);
          const section = sectionOf(page, sectionIdOf(one));
          assert.ok(section && findAll(section, "div").includes(element), `${step} below ${sectionIdOf(one)}`);
        }
        assert.equal(
          findAll(page, "div").filter((element) => attribute(element, "id")?.startsWith("step-")).length,
          own.length,
        );
        assert.ok(linksOf(page).includes("/validate/"));
        const phases = findAll(page, "h2")
          .map((heading) => attribute(heading, "id") ?? "")
          .filter((heading) => heading !== "verify")
          .map((heading) => (["prepare", "clean-up", "go-back"].includes(heading) ? heading : "the work"));
        const order = ["prepare", "the work", "clean-up", "go-back"];
        assert.deepEqual(
          [...new Set(phases)],
          order.filter((phase) => phases.includes(phase)),
          "first what to look at, last the way back",
        );
      });
    }

    test(`are led to from its own page, section by section, and what tunes it in one: ${id}`, () => {
      const page = pageAt(path);
      const place = sectionOf(page, "apply");
      assert.equal(place !== undefined, parts.apply !== undefined);
      assert.ok(
        parts["apply-kvm"] === undefined || parts.apply !== undefined,
        "the page to which the advisor leads is there",
      );
      // What a chart offers to copy is no step.
      const shared = new Set(
        findAll(page, "div")
          .filter((one) => attribute(one, "class") === "chart-share")
          .flatMap((one) => findAll(one, "pre")),
      );
      assert.deepEqual(
        findAll(page, "pre").filter((pre) => !shared.has(pre)),
        [],
        "its own page shows no code",
      );
      if (!place) return;
      const ways = linksOf(place);
      for (const step of ofAdapter) {
        const part = partOf(step, adapter);
        assert.ok(
          part === "tune"
            ? ways.includes(parts.tune?.path ?? "")
            : ways.includes(`${parts[part]?.path}#${sectionIdOf(step)}`),
          step.id,
        );
      }
      assert.ok(ways.includes("/validate/"));
    });
  }

  test("lead from each platform's page to the other's", () => {
    const both = adapters.filter(({ parts }) => parts["apply-kvm"]);
    assert.ok(both.length > 0);
    for (const {
      parts: { apply, "apply-kvm": onKvm },
      id,
    } of both) {
      assert.ok(
        linksOf(mainOf(pageAt(apply?.path ?? ""))).includes(onKvm?.path ?? "") &&
          linksOf(mainOf(pageAt(onKvm?.path ?? ""))).includes(apply?.path ?? ""),
        id,
      );
    }
  });

  test("have their addresses there", () => {
    for (const step of steps) {
      const [page = "", place = ""] = step.path.split("#");
      assert.ok(
        page.endsWith(
          `/${partOf(
            step,
            adapters.find(({ id }) => id === step.adapters[0]),
          )}/`,
        ) && findById(pageAt(page), place),
        step.id,
      );
    }
  });
});

describe("the evidence on an adapter", () => {
  const ruleTitles = new Map(readKnowledge<{ id: string; path: string }[]>("rules").map(({ id, path }) => [id, path]));
  const findings = new Map(
    readKnowledge<{ id: string; path: string; citations: number }[]>("findings").map((finding) => [
      finding.id,
      finding,
    ]),
  );
  const datasets = readKnowledge<Dataset[]>("datasets");
  for (const { id, path, parts, rules, findings: named } of adapters) {
    test(`is whole on the page that is for it, and the weightiest of it is on its own page: ${id}`, () => {
      const all = linksOf(mainOf(pageAt(parts.evidence?.path ?? path)));
      for (const rule of rules) assert.ok(all.includes(ruleTitles.get(rule) ?? ""), rule);
      const rested = named.flatMap((finding) => findings.get(finding) ?? []).filter(({ citations }) => citations > 0);
      for (const finding of rested) assert.ok(all.includes(finding.path), finding.id);
      for (const dataset of datasets.filter(({ countsOnly }) => !countsOnly)) {
        for (const row of dataset.measurements.filter(({ adapter }) => adapter === id))
          assert.ok(all.includes(`${dataset.path}#${row.id}`), `${dataset.id} ${row.id}`);
      }
      const short = sectionOf(pageAt(path), "evidence");
      assert.ok(short);
      const most = Math.max(0, ...rested.map(({ citations }) => citations));
      const first = rested.filter(({ citations }) => citations === most).map((finding) => finding.path);
      assert.ok(rested.length === 0 || linksOf(short).some((link) => first.includes(link)), "the most cited finding");
      assert.ok(rules.length === 0 || linksOf(short).includes(ruleTitles.get(rules[0] ?? "") ?? ""), "the first rule");
    });
  }
});

describe("drivers and modes of an adapter", () => {
  for (const { id, path, parts, drivers, platforms } of adapters) {
    test(`stand whole on its own page or on one for them: ${id}`, () => {
      const page = pageAt(parts.drivers?.path ?? path);
      const table = findAll(page, "table").filter((one) => textOf(one).startsWith("Driver sources by guest"));
      assert.deepEqual(
        table.map((one) => findAll(one, "tr").length - 1),
        drivers.length > 0 ? [drivers.length] : [],
      );
      for (const { note = "", driver = "" } of drivers)
        for (const words of [note, driver]) assert.ok(textOf(table[0] as Element).includes(tidy(words)), words);

      const told = sectionOf(pageAt(path), "drivers");
      assert.ok(told);
      const [, without = ""] = /none exists for ([^.]*)/.exec(textOf(told)) ?? [];
      const dos = drivers.filter(({ family }) => family === "dos");
      assert.equal(
        without.includes("DOS"),
        dos.length > 0 && dos.every(({ where }) => where === "none"),
        "families without a driver are named as such",
      );

      const modesPage = pageAt(parts.modes?.path ?? path);
      for (const [platform, { modes = {} }] of Object.entries(platforms)) {
        for (const [mode, { name, summary, cells, steps: own }] of Object.entries(modes)) {
          for (const shown of [pageAt(path), modesPage]) {
            assert.ok(
              findById(shown, `mode-${mode}`) &&
                textOf(mainOf(shown)).includes(tidy(name)) &&
                textOf(mainOf(shown)).includes(tidy(summary)),
              mode,
            );
          }
          for (const { feature, note = "" } of cells) {
            const row = findById(modesPage, `${platform}-${mode}-${feature}`);
            assert.ok(row && textOf(row).includes(tidy(note)), `${mode} ${feature}`);
          }
          for (const step of own)
            assert.ok(
              linksOf(modesPage).some((link) => link.endsWith(`#step-${step}`)),
              step,
            );
        }
      }
    });
  }

  test("are apart where they are long, and with the adapter where they are short", () => {
    for (const part of ["drivers", "modes"] as const) {
      assert.ok(adapters.some(({ parts }) => parts[part]) && adapters.some(({ parts }) => !parts[part]), part);
    }
  });
});

function pageAt(path: string): Page {
  const page = byPath.get(path);
  assert.ok(page, path);
  return page;
}

function mainOf(page: Page): Element {
  return findAll(page, "main")[0] as Element;
}

function sectionOf(page: Page, id: string): Element | undefined {
  return findAll(page, "section").find((section) =>
    findAll(section, "h2").some((heading) => attribute(heading, "id") === id),
  );
}

function navOf(page: Page, label: string): Element | undefined {
  return findAll(page, "nav").find((nav) => attribute(nav, "aria-label") === label);
}

function linksOf(within: Page | Element): string[] {
  return findAll(within, "a").flatMap((link) => attribute(link, "href") ?? []);
}

/** White space as the page's text has it. */
function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
