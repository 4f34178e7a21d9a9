import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildCompareTables } from "../../../tools/site/compile/compare-table.ts";
import { judge } from "../../../assets/ts/compare/judge.ts";
import type { Column } from "../../../assets/ts/compare/judge.ts";
import { createAtlas, groupRecords } from "../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../authored-records.ts";
import { advisor } from "./knowledge.ts";
import { chooseCases } from "../../thorough.ts";

const atlas = createAtlas(groupRecords(authoredRecords));

describe("the advisor and the compare page agree", () => {
  for (const [place, table] of buildCompareTables(atlas).entries()) {
    const platform = atlas.platforms[place] ?? assert.fail();
    const rows = table.groups.flatMap((group) => group.rows);
    const columns = table.adapters.map(
      (column): Column => ({
        ...column,
        answers: new Map(
          rows.flatMap(({ feature, cells }) =>
            cells.filter((cell) => cell.column === column.id).map((cell) => [feature, cell] as const),
          ),
        ),
      }),
    );
    for (const [release, { version }] of platform.versions.entries()) {
      test(`about ${platform.id} ${version}: what is excluded for a feature there fails here, and the other way round`, () => {
        for (const { feature } of chooseCases(rows)) {
          const { verdicts } = advisor.advise({ platform: platform.id, platformVersion: version, requires: [feature] });
          for (const column of columns) {
            const { verdict, existsThen } = judge(column, { needs: [feature], release });
            if (!existsThen) continue;
            const reasons = verdicts.find(({ adapter }) => adapter === column.id)?.reasons ?? [];
            const isLost = reasons.some(({ kind, effect }) => kind === "compatibility" && effect === "excludes");
            assert.equal(isLost, verdict === "fails", `${column.id} and ${feature}`);
          }
        }
      });
    }
  }
});
