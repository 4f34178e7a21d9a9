import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { socialImageSize, describeSocialImage, drawSocialImage } from "../../../../tools/site/social/draw-image.ts";
import type { Card } from "../../../../tools/site/social/draw-image.ts";
import { listSocialImages } from "../../../../tools/site/social/list-images.ts";
import { measureText } from "../../../../assets/ts/charts/measure-text.ts";
import { makeElement, parseSvg, textOf, walkSvg } from "../../../../tools/site/charts/svg-tree.ts";

const card: Card = { path: "/a/", title: "A title", label: "Guides", text: "What it says." };
const chartOf = (height: number): NonNullable<Card["chart"]> => ({
  drawing: makeElement("svg", { viewBox: `0 0 340 ${height}` }, [
    makeElement("title", {}, ["small print"]),
    makeElement("text", { fill: "var(--chart-text, #1b2430)", opacity: 0.5 }, ["from the chart"]),
  ]),
  description: "Two bars.",
});
const wordsOf = (one: Card): string => textOf(parseSvg(drawSocialImage(one)));

describe("a card", () => {
  test("shows the page's words and the site's name", () => {
    for (const words of ["A title", "Guides", "What it says.", "vNIC Atlas"])
      assert.ok(wordsOf(card).includes(words), words);
  });

  test("cuts no line and lets none run into the foot, however long the words are", () => {
    const long = {
      ...card,
      title: "Register accesses of virtual adapters & more ".repeat(6),
      text: "Every word of this is long enough to wrap around. ".repeat(30),
      mark: { kind: "emulated", colour: "#000" },
    };
    const lines = [...walkSvg(parseSvg(drawSocialImage(long)))].filter(
      ({ name, attributes }) => name === "text" && attributes.get("x") === "72",
    );
    assert.ok(lines.length > 4);
    for (const line of lines) {
      const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(line.attributes.get(name)));
      const isBold = line.attributes.get("font-weight") === "600";
      assert.ok(
        (x ?? 0) + measureText(textOf(line).replace(" …", ""), size ?? 0, isBold) <= socialImageSize.width,
        textOf(line),
      );
      assert.ok((y ?? 0) < 548, `${y}: ${textOf(line)}`);
    }
    assert.ok(textOf(lines.at(-1) ?? makeElement("text")).endsWith("…"));
  });

  test("shows its chart beside the whole question, however high the chart is, and says what it shows", () => {
    for (const height of [120, 1200]) {
      const one = {
        ...card,
        title:
          "How much more do other adapters carry than the emulated one beside them, and on which testbeds was that measured?",
        chart: chartOf(height),
      };
      const words = wordsOf(one).replace(/\s+/g, "");
      for (const part of ["from the chart", one.title]) assert.ok(words.includes(part.replace(/\s+/g, "")), part);
      assert.ok(!words.includes("smallprint") && !words.includes("Whatitsays") && !words.includes("…"));
      assert.equal(describeSocialImage(one), "Two bars.");
    }
  });

  test("draws a chart so large that its words are read, within its place, and shows at the foot where it goes on", () => {
    const placeOf = (height: number) => {
      const svg = parseSvg(drawSocialImage({ ...card, chart: chartOf(height) }));
      const [drawing] = [...walkSvg(svg)].slice(1).filter(({ name }) => name === "svg");
      assert.ok(drawing);
      const [x = 0, y = 0, width = 0, high = 0] = ["x", "y", "width", "height"].map((name) =>
        Number(drawing.attributes.get(name)),
      );
      return {
        x,
        y,
        width,
        high,
        fades: [...walkSvg(svg)].some(({ attributes }) => attributes.get("fill") === "url(#fade)"),
      };
    };
    const [low, tall] = [placeOf(120), placeOf(1200)];
    for (const { x, y, width, high } of [low, tall])
      assert.ok(
        width / 340 > 1.7 && x > 72 + 430 && x + width <= socialImageSize.width && y >= 0 && y + high < 548,
        `${x} ${y} ${width} ${high}`,
      );
    assert.deepEqual([low.fades, tall.fades], [false, true]);
  });

  test("has a chart's colours in light, and no layers, at which the renderer fails", () => {
    const svg = drawSocialImage({ ...card, chart: chartOf(120) });
    assert.match(svg, /fill="#1b2430" fill-opacity="0.5" stroke-opacity="0.5"/);
    assert.doesNotMatch(svg, /var\(| opacity=/);
  });
});

describe("the cards of the site", () => {
  const document = (path: string, title: string) => ({ path, title, note: "note", kind: "Page", names: "", text: "" });
  const records = {
    adapters: [{ id: "vmxnet3", path: "/adapters/vmxnet3/", name: "VMXNET3", kind: "paravirtual", summary: "s" }],
    datasets: [
      {
        path: "/benchmarks/x/",
        title: "X",
        question: "How much?",
        answer: "Much.",
        year: 2010,
        charts: ["of-all", "c"],
        sourceRecord: { publisher: "VMware" },
      },
    ],
    charts: [
      {
        id: "of-all",
        description: "Many bars.",
        datasets: ["x", "y"],
      },
      { id: "c", description: "A bar.", datasets: ["x"] },
    ],
  };
  const cards = listSocialImages(
    [
      document("/guides/a/", "the guide"),
      document("/guides/a/#part", "Part"),
      document("/contribute/checks/#yaml", "Check"),
    ],
    records,
    () => '<svg viewBox="0 0 340 400"><text>5</text></svg>',
  );

  test("are for prose, adapters and datasets; not for parts of pages or for each check", () => {
    assert.deepEqual(
      cards.map(({ path, title }) => [path, title]),
      [
        ["/guides/a/", "The guide"],
        ["/adapters/vmxnet3/", "VMXNET3"],
        ["/benchmarks/x/", "How much?"],
      ],
    );
  });

  test("carry the adapter's shape and colour, and the dataset's own chart", () => {
    assert.deepEqual(cards[1]?.mark, { kind: "paravirtual", colour: "#1a7af0" });
    assert.deepEqual(
      cards.slice(2).map(({ chart }) => chart?.description),
      ["A bar."],
    );
  });
});
