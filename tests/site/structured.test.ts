import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pages } from "./support/pages.ts";
import {
  attribute,
  findAll,
  listSiteFiles,
  publicFolder,
  rawTextOf,
  readKnowledge,
  readPageAt,
  textOf,
  isFrame,
} from "./support/site.ts";
import type { Page } from "./support/site.ts";

type Thing = Record<string, unknown>;
interface Dataset {
  id: string;
  path: string;
  title: string;
  csv: string;
  json: string;
  measurements: { metric: string }[];
  sourceRecord: { title: string };
}

const files = new Set(listSiteFiles());
const datasets = readKnowledge<Dataset[]>("datasets");
const ordinary = pages.filter(({ path }) => !isFrame(path));

describe("what machines read of a page", () => {
  test("its breadcrumbs are those that readers see, with full addresses", () => {
    for (const page of ordinary.filter(({ path }) => path !== "/" && path !== "/404.html")) {
      const [list, ...more] = thingsOf(page, "BreadcrumbList");
      assert.ok(list && more.length === 0, page.path);
      const items = list.itemListElement as { position: number; name: string; item: string }[];
      assert.deepEqual(
        items.map(({ position }) => position),
        items.map((_, index) => index + 1),
        page.path,
      );
      assert.equal(items.at(-1)?.item, canonicalOf(page), page.path);
      const [seen] = findAll(page, "nav").filter((nav) => attribute(nav, "aria-label") === "Breadcrumbs");
      if (seen)
        assert.deepEqual(
          items.map(({ name }) => name),
          findAll(seen, "li").map(textOf),
          page.path,
        );
    }
  });

  test("the home page says how the site is searched", () => {
    const [site] = thingsOf(readPageAt("/"), "WebSite");
    const target = (site?.potentialAction as { target: { urlTemplate: string } }).target.urlTemplate;
    assert.ok(files.has(`${new URL(target).pathname.slice(1)}index.html`), target);
    assert.match(target, /\?q=\{search_term_string\}$/);
  });

  test("every dataset is described with its files, makers, licence, source and variables", () => {
    for (const { id, path, title, csv, json, measurements, sourceRecord } of datasets) {
      const page = readPageAt(path);
      const [dataset, ...more] = thingsOf(page, "Dataset");
      assert.ok(dataset && more.length === 0, id);
      assert.equal(dataset.name, title);
      assert.equal(dataset.url, canonicalOf(page));
      const description = String(dataset.description);
      // What Google's search for datasets asks for.
      assert.ok(description.length >= 50 && description.length <= 5000, `${id}: ${description.length}`);
      assert.match(String(dataset.license), /^https:\/\/creativecommons\.org\//);
      const addresses = (dataset.distribution as { contentUrl: string }[]).map(
        ({ contentUrl }) => new URL(contentUrl).pathname,
      );
      assert.deepEqual(addresses, [csv, json]);
      for (const address of addresses) assert.ok(files.has(address.slice(1)), address);
      assert.ok(
        [dataset.creator].flat().every((maker) => typeof (maker as Thing).name === "string"),
        id,
      );
      assert.ok(String(dataset.citation).includes(sourceRecord.title), id);
      const variables = (dataset.variableMeasured as { propertyID: string; name: string }[]).map(
        ({ propertyID }) => propertyID,
      );
      assert.deepEqual(new Set(variables), new Set(measurements.map(({ metric }) => metric)), id);
    }
  });

  test("the list of datasets is a catalogue of all of them", () => {
    const [catalogue] = thingsOf(readPageAt("/benchmarks/"), "DataCatalog");
    const listed = (catalogue?.dataset as { url: string }[]).map(({ url }) => new URL(url).pathname);
    assert.deepEqual(listed.sort(), datasets.map(({ path }) => path).sort());
  });
});

describe("what a shared address shows", () => {
  test("is the page's own title, description and address", () => {
    for (const page of ordinary) {
      const title = textOf(findAll(page, "title")[0] ?? page.elements[0]!);
      const shared = metaOf(page, "og:title");
      assert.ok(shared !== undefined && title.includes(shared), page.path);
      assert.equal(metaOf(page, "og:description"), metaOf(page, "description"), page.path);
      assert.equal(metaOf(page, "og:url"), canonicalOf(page), page.path);
      assert.match(metaOf(page, "twitter:card") ?? "", /^summary(_large_image)?$/, page.path);
    }
  });

  test("is a picture in the size that every network shows whole, with words for it; no picture is for nobody", () => {
    const used = new Set<string>();
    for (const page of ordinary) {
      const address = metaOf(page, "og:image") ?? "";
      const file = new URL(address).pathname.slice(1);
      used.add(file);
      assert.ok(files.has(file), `${page.path}: ${address}`);
      assert.deepEqual([metaOf(page, "og:image:width"), metaOf(page, "og:image:height")], ["1200", "630"], page.path);
      assert.ok((metaOf(page, "og:image:alt") ?? "").length > 20, page.path);
    }
    for (const file of used) assert.deepEqual(sizeOfPng(join(publicFolder, file)), [1200, 630], file);
    assert.deepEqual(
      [...files].filter((file) => file.startsWith("cards/") && !used.has(file)),
      [],
    );
  });

  test("is the chart of a dataset that has a wide one, and the words of every adapter", () => {
    const described = readKnowledge<{ description: string }[]>("charts");
    const shown = datasets.map(({ path }) => metaOf(readPageAt(path), "og:image:alt"));
    assert.ok(shown.filter((alt) => described.some(({ description }) => description === alt)).length > 3);
    for (const { path, name } of readKnowledge<{ path: string; name: string }[]>("adapters")) {
      assert.ok(metaOf(readPageAt(path), "og:image:alt")?.includes(name), path);
    }
  });

  test("has a description that no other page has", () => {
    const descriptions = ordinary
      .filter(({ path }) => path !== "/404.html")
      .map((page) => metaOf(page, "description") ?? "");
    assert.deepEqual([...new Set(descriptions.filter((text, index) => descriptions.indexOf(text) !== index))], []);
  });
});

function thingsOf(page: Page, type: string): Thing[] {
  return findAll(page, "script")
    .filter((script) => attribute(script, "type") === "application/ld+json")
    .flatMap((script) => (JSON.parse(rawTextOf(script)) as { "@graph": Thing[] })["@graph"])
    .filter((thing) => thing["@type"] === type);
}

function metaOf(page: Page, name: string): string | undefined {
  const meta = findAll(page, "meta").find((element) =>
    [attribute(element, "name"), attribute(element, "property")].includes(name),
  );
  return meta && attribute(meta, "content");
}

function canonicalOf(page: Page): string | undefined {
  const link = findAll(page, "link").find((element) => attribute(element, "rel") === "canonical");
  return link && attribute(link, "href");
}

/** Width and height from a PNG's head. */
function sizeOfPng(file: string): number[] {
  const bytes = readFileSync(file);
  assert.equal(bytes.toString("latin1", 1, 4), "PNG", file);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
