import type { Plural } from "../../../../tools/records/kinds.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileChanges } from "../../../../tools/site/feeds/changes.ts";
import type { Named } from "../../../../tools/site/feeds/changes.ts";
import { parseLog } from "../../../../tools/site/feeds/read-commits.ts";
import type { Commit } from "../../../../tools/site/feeds/read-commits.ts";

const records: Named[] = [
  { kind: "datasets", id: "one-2010", title: "One", path: "/benchmarks/one-2010/", by: ["A. Contributor"] },
  { kind: "rules", id: "first", title: "The first rule", path: "/rules/first/" },
];
const commit = (at: string, files: Commit["files"]): Commit => ({ at, files });
const newer = commit("2026-02-01T10:00:00.000Z", [
  { path: "data/rules/first.yaml", how: "changed" },
  { path: "data/rules/gone.yaml", how: "removed" },
  { path: "data/schema/rule.schema.json", how: "changed" },
]);
const older = commit("2026-01-01T10:00:00.000Z", [
  { path: "data/datasets/one-2010.yaml", how: "added" },
  { path: "data/rules/first.yaml", how: "added" },
  { path: "content/about.md", how: "changed" },
]);

describe("what git prints", () => {
  test("is read commit by commit, with what happened to each file, in UTC", () => {
    const log =
      "\x1eb2 2026-02-01T11:00:00+01:00\0\nM\0data/rules/a.yaml\0D\0data/rules/b.yaml\0\0\x1ea1 2026-01-01T00:00:00Z\0\nA\0data/rules/a.yaml\0";
    assert.deepEqual(parseLog(log), [
      {
        at: "2026-02-01T10:00:00.000Z",
        files: [
          { how: "changed", path: "data/rules/a.yaml" },
          { how: "removed", path: "data/rules/b.yaml" },
        ],
      },
      {
        at: "2026-01-01T00:00:00.000Z",
        files: [{ how: "added", path: "data/rules/a.yaml" }],
      },
    ]);
  });
});

describe("changes", () => {
  const { data, rules, lastChanged } = compileChanges([newer, older], records, new Map());

  test("of rules and of everything else are told apart, in the records' own titles", () => {
    assert.deepEqual(
      data.map(({ title }) => title),
      ["New study: One"],
    );
    assert.deepEqual(data[0]?.groups[0]?.records[0]?.by, ["A. Contributor"]);
    assert.deepEqual(
      rules.map(({ title }) => title),
      ["Changed: 1 rule; removed: 1 rule", "New rule: The first rule"],
    );
  });

  test("of one day are one entry, at the time of the last: what was added and changed is new, what was added and removed never was", () => {
    const at = (time: string): string => `2026-01-01T${time}:00.000Z`;
    const day = compileChanges(
      [
        commit(at("13:00"), [
          { path: "data/datasets/tried.yaml", how: "removed" },
          { path: "data/datasets/two.yaml", how: "changed" },
        ]),
        commit(at("12:00"), [
          { path: "data/datasets/tried.yaml", how: "added" },
          { path: "data/datasets/two.yaml", how: "added" },
        ]),
        older,
      ],
      [...records, { kind: "datasets", id: "two", title: "Two", path: "/benchmarks/two/" }],
      new Map(),
    );
    assert.deepEqual(
      day.data.map(({ at: time, title, groups }) => [
        time,
        title,
        groups.map(({ heading, records: named }) => [heading, named.map((one) => one.title)]),
      ]),
      [[at("13:00"), "New: 2 studies", [["New studies", ["Two", "One"]]]]],
    );
  });

  test("name first what a commit was about, not what a change of form touched too", () => {
    const all = ["a", "b", "c"].map((id) => ({ path: `data/steps/${id}.yaml`, how: "changed" as const }));
    const [entry] = compileChanges(
      [commit("2026-02-02T11:00:00.000Z", all), commit("2026-02-02T10:00:00.000Z", all.slice(2))],
      [],
      new Map(),
    ).data;
    assert.deepEqual(
      entry?.groups[0]?.records.map(({ id }) => id),
      ["c", "a", "b"],
    );
  });

  test("are news as far as they have a page: one of each kind before the second of one, the newest day first", () => {
    const { news } = compileChanges([newer, older], records, new Map());
    assert.deepEqual(news.data, [
      { day: "2026-01-01", text: "New study", title: "One", path: "/benchmarks/one-2010/" },
    ]);
    assert.deepEqual(
      news.rules.map(({ day, text }) => [day, text]),
      [
        ["2026-02-01", "Changed rule"],
        ["2026-01-01", "New rule"],
      ],
    );
    const many = ["findings/a", "findings/b", "guests/c", "datasets/d"].map((name) => ({
      path: `data/${name}.yaml`,
      how: "added" as const,
    }));
    const named = many
      .map(({ path }) => path.split(/[/.]/))
      .map(([, kind = "", id = ""]) => ({ kind: kind as Plural, id, title: id, path: `/${id}/` }));
    assert.deepEqual(
      compileChanges([commit("2026-03-01T00:00:00.000Z", many)], named, new Map()).news.data.map(({ title }) => title),
      ["d", "a", "c", "b"],
    );
  });

  test("are no news if they are of kinds that no visitor looks up", () => {
    const files = ["questions/a", "platforms/b", "guests/c"].map((name) => ({
      path: `data/${name}.yaml`,
      how: "changed" as const,
    }));
    const named = ["questions/a", "platforms/b", "guests/c"].map((name) => {
      const [kind = "", id = ""] = name.split("/");
      return { kind: kind as Plural, id, title: id, path: `/${id}/` };
    });
    const { news, data: feed } = compileChanges([commit("2026-04-01T00:00:00.000Z", files)], named, new Map());
    assert.deepEqual(
      news.data.map(({ title }) => title),
      ["c"],
    );
    assert.equal(feed[0]?.groups.length, 3);
  });

  test("name what was added before what was changed and removed; a record that is gone by its id", () => {
    assert.deepEqual(
      rules[0]?.groups.map(({ how, heading, records: named }) => [
        how,
        heading,
        named.map(({ title, path }) => [title, path]),
      ]),
      [
        ["changed", "Changed rule", [["The first rule", "/rules/first/"]]],
        ["removed", "Removed rule", [["gone", undefined]]],
      ],
    );
  });

  test("say nothing of files among the data that are no records", () => {
    const files = [{ path: "data/redirects/rules.yaml", how: "added" as const }];
    const day = commit("2026-03-01T00:00:00.000Z", files);
    assert.deepEqual(compileChanges([day], [], new Map()).data, []);
  });

  test("date each file by its last change", () => {
    assert.equal(lastChanged["data/rules/first.yaml"], "2026-02-01");
    assert.equal(lastChanged["content/about.md"], "2026-01-01");
  });

  test("have ids that are theirs alone, and the same in each build", () => {
    const ids = [...data, ...rules].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids)
      assert.match(id, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(
      compileChanges([newer, older], records, new Map()).rules.map(({ id }) => id),
      rules.map(({ id }) => id),
    );
  });

  test("of hundreds of records name some and count the rest", () => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      path: `data/findings/f${index}.yaml`,
      how: "changed" as const,
    }));
    const [entry] = compileChanges([commit("2026-03-01T00:00:00.000Z", many)], records, new Map()).data;
    const [group] = entry?.groups ?? [];
    assert.equal((group?.records.length ?? 0) + (group?.more ?? 0), 300);
    assert.equal(group?.count, 300);
    assert.ok((group?.records.length ?? 0) < 50);
  });

  test("where there is no history are the days on which sources were read, and no file has a date", () => {
    const days = new Map([
      ["2026-01-02", [records[0] as Named]],
      ["2026-01-05", records],
    ]);
    const told = compileChanges([], records, days);
    assert.deepEqual(
      told.data.map(({ at }) => at.slice(0, 10)),
      ["2026-01-05", "2026-01-02"],
    );
    assert.deepEqual(
      told.rules.map(({ at }) => at.slice(0, 10)),
      ["2026-01-05"],
    );
    assert.deepEqual(told.lastChanged, {});
  });
});
