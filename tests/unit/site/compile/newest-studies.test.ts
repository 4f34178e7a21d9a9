import assert from "node:assert/strict";
import { test } from "node:test";
import { pickNewestStudies } from "../../../../tools/site/compile/site/datasets.ts";

test("the newest studies are of different publishers, the newest year first", () => {
  const study = (path: string, year: number, publisher: string) => ({
    path,
    title: path,
    year,
    sourceRecord: { publisher },
  });
  const picked = pickNewestStudies([
    study("old", 2008, "A"),
    study("x1", 2026, "Atlas"),
    study("x2", 2026, "Atlas"),
    study("b", 2025, "B"),
    study("a", 2019, "A"),
    study("c", 2013, "C"),
    study("d", 2012, "D"),
  ]);
  assert.deepEqual(
    picked.map(({ path, year, publisher }) => [path, year, publisher]),
    [
      ["x1", 2026, "Atlas"],
      ["b", 2025, "B"],
      ["a", 2019, "A"],
      ["c", 2013, "C"],
    ],
  );
});
