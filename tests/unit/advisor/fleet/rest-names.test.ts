import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { auditFleet } from "../../../../advisor/fleet/judge/audit.ts";
import { toGuestId } from "../../../../advisor/fleet/judge/rest-names.ts";
import { advisor, knowledge } from "../knowledge.ts";
import { fleet } from "./knowledge.ts";
import { makeAdapter, makeFile, makeVsphere } from "./records.ts";

const table = readFileSync(new URL("../../../data/tables/vsphere-rest-guests.csv", import.meta.url), "utf8");
const [, ...rows] = table
  .trimEnd()
  .split("\n")
  .filter((line) => !line.startsWith("#"))
  .map((line) => line.split(",") as [name: string, id: string]);

test("each name of vSphere's REST API is read as its guest ID", () => {
  for (const [name, id] of rows)
    assert.equal(toGuestId(knowledge.guests, name).toLowerCase(), id === "" ? name.toLowerCase() : id.toLowerCase());
});

test("a guest under its name in vSphere's REST API gets the answer of its guest ID", () => {
  const named = rows.filter(([, id]) => id !== "");
  const judge = (guests: readonly string[]) =>
    auditFleet(
      [makeFile(guests.map((guestAsWritten) => makeVsphere({ adapterAsWritten: "E1000", guestAsWritten })))],
      advisor,
      fleet,
    ).adapters.map(({ guest, verdict, to }) => ({ guest, verdict, to }));
  const byName = judge(named.map(([name]) => name));
  assert.deepEqual(byName, judge(named.map(([, id]) => id)));
  assert.deepEqual(
    byName.flatMap(({ guest }, at) => (guest === null ? [named[at]?.[0]] : [])),
    [],
  );
});

test("a name of vSphere's REST API means nothing on another platform", () => {
  const record = makeAdapter({ platform: "kvm", adapterAsWritten: "e1000", guestAsWritten: "WINDOWS_9_SERVER_64" });
  const { adapters } = auditFleet([makeFile([record])], advisor, fleet);
  assert.equal(adapters[0]?.guest, null);
});
