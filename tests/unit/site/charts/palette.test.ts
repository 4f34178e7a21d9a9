import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { adapterColours, roleColours } from "../../../../tools/site/charts/palette.ts";
import type { Theme } from "../../../../tools/site/charts/palette.ts";
import { contrastOf, distanceOf, visions } from "./colour-vision.ts";
import { charts, knowledge } from "./support.ts";
import { listRows } from "../../../../tools/site/charts/rows.ts";

const themes: readonly Theme[] = ["light", "dark"];

/** Adapters that one chart or one table shows, so that readers have to tell their colours apart. */
const companions: readonly (readonly string[])[] = [
  ["vmxnet3", "e1000", "e1000e", "sriov", "directpath-io"],
  ["vmxnet3", "vmxnet2", "vmxnet", "e1000", "vlance"],
  ["virtio-net", "e1000", "e1000e", "rtl8139", "sriov"],
  ["vmxnet3", "virtio-net"],
];

/** Five times what is just visible, so that a small dot still tells. */
const leastDistance = 10;

describe("the measures themselves", () => {
  test("black on white has a contrast of 21", () => assert.equal(contrastOf("#000000", "#ffffff").toFixed(1), "21.0"));
  test("red and green are far for most readers and near with deuteranopia", () => {
    assert.ok(distanceOf("#c8553d", "#6b8e23", "normal") > 15);
    assert.ok(distanceOf("#c8553d", "#6b8e23", "deuteranopia") < 10);
  });
});

for (const theme of themes) {
  const colour = (role: string): string => roleColours[role]?.[theme] ?? "";
  describe(`the ${theme} palette`, () => {
    for (const [adapter, colours] of Object.entries(adapterColours)) {
      test(`shows ${adapter} at 3:1 on the page and on a band`, () => {
        for (const background of ["surface", "band"]) {
          const contrast = contrastOf(colours[theme], colour(background));
          assert.ok(contrast >= 3, `${contrast.toFixed(2)} on ${background}`);
        }
      });
    }

    for (const role of ["text", "muted", "yes", "partial", "no", "unknown"]) {
      test(`writes ${role} at 4.5:1 on the page`, () => assert.ok(contrastOf(colour(role), colour("surface")) >= 4.5));
    }
    for (const role of ["text", "muted"]) {
      test(`writes ${role} at 4.5:1 on a band`, () => assert.ok(contrastOf(colour(role), colour("band")) >= 4.5));
    }
    test("draws axes at 3:1", () => assert.ok(contrastOf(colour("axis"), colour("surface")) >= 3));

    for (const vision of visions) {
      test(`keeps adapters that stand together apart with ${vision === "normal" ? "normal colour vision" : vision}`, () => {
        for (const [a, b] of companions.flatMap(pairs)) {
          const distance = distanceOf(adapterColours[a]?.[theme] ?? "", adapterColours[b]?.[theme] ?? "", vision);
          assert.ok(distance >= leastDistance, `${a} and ${b}: ${distance.toFixed(1)}`);
        }
      });
    }
  });
}

test("every adapter that a chart tells from others by its colour has one", () => {
  for (const chart of charts) {
    const drawn = drawnByColour(chart);
    assert.deepEqual(drawn.length > 1 ? drawn.filter((id) => !(id in adapterColours)) : [], [], chart.id);
  }
});

test("every colour is that of an adapter of the data", () => {
  const ids = knowledge.adapters.map(({ id }) => id);
  assert.deepEqual(
    Object.keys(adapterColours).filter((id) => !ids.includes(id)),
    [],
  );
});

test("adapters that share a chart are among the pairs that are checked", () => {
  const checked = new Set(companions.flatMap(pairs).map(String));
  for (const chart of charts) {
    const drawn = drawnByColour(chart).filter((id) => id in adapterColours);
    const unchecked = pairs(drawn).filter(([a, b]) => !checked.has(`${a},${b}`) && !checked.has(`${b},${a}`));
    assert.deepEqual(unchecked, [], chart.id);
  }
});

/** Adapters of a chart; marks that are painted alike or by what works tell adapters by their names. */
function drawnByColour(chart: (typeof charts)[number]): string[] {
  const rows = listRows(chart, knowledge).filter(
    ({ painted, support }) => painted === undefined && support === undefined,
  );
  return [...new Set(rows.flatMap(({ adapter }) => (adapter === undefined ? [] : String(adapter))))];
}

function pairs(ids: readonly string[]): [string, string][] {
  return ids.flatMap((a, index) => ids.slice(index + 1).map((b): [string, string] => [a, b]));
}
