import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, rawTextOf, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

interface Adapter {
  id: string;
  path: string;
  name: string;
  rules: string[];
  findings: string[];
  datasets: string[];
  measured: { performance: number; mechanism: number; studies: string[] };
  drivers: { family: string; where: string; note?: string; driver?: string }[];
  parts: Record<string, { path: string }>;
  work: {
    platform: string;
    apply: { id: string; name: string; steps: string[] }[];
    tune: { step: string; tool: string }[];
  }[];
  platforms: Record<
    string,
    {
      name: string;
      cells: { feature: string; sources?: { source: string }[] }[];
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
  action: string;
  text?: string;
  code?: string;
  targets?: { setting: string; value: string }[];
  pitfalls?: string[];
  platform: string;
  occasion?: "new" | "change";
  replaces?: string[];
  notReplacing?: string[];
  dpdk?: boolean;
  path: string;
}
interface Finding {
  id: string;
  path: string;
  claim: string;
  citations: number;
}

const adapters = readKnowledge<Adapter[]>("adapters");
const steps = new Map(readKnowledge<Step[]>("steps").map((step) => [step.id, step]));
const findings = new Map(readKnowledge<Finding[]>("findings").map((finding) => [finding.id, finding]));
const sources = new Map(readKnowledge<{ id: string; path: string }[]>("sources").map(({ id, path }) => [id, path]));
const rules = new Map(readKnowledge<{ id: string; path: string }[]>("rules").map(({ id, path }) => [id, path]));

for (const adapter of adapters) {
  const { id, path, name, parts, work, drivers, platforms } = adapter;
  const ofAdapter = [...steps.values()].filter(({ adapters: ids }) => ids.includes(id));

  describe(`the page of ${name}`, () => {
    const page = readPageAt(path);

    test("has the anchors of its sections, and no page below it", () => {
      for (const part of Object.values(parts)) {
        const [place, anchor = ""] = part.path.split("#");
        assert.equal(place, path);
        assert.ok(findById(page, anchor), anchor);
      }
      for (const heading of ["apply", "tune", "modes", "drivers", "evidence"])
        assert.equal(findById(page, heading) !== undefined, heading in parts, heading);
    });

    test("has each of its steps once, whole, in a fold", () => {
      const listed = work.flatMap(({ apply, tune }) => [
        ...apply.flatMap((section) => section.steps),
        ...tune.map(({ step }) => step),
      ]);
      assert.deepEqual(listed.toSorted(), ofAdapter.map((step) => step.id).toSorted());
      const tools = new Map(
        work.flatMap(({ apply, tune }) => [
          ...apply.flatMap(({ name: tool, steps: ofTool }) => ofTool.map((step) => [step, tool] as const)),
          ...tune.map(({ step, tool }) => [step, tool] as const),
        ]),
      );
      for (const { id: step, platform, title, text = "", code, targets = [], pitfalls = [] } of ofAdapter) {
        const element = findById(page, `step-${step}`);
        const fold = element && holderOf(element, "details");
        assert.ok(element && fold, step);
        // The tool stands beside the title, which does not repeat it.
        const tool = tools.get(step) ?? "";
        const short = title.replace(new RegExp(` (in|with) (the )?${tool}$|^${tool}: `), "");
        assert.ok(textOf(fold).toLowerCase().includes(tidy(short).toLowerCase()), `${step}: ${short}`);
        assert.ok(short === title || !textOf(fold).includes(tidy(title)), `${step}: ${title}`);
        for (const { setting, value } of targets) assert.ok(textOf(fold).includes(tidy(`${setting} ${value}`)), step);
        const filled = text.replaceAll("{adapter}", platforms[platform]?.name ?? name);
        for (const words of [filled, ...pitfalls])
          assert.ok(textOf(element).includes(tidy(words)), `${step}: ${words}`);
        if (code !== undefined) assert.equal(findAll(element, "pre").map(rawTextOf).join("").trim(), code.trim(), step);
      }
    });

    test("opens one tool at a time, and has a place for each platform", () => {
      for (const { platform, apply } of work.filter((one) => one.apply.length > 0)) {
        assert.ok(findById(page, `apply-${platform}`), platform);
        const folds = findAll(page, "details").filter((fold) => attribute(fold, "name") === `apply-${platform}`);
        assert.deepEqual(
          folds.map((fold) =>
            textOf(findAll(fold, "summary")[0] as Element)
              .replace(/ \d+ steps?$/, "")
              .trim(),
          ),
          apply.map((section) => section.name),
        );
      }
    });

    test("has the most cited statements under addresses of their own, the way to all others, and every rule", () => {
      const evidence = sectionOf(page, "evidence");
      assert.ok(evidence);
      const lines = findAll(evidence, "li").filter((line) => attribute(line, "id")?.startsWith("finding-"));
      const named = adapter.findings.flatMap((finding) => findings.get(finding) ?? []);
      const shown = lines.flatMap((line) => findings.get(attribute(line, "id")?.replace("finding-", "") ?? "") ?? []);
      assert.equal(shown.length, Math.min(8, named.length));
      for (const { id: finding, path: place, claim } of shown) {
        const line = findById(page, `finding-${finding}`);
        assert.ok(line && linksOf(line).includes(place) && textOf(line).includes(tidy(claim)), finding);
      }
      const most = named.map(({ citations }) => citations).toSorted((a, b) => b - a);
      assert.deepEqual(
        shown.map(({ citations }) => citations),
        most.slice(0, shown.length),
      );
      assert.equal(linksOf(evidence).includes(`/findings/?adapter=${id}`), named.length > shown.length);
      for (const rule of adapter.rules) assert.ok(linksOf(evidence).includes(rules.get(rule) ?? ""), rule);
    });

    test("has its drivers whole, and names the families without one", () => {
      const place = sectionOf(page, "drivers");
      assert.equal(place !== undefined, drivers.length > 0);
      if (!place) return;
      const [table] = findAll(place, "table");
      assert.equal(table && findAll(table, "tr").length - 1, drivers.length);
      for (const { note = "", driver = "" } of drivers)
        for (const words of [note, driver]) assert.ok(textOf(place).includes(tidy(words)), words);
      const [, without = ""] = /No driver exists for ([^.]*)/.exec(textOf(place)) ?? [];
      const dos = drivers.filter(({ family }) => family === "dos");
      assert.equal(without.includes("DOS"), dos.length > 0 && dos.every(({ where }) => where === "none"));
    });

    test("leads from the reason of each feature to its sources", () => {
      for (const [platform, { cells }] of Object.entries(platforms))
        for (const { feature, sources: cited = [] } of cells) {
          const row = findById(page, `${platform}-${feature}`);
          const links = row ? findAll(row, "td").flatMap(linksOf) : [];
          for (const { source } of cited) assert.ok(links.includes(sources.get(source) ?? ""), `${feature}: ${source}`);
        }
    });

    test("has its modes whole", () => {
      for (const [platform, { modes = {} }] of Object.entries(platforms)) {
        for (const [mode, { name: called, summary, cells, steps: own }] of Object.entries(modes)) {
          const place = findById(page, `mode-${mode}`);
          const fold = place && holderOf(place, "details");
          assert.ok(
            place && fold && textOf(fold).includes(tidy(called)) && textOf(place).includes(tidy(summary)),
            mode,
          );
          for (const { feature, note = "" } of cells) {
            const row = findById(page, `${platform}-${mode}-${feature}`);
            assert.ok(row && textOf(row).includes(tidy(note)), `${mode} ${feature}`);
          }
          for (const step of own) assert.ok(linksOf(place).includes(steps.get(step)?.path ?? ""), step);
        }
      }
    });

    test("counts what was measured and leads to the studies, or says that there are none", () => {
      const place = sectionOf(page, "numbers");
      assert.ok(place);
      const { performance, mechanism, studies } = adapter.measured;
      assert.match(
        textOf(place),
        studies.length === 0 ? /No study/ : new RegExp(`\\b${String(performance)} performance`),
      );
      // Those that only count registers and interrupts are stated apart.
      const counting = adapter.datasets.length - studies.length;
      const counts = `The lab adds ${String(mechanism)} register and interrupt counts in ${String(counting)} stud`;
      assert.equal(textOf(place).includes(counts), mechanism > 0);
      for (const study of studies)
        assert.ok(
          linksOf(place).some((link) => link.endsWith(`/${study}/`)),
          study,
        );
    });
  });
}

test("a step's address is on the page of its first adapter", () => {
  for (const { id, path, adapters: ids } of steps.values()) {
    assert.equal(path, `/adapters/${ids[0] ?? ""}/#step-${id}`);
    assert.ok(findById(readPageAt(path.replace(/#.*/, "")), `step-${id}`), id);
  }
});

test("a driver's row without a release is of all others where rows of its family have releases", () => {
  const table = sectionOf(readPageAt("/adapters/vmxnet3/"), "drivers");
  const rows = table ? findAll(table, "tr").map(textOf) : [];
  const ofFamily = (name: string): string[] => rows.filter((row) => row.startsWith(name));
  assert.equal(ofFamily("ESXi").filter((row) => /^ESXi\s*all others/.test(row)).length, 1, ofFamily("ESXi").join("\n"));
  assert.match(ofFamily("NetWare").join(), /^NetWare\s*all(?! others)/);
});

test("a step says for whom it is, and names the adapters that it replaces or not", () => {
  const conditionOf = ({ path, id }: Step): string => {
    const step = findById(readPageAt(path.replace(/#.*/, "")), `step-${id}`);
    return step ? textOf(step) : "";
  };
  const namesOf = (step: Step): string[] =>
    (step.replaces ?? step.notReplacing ?? [])
      .filter((id) => id !== step.adapters[0])
      .flatMap((id) => adapters.find((one) => one.id === id)?.platforms[step.platform]?.name ?? []);
  for (const step of steps.values()) {
    const names = namesOf(step);
    const sentence = conditionOf(step).match(/(?:Only|Not) (?:for|if)[^.]*\./)?.[0] ?? "";
    for (const name of names) assert.ok(sentence.includes(name), `${step.id}: ${name}`);
    assert.equal(/\bif you replace/.test(sentence), names.length > 0 || step.occasion === "change", step.id);
    if (step.dpdk && step.occasion === undefined) assert.match(sentence, /DPDK/, step.id);
  }
});

test("an adapter has adapters beside it", () => {
  const paths = new Set(adapters.map(({ path }) => path));
  for (const { path } of adapters) {
    const nav = findAll(readPageAt(path), "nav").find((one) => attribute(one, "aria-label") === "Previous and next");
    assert.ok(nav && linksOf(nav).length > 0, path);
    for (const beside of linksOf(nav)) assert.ok(paths.has(beside), `${path} -> ${beside}`);
  }
});

function holderOf(element: Element, name: string): Element | undefined {
  for (let holder = element.parentNode; holder && "attrs" in holder; holder = holder.parentNode)
    if (holder.tagName === name) return holder;
  return undefined;
}

function sectionOf(page: Page, id: string): Element | undefined {
  return findAll(page, "section").find((section) =>
    findAll(section, "h2").some((heading) => attribute(heading, "id") === id),
  );
}

function linksOf(within: Page | Element): string[] {
  return findAll(within, "a").flatMap((link) => attribute(link, "href") ?? []);
}

/** White space as the page's text has it. */
function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

test("a command in the workaround of a known problem is code", () => {
  const problems = findById(readPageAt("/adapters/vmxnet3/"), "problems")?.parentNode as Element;
  assert.ok(findAll(problems, "code").some((code) => textOf(code).startsWith("esxcli system settings")));
});
