import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element } from "./support/site.ts";

interface Guest {
  id: string;
  line: string;
  path: string;
  name: string;
  aliases: string[];
  ids: { vsphere: string[]; osinfo: string[]; names: string[] };
  platforms: Record<string, { offered: { adapters: string[] }[] }>;
  answers: Record<
    string,
    { text: string; driver: string; choice?: { name: string }; ask?: string; problems: { path: string }[] }
  >;
}

const guests = readKnowledge<Guest[]>("guests");
const lines = [...new Set(guests.map(({ line }) => line))];
const linksOf = (part: Element): string[] => findAll(part, "a").flatMap((link) => attribute(link, "href") ?? []);

/** What holds an element, from the innermost outwards. */
function* holdersOf(element: Element): Generator<Element> {
  for (let holder = element.parentNode; holder && "attrs" in holder; holder = holder.parentNode) yield holder;
}

describe("the page of a product line", () => {
  for (const line of lines) {
    test(`${line} has a row for each release that opens to its answer`, () => {
      const page = readPageAt(`/guests/${line}/`);
      for (const { id, path, name, ids, answers } of guests.filter((guest) => guest.line === line)) {
        assert.equal(path, `/guests/${line}/#${id}`);
        const answer = findById(page, id);
        assert.ok(answer, id);
        const row = [...holdersOf(answer)].find(({ tagName }) => tagName === "details");
        const summary = row && findAll(row, "summary")[0];
        assert.ok(summary && !findAll(summary, "div").includes(answer), "a link to it opens it");
        const shown = textOf(summary);
        assert.ok(shown.includes(name), id);
        const headings = findAll(answer, "h2").map(textOf);
        const entries = Object.entries(answers);
        const chosen = entries.filter(([, { ask, choice }]) => ask === undefined && choice);
        assert.equal(findAll(summary, "svg").length, chosen.length, `${id}: marks only for adapters to choose`);
        for (const [index, [platform, { text, driver, choice, ask, problems }]] of entries.entries()) {
          assert.equal(headings[index], text.replace(/\s+/g, " "), id);
          const cell = ask ? [`${ask[0]?.toUpperCase()}${ask.slice(1)}`] : [driver, choice?.name ?? "no adapter fits"];
          assert.ok(
            cell.every((words) => shown.includes(words)),
            `${id} on ${platform}`,
          );
          const links = linksOf(answer);
          assert.ok(links.includes(`/advisor/?platform=${platform}&guest=${id}`), id);
          for (const problem of problems) assert.ok(links.includes(problem.path), problem.path);
        }
        for (const spelling of [id, ...ids.vsphere, ...ids.osinfo, ...ids.names])
          assert.ok(textOf(answer).includes(spelling.replace(/\s+/g, " ")), spelling);
      }
    });
  }
});

test("each page of a line has guests, and each line that a guest names has a page", () => {
  const pages = readdirSync(join(import.meta.dirname, "../../content/guests")).filter((name) => name !== "_index.md");
  assert.deepEqual(pages.sort(), lines.map((line) => `${line}.md`).sort());
});

test("the index leads to each guest, below its line, and has all its spellings for the filter", () => {
  const index = readPageAt("/guests/");
  for (const { id, path, line, aliases } of guests) {
    const item = findById(index, id);
    assert.ok(item && linksOf(item).includes(path), id);
    const section = [...holdersOf(item)].find(({ tagName }) => tagName === "section");
    assert.ok(section && linksOf(section)[0] === `/guests/${line}/`, id);
    const names = (attribute(item, "data-names") ?? "").split("|");
    for (const alias of aliases) assert.ok(names.includes(alias), alias);
  }
});

test("an answer calls each adapter as its platform does", () => {
  const adapters = readKnowledge<{ id: string; platforms: Record<string, { name: string }> }[]>("adapters");
  const called = (id: string, platform: string) =>
    adapters.find((one) => one.id === id)?.platforms[platform]?.name ?? id;
  for (const line of lines) {
    const page = readPageAt(`/guests/${line}/`);
    for (const { id, platforms } of guests.filter((guest) => guest.line === line)) {
      const answer = findById(page, id);
      assert.ok(answer);
      const shown = findAll(answer, "div").map(textOf);
      for (const [platform, { offered }] of Object.entries(platforms)) {
        for (const { adapters: ids } of offered) {
          const names = ids.map((one) => called(one, platform)).join(", ");
          assert.ok(
            shown.some((row) => row.startsWith("Supported adapters") && row.includes(names)),
            `${id} on ${platform}: ${names}`,
          );
        }
      }
    }
  }
});
