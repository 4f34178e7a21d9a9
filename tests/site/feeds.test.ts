import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parseFragment } from "parse5";
import { pages } from "./support/pages.ts";
import {
  attribute,
  findAll,
  findById,
  listSiteFiles,
  publicFolder,
  readKnowledge,
  readPage,
  readPageAt,
  textOf,
  isFrame,
} from "./support/site.ts";

interface News {
  day: string;
  text: string;
  title: string;
  path: string;
}
interface Changes {
  data: { id: string; title: string }[];
  rules: { id: string; title: string }[];
  news: { data: News[]; rules: News[] };
}

const files = new Set(listSiteFiles());
const changes = readKnowledge<Changes>("changes");
const feeds = (["data", "rules"] as const).map((name) => ({
  name,
  text: readFileSync(join(publicFolder, "feeds", `${name}.xml`), "utf8"),
}));

describe("the feeds", () => {
  for (const { name, text } of feeds) {
    test(`of the ${name} have an entry for each change, the newest first, with a time and a page`, () => {
      assert.match(text, /^<\?xml version="1.0" encoding="utf-8"\?><feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
      const entries = text.split("<entry>").slice(1);
      assert.ok(entries.length > 0);
      assert.deepEqual(
        entries.map((entry) => valueOf(entry, "id")),
        changes[name].map(({ id }) => id),
      );
      const times = [valueOf(text, "updated"), ...entries.map((entry) => valueOf(entry, "updated"))];
      for (const time of times) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
      assert.deepEqual(times, [...times].sort().reverse());
      for (const entry of entries) assert.ok(valueOf(entry, "title").length > 5, entry.slice(0, 200));
    });

    test(`of the ${name} lead to places that exist`, () => {
      const inner = text
        .split("<entry>")
        .slice(1)
        .flatMap((entry) => [
          ...linksOf(valueOf(entry, "content")),
          /<link[^>]* href="([^"]+)"/.exec(entry)?.[1] ?? "",
        ]);
      assert.ok(inner.length > 5);
      for (const address of new Set(inner)) assert.ok(isThere(address), address);
    });
  }

  test("and the home page speak of records, not of commits", () => {
    const subjects = spawnSync("git", ["log", "--format=%s", "-300", "--", "data"], { encoding: "utf8" })
      .stdout.split("\n")
      .map((subject) => subject.replace(/^[a-z, ]+: /, ""))
      .filter((subject) => subject !== "");
    const titles = feeds.flatMap(({ text }) =>
      text
        .split("<entry>")
        .slice(1)
        .map((entry) => valueOf(entry, "title")),
    );
    const told = [...titles, ...[...changes.news.data, ...changes.news.rules].map(({ title }) => title)];
    for (const title of titles) assert.match(title, /^(New|Changed|Removed)( [a-z]+)?: /);
    for (const subject of subjects) assert.ok(!told.includes(subject), subject);
  });

  test("have the newest records on the home page, with the day and a way to each", () => {
    const home = readPageAt("/");
    const row = findAll(home, "section").find((section) =>
      findAll(section, "h2").some((heading) => attribute(heading, "id") === "new"),
    );
    assert.ok(row);
    const items = findAll(row, "li");
    const newest = [...changes.news.data, ...changes.news.rules];
    assert.ok(newest.length > 2);
    assert.equal(items.length, newest.length);
    for (const [index, { day, text, title, path }] of newest.entries()) {
      const item = items[index];
      assert.ok(item);
      assert.equal(textOf(item).replace(/ ,/g, ","), `${text}, ${day} ${title}`.replace(/\s+/g, " "));
      assert.deepEqual(
        findAll(item, "a").map((link) => attribute(link, "href")),
        [path],
      );
    }
    const links = findAll(row, "a").map((link) => attribute(link, "href"));
    for (const { name } of feeds) assert.ok(links.includes(`/feeds/${name}.xml`), name);
  });

  test("are named on every page with menu and footer", () => {
    for (const page of pages.filter(({ path }) => !isFrame(path))) {
      const named = findAll(page, "link")
        .filter((link) => attribute(link, "type") === "application/atom+xml")
        .map((link) => attribute(link, "href"));
      assert.deepEqual(named, ["/feeds/data.xml", "/feeds/rules.xml"], page.path);
    }
  });
});

describe("the map of the site", () => {
  const map = readFileSync(join(publicFolder, "sitemap.xml"), "utf8");

  test("gives days only, none before the first record and none to come", () => {
    const days = [...map.matchAll(/<lastmod>([^<]*)</g)].map(([, day = ""]) => day);
    const today = new Date().toISOString().slice(0, 10);
    for (const day of days) assert.ok(/^\d{4}-\d\d-\d\d$/.test(day) && day > "2026-01-01" && day <= today, day);
  });

  test("has no page that asks not to be listed", () => assert.doesNotMatch(map, /404\.html|embed\/advisor/));
});

/** Text of the first element of a name, with its entities read. */
function valueOf(xml: string, name: string): string {
  const [, text = ""] = new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(xml) ?? [];
  const [node] = parseFragment(text).childNodes;
  return node && "value" in node ? node.value : "";
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, address = ""]) => address);
}

const known = new Map<string, ReturnType<typeof readPage>>();

function isThere(address: string): boolean {
  const { pathname, hash } = new URL(address);
  const file = `${pathname.slice(1)}index.html`;
  if (!files.has(file)) return false;
  const page = known.get(file) ?? readPage(file);
  known.set(file, page);
  return hash === "" || findById(page, hash.slice(1)) !== undefined;
}
