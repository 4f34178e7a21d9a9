import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, findAll, findById, readKnowledge, readPageAt, textOf } from "./support/site.ts";
import type { Element, Page } from "./support/site.ts";

interface Lane {
  count: string;
  path: string;
}

const lanes = new Map(
  readKnowledge<{ id: string; kind: string; name: string; lane?: Lane }[]>("adapters").map((adapter) => [
    adapter.name,
    adapter,
  ]),
);
const guide = "/guides/why-emulated-adapters-cost-more/";
const racers = ["E1000", "E1000E", "VMXNET3", "virtio-net", "SR-IOV"];

function listTracks(page: Page): Element[] {
  return findAll(page, "div").filter((part) => attribute(part, "class") === "track");
}

function linksOf(track: Element): string[] {
  return findAll(track, "a").flatMap((link) => attribute(link, "href") ?? []);
}

for (const path of ["/", guide]) {
  describe(`the packet race on ${path}`, () => {
    const tracks = listTracks(readPageAt(path));

    test("has the adapters in four lanes, the paravirtual ones in one", () => {
      assert.deepEqual(
        tracks.map((track) => attribute(track, "data-name")),
        racers,
      );
      const lists = findAll(readPageAt(path), "ol").filter((list) => attribute(list, "class") === "race-lanes");
      assert.deepEqual(
        lists.map((list) => list.childNodes.filter(({ nodeName }) => nodeName === "li").length),
        [4],
      );
    });

    for (const track of tracks) {
      const name = attribute(track, "data-name") ?? "";
      const lane = lanes.get(name)?.lane;
      test(`${name}: its count leads to its row and to its code path, and a bar stands for each access`, () => {
        const bars = findAll(track, "rect").filter((bar) => /^access/.test(attribute(bar, "class") ?? ""));
        if (!lane) {
          assert.match(textOf(track), /Not measured/);
          assert.match(textOf(track), /No emulated device on the path/);
          assert.ok(linksOf(track).includes(`${guide}#passthrough`));
          assert.equal(bars.length, 0);
          return;
        }
        assert.equal(bars.length, Math.ceil(Number(lane.count)));
        const link = findAll(track, "a").find((one) => attribute(one, "href") === lane.path);
        assert.equal(link && textOf(link), lane.count);
        assert.ok(linksOf(track).includes(`${guide}#code-${lanes.get(name)?.id ?? ""}`));
      });
    }
  });
}

test("the code path of each lane is a heading of the guide, and its row is one of its dataset", () => {
  const page = readPageAt(guide);
  for (const link of listTracks(page).flatMap(linksOf)) {
    const [path = "", anchor] = link.split("#");
    if (anchor === undefined) continue;
    assert.ok(findById(path === "" ? page : readPageAt(path), anchor), link);
  }
});

test("a lane without a count does not deny the counts below it", () => {
  for (const { id, lane } of lanes.values()) {
    const page = readPageAt(`/adapters/${id}/`);
    const [caption] = findAll(page, "figcaption");
    const isModel = lane === undefined && findById(page, "ping-cost") !== undefined;
    assert.equal(/in the table below/.test(caption ? textOf(caption) : ""), isModel, id);
  }
});

test("adapters without a count say why there is none", () => {
  const reasons = [...lanes.values()]
    .filter(({ lane }) => !lane)
    .map(({ id, kind }) => [kind, textOf(listTracks(readPageAt(`/adapters/${id}/`))[0] as Element)] as const);
  assert.ok(reasons.length > 0);
  for (const [kind, text] of reasons)
    assert.match(text, kind === "passthrough" ? /No emulated device on the path/ : /No dataset counts this adapter/);
});
