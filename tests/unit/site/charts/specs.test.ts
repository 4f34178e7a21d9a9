import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ChartSpec } from "../../../../tools/site/charts/chart.ts";
import { findSpecProblems } from "../../../../tools/site/charts/read-charts.ts";
import { chartOf, charts } from "./support.ts";

for (const { id, spec } of charts) {
  describe(`the specification of ${id}`, () => {
    const channels = [...walk(spec)]
      .filter(({ key }) => ["x", "y"].includes(key))
      .map(({ value }) => value as ChartSpec);
    const axes = channels.filter((channel) => channel.type === "quantitative" && channel.scale !== undefined);

    test("passes Vega-Lite's own schema", () => assert.deepEqual(findSpecProblems(spec), []));
    test("names its data and carries none", () => {
      assert.deepEqual(spec.data, { name: "rows" });
      const inline = [...walk(spec)].filter(({ key }) => key === "datasets" || key === "url");
      assert.deepEqual(inline, []);
    });
    test("writes the unit on every axis of numbers", () => {
      for (const { title } of axes) assert.match(String(title), /\(.+\)|[Pp]er second/);
    });
    test("says where a scale is logarithmic", () => {
      for (const { scale, title } of axes) {
        if ((scale as ChartSpec).type === "log") assert.match(String(title), /logarithmic/);
      }
    });
    test("draws no curve between points that nobody measured", () => {
      const kinds = [...walk(spec)]
        .filter(({ key }) => key === "mark")
        .map(({ value }) => (value as ChartSpec).type ?? value);
      assert.deepEqual(
        kinds.filter((kind) => ["line", "area", "trail"].includes(String(kind))),
        [],
      );
    });
    test("takes no colour of its own", () => {
      assert.doesNotMatch(JSON.stringify(spec), /#[0-9a-f]{3,6}"|rgb\(|"(red|green|blue|black|white)"/);
    });
    if (JSON.stringify(spec).includes('"bar"')) {
      test("starts its bars at zero", () => {
        for (const { scale } of axes) {
          assert.equal((scale as { domain?: number[] }).domain?.[0] ?? 0, 0);
          assert.equal((scale as ChartSpec).zero, true);
        }
        assert.ok(axes.length > 0);
      });
    }
  });
}

describe("a specification with a fault", () => {
  const spec = chartOf("freebsd9-throughput").spec;
  test("is refused with the place of a wrong mark", () => {
    assert.match(findSpecProblems({ ...spec, layer: [{ mark: "bark" }] }).join("\n"), /\/layer\/0\/mark/);
  });
  test("is refused with the name of a property that does not exist", () => {
    assert.match(findSpecProblems({ ...spec, layr: [] }).join("\n"), /"layr"/);
  });
  test("is refused for a height that is none", () => {
    assert.match(findSpecProblems({ ...spec, height: { stp: 3 } }).join("\n"), /\/height/);
  });
});

function* walk(value: unknown, key = ""): Generator<{ key: string; value: unknown }> {
  yield { key, value };
  if (value === null || typeof value !== "object") return;
  for (const [name, part] of Object.entries(value)) yield* walk(part, name);
}
