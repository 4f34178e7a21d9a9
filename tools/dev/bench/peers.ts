import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { nameValues } from "../../../advisor/engine/fill-situation.ts";
import { buildTable, type Table } from "../../../advisor/engine/table.ts";
import type { Row } from "../../../advisor/engine/rows.ts";
import { versionCode } from "../../../advisor/knowledge/version.ts";

/** Rule engines that the advisor's own is measured against, pinned; they are installed below build/, since nothing else needs them. */
const PEERS = { "json-rules-engine": "7.3.1", "@gorules/zen-engine": "0.54.0" };

/** Decides a situation; gives the indexes of the rows that fired. */
interface Peer {
  name: string;
  decide: (facts: Facts) => Promise<number[]>;
}

export type Facts = Record<string, string | number | boolean | string[]>;

/** The vSphere rows that exclude or prefer, and how a situation becomes their facts: the same for every engine. */
interface SharedRules {
  table: Table;
  rows: Row[];
  factsOf: (situation: Situation) => Facts;
  best: (situation: Situation, fired: number[]) => string | null;
}

/** Loads the pinned peers, and installs them first if they are missing. Returns null if no registry can be reached. */
export async function loadPeers(root: string, shared: SharedRules): Promise<Peer[] | null> {
  const folder = join(root, "build", "bench", "peers");
  if (!Object.keys(PEERS).every((name) => existsSync(join(folder, "node_modules", name)))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), `${JSON.stringify({ private: true, dependencies: PEERS })}\n`);
    try {
      execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], {
        cwd: folder,
        stdio: "ignore",
      });
    } catch {
      return null;
    }
  }
  const require = createRequire(join(folder, "package.json"));
  return [
    jsonRulesEngine(require("json-rules-engine") as JsonRules, shared),
    zen(require("@gorules/zen-engine") as Zen, shared),
  ];
}

/** The rows of the decision table and their facts, drawn from the knowledge itself. */
export function shareRules(knowledge: Knowledge): SharedRules {
  const platform = knowledge.platforms.find(({ id }) => id === "vsphere") as Knowledge["platforms"][number];
  const table = buildTable(knowledge, platform);
  const rows = table.rows.filter(({ exclude, over }) => exclude !== 0 || over !== 0);
  const guestOf = (situation: Situation) => knowledge.guests.find(({ id }) => id === situation.guest);
  const hardwareOf = (situation: Situation): number =>
    situation.virtualHardware ??
    platform.versions.findLast(
      ({ version }) => versionCode(version) <= versionCode(situation.platformVersion ?? platform.current),
    )?.virtualHardware ??
    0;
  return {
    table,
    rows,
    factsOf(situation) {
      const guest = guestOf(situation);
      return {
        ...nameValues(table, { values: table.usual }),
        ...Object.fromEntries(
          table.yesNoFields.flatMap((field) => (situation[field] === undefined ? [] : [[field, situation[field]]])),
        ),
        packetRate: situation.packetRate ?? 0,
        platformVersion: versionCode(situation.platformVersion ?? platform.current),
        virtualHardware: hardwareOf(situation),
        guest: guest?.id ?? "",
        guestFamily: guest?.family ?? "other",
        bitness: guest?.bitness ?? 0,
        guestRelease: guest && guest.release !== "unknown" ? versionCode(guest.release) : -1,
        currentAdapter: situation.currentAdapter ?? "",
        requires: situation.requires ?? [],
      };
    },
    best(situation, fired) {
      const hardware = hardwareOf(situation);
      const view = table.guestView(guestOf(situation), situation.bitness, hardware);
      const offered = (view.offered.findLast(({ from }) => from <= hardware) ?? view.offered[0])?.adapters ?? 0;
      let open = offered & ~view.none & ~(situation.guestDrivers === false ? view.tools : 0);
      for (const at of fired) open &= ~(rows[at] as Row).exclude;
      const before = (one: number, other: number): boolean => {
        const speaking = fired
          .map((at) => rows[at] as Row)
          .filter(
            (row) => (((row.prefer >> one) & (row.over >> other)) | ((row.prefer >> other) & (row.over >> one))) & 1,
          );
        const rank = Math.max(...speaking.map((row) => row.rank));
        return speaking.some((row) => row.rank === rank && (row.prefer >> one) & 1 && (row.over >> other) & 1);
      };
      const fitting = table.adapters.flatMap((_, index) => ((open >> index) & 1 ? [index] : []));
      const score = (one: number): number =>
        fitting.reduce((sum, other) => sum + Number(before(one, other)) - Number(before(other, one)), 0);
      const [best] = fitting.sort((a, b) => score(b) - score(a) || a - b);
      return best === undefined ? null : (table.adapters[best]?.id ?? null);
    },
  };
}

interface JsonRules {
  Engine: new (rules: object[]) => { run: (facts: Facts) => Promise<{ events: { params: { at: number } }[] }> };
}

/** As its documentation shows: one rule per row, conditions under all, an event for each rule that holds. */
function jsonRulesEngine({ Engine }: JsonRules, { table, rows }: SharedRules): Peer {
  const engine = new Engine(
    rows.map((row, at) => ({
      conditions: {
        all: conditionsOf(table, row).map(({ field, test, value }) =>
          field === "requires" && Array.isArray(value)
            ? { any: value.map((feature) => ({ fact: "requires", operator: "contains", value: feature })) }
            : {
                fact: field,
                operator: { from: "greaterThanInclusive", to: "lessThan", is: "equal", in: "in" }[test],
                value,
              },
        ),
      },
      event: { type: "row", params: { at } },
    })),
  );
  return {
    name: "json-rules-engine",
    decide: async (facts) => (await engine.run(facts)).events.map(({ params }) => params.at),
  };
}

interface Zen {
  ZenEngine: new () => {
    createDecision: (content: Buffer) => { evaluate: (facts: Facts) => Promise<{ result: { at: number }[] }> };
  };
}

/** As its documentation shows: a decision table that collects every row that holds. */
function zen({ ZenEngine }: Zen, { table, rows }: SharedRules): Peer {
  const fields = [...table.allFields, "guest", "guestFamily", "guestRelease", "bitness", "currentAdapter"];
  const quote = (value: unknown): string => (typeof value === "string" ? `"${value}"` : String(value));
  const cell = (row: Row, field: string): string => {
    const own = conditionsOf(table, row).filter((condition) => condition.field === field);
    const tests = own.map(
      ({ test, value }) =>
        ({
          from: `>= ${value}`,
          to: `< ${value}`,
          is: quote(value),
          in: Array.isArray(value) ? value.map(quote).join(", ") : "",
        })[test],
    );
    return tests.join(" and ");
  };
  const content = {
    nodes: [
      { id: "in", type: "inputNode", name: "in", position: { x: 0, y: 0 } },
      {
        id: "table",
        type: "decisionTableNode",
        name: "table",
        position: { x: 1, y: 0 },
        content: {
          hitPolicy: "collect",
          inputs: [
            ...fields.map((field) => ({ id: field, name: field, field })),
            { id: "requires", name: "requires", field: "" },
          ],
          outputs: [{ id: "at", name: "at", field: "at" }],
          rules: rows.map((row, at) => ({
            _id: String(at),
            ...Object.fromEntries(fields.map((field) => [field, cell(row, field)])),
            requires:
              row.requires.length === 0
                ? ""
                : row.requires.map((feature) => `contains(requires, "${feature}")`).join(" or "),
            at: String(at),
          })),
        },
      },
      { id: "out", type: "outputNode", name: "out", position: { x: 2, y: 0 } },
    ],
    edges: [
      { id: "a", type: "edge", sourceId: "in", targetId: "table" },
      { id: "b", type: "edge", sourceId: "table", targetId: "out" },
    ],
  };
  const decision = new ZenEngine().createDecision(Buffer.from(JSON.stringify(content)));
  return {
    name: "@gorules/zen-engine",
    decide: async (facts) => (await decision.evaluate(facts)).result.map(({ at }) => at),
  };
}

interface Condition {
  field: string;
  test: "from" | "to" | "is" | "in";
  value: string | number | boolean | string[];
}

/** A row's conditions, one comparison each. */
function conditionsOf({ yesNoFields }: Table, { spans, requires, guest }: Row): Condition[] {
  const release = guest.guestRelease;
  return [
    ...Object.entries(spans).flatMap(([field, { from, to }]): Condition[] =>
      (yesNoFields as readonly string[]).includes(field)
        ? [{ field, test: "is", value: from === 1 }]
        : [
            ...(from > 0 ? [{ field, test: "from" as const, value: from }] : []),
            ...(to < Infinity ? [{ field, test: "to" as const, value: to }] : []),
          ],
    ),
    ...(requires.length > 0 ? [{ field: "requires", test: "in" as const, value: requires }] : []),
    ...(guest.guest ? [{ field: "guest", test: "in" as const, value: guest.guest }] : []),
    ...(guest.guestFamily ? [{ field: "guestFamily", test: "in" as const, value: guest.guestFamily }] : []),
    ...(guest.currentAdapter ? [{ field: "currentAdapter", test: "in" as const, value: guest.currentAdapter }] : []),
    ...(guest.bitness ? [{ field: "bitness", test: "is" as const, value: guest.bitness }] : []),
    ...(release ? [{ field: "guestRelease", test: "from" as const, value: versionCode(release.atLeast ?? "0") }] : []),
    ...(release?.below ? [{ field: "guestRelease", test: "to" as const, value: versionCode(release.below) }] : []),
  ];
}
