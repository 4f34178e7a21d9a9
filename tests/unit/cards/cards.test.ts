import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { cardSize, describeCard } from "../../../tools/cards/card.ts";
import type { Card } from "../../../tools/cards/card.ts";
import { drawCard } from "../../../tools/cards/draw-card.ts";
import { listCards } from "../../../tools/cards/list-cards.ts";
import { PictureCache } from "../../../tools/cards/picture-cache.ts";
import { measureText } from "../../../tools/charts/measure-text.ts";
import { makeElement, parseSvg, textOf, walkSvg } from "../../../tools/charts/svg-tree.ts";

const card: Card = { path: "/a/", title: "A title", label: "Guides", text: "What it says." };
const chartOf = (width: number, height: number): NonNullable<Card["chart"]> =>
  ({ drawing: makeElement("svg", { width, height }, [makeElement("text", {}, ["from the chart"])]), description: "Two bars." });
const wordsOf = (one: Card): string => textOf(parseSvg(drawCard(one)));

describe("a card", () => {
  test("shows the page's words and the site's name", () => {
    for (const words of ["A title", "Guides", "What it says.", "vNIC Atlas"]) assert.ok(wordsOf(card).includes(words), words);
  });

  test("cuts no line and lets none run into the foot, however long the words are", () => {
    const long = { ...card, title: "Register accesses of virtual adapters & more ".repeat(6), text: "Every word of this is long enough to wrap around. ".repeat(30), mark: { kind: "emulated", colour: "#000" } };
    const lines = [...walkSvg(parseSvg(drawCard(long)))].filter(({ name, attributes }) => name === "text" && attributes.get("x") === "72");
    assert.ok(lines.length > 4);
    for (const line of lines) {
      const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(line.attributes.get(name)));
      const isBold = line.attributes.get("font-weight") === "600";
      assert.ok((x ?? 0) + measureText(textOf(line).replace(" …", ""), size ?? 0, isBold) <= cardSize.width, textOf(line));
      assert.ok((y ?? 0) < 548, `${y}: ${textOf(line)}`);
    }
    assert.ok(textOf(lines.at(-1) ?? makeElement("text")).endsWith("…"));
  });

  test("shows the chart where its words stay readable, and says what it shows", () => {
    const wide = { ...card, chart: chartOf(768, 426) };
    assert.ok(wordsOf(wide).includes("from the chart") && !wordsOf(wide).includes("A title"));
    assert.equal(describeCard(wide), "Two bars.");
    const tall = { ...card, chart: chartOf(768, 756) };
    assert.ok(wordsOf(tall).includes("A title") && !wordsOf(tall).includes("from the chart"));
    assert.equal(describeCard(tall), "Guides: A title. What it says.");
  });
});

describe("the cards of the site", () => {
  const document = (path: string, title: string) => ({ path, title, note: "note", kind: "Page", names: "", text: "" });
  const records = {
    adapters: [{ id: "vmxnet3", path: "/adapters/vmxnet3/", name: "VMXNET3", kind: "paravirtual", summary: "s" }],
    datasets: [{ path: "/evidence/x/", title: "X", question: "How much?", answer: "Much.", year: 2010, charts: ["c"], sourceRecord: { publisher: "VMware" } }],
    charts: [{ id: "c", question: "How much of it?", caption: "This much.", description: "A bar." }],
  };
  const cards = listCards([document("/guides/a/", "the guide"), document("/guides/a/#part", "Part"), document("/contribute/checks/yaml/", "Check")], records, () => '<svg width="768" height="400"><text>5</text></svg>');

  test("are for prose, adapters, datasets and charts; not for parts of pages or for each check", () => {
    assert.deepEqual(cards.map(({ path, title }) => [path, title]), [["/guides/a/", "The guide"], ["/adapters/vmxnet3/", "VMXNET3"], ["/evidence/x/", "How much?"], ["/charts/c/", "How much of it?"]]);
  });

  test("carry the adapter's shape and colour, the dataset's chart and the chart itself", () => {
    assert.deepEqual(cards[1]?.mark, { kind: "paravirtual", colour: "#1a7af0" });
    assert.deepEqual(cards.slice(2).map(({ chart }) => chart?.description), ["A bar.", "A bar."]);
  });
});

describe("the cache of pictures", () => {
  const folder = mkdtempSync(join(tmpdir(), "atlas-cards-"));
  after(() => rmSync(folder, { recursive: true }));

  test("draws each picture once, again when the renderer changes, and forgets what nobody asks for", async () => {
    let drawn = 0;
    const render = (drawing: string): Promise<Uint8Array> => {
      drawn += 1;
      return Promise.resolve(Buffer.from(drawing));
    };
    const first = new PictureCache(folder, "1");
    await first.get("a", render);
    await first.get("b", render);
    const second = new PictureCache(folder, "1");
    assert.equal(Buffer.from(await second.get("a", render)).toString(), "a");
    assert.equal(drawn, 2);
    second.prune();
    assert.equal(readdirSync(folder).length, 1);
    await new PictureCache(folder, "2").get("a", render);
    assert.equal(drawn, 3);
  });
});
