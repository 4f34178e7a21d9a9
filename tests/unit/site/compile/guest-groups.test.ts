import assert from "node:assert/strict";
import { test } from "node:test";
import { groupGuests } from "../../../../tools/site/compile/site/guests.ts";
import { makeGuest } from "./records.ts";

test("each guest stands in one group, in the order that the guests have", () => {
  const guests = [
    makeGuest("alpine-64", { family: "linux", vendor: "Alpine Linux Development Team" }),
    makeGuest("debian12-64", { family: "linux", vendor: "The Debian Project" }),
    makeGuest("solaris11-64", { family: "solaris", vendor: "Oracle" }),
    makeGuest("oracle-linux9-64", { family: "linux", vendor: "Oracle" }),
    makeGuest("rhel9-64", { family: "linux", vendor: "Red Hat" }),
    makeGuest("netware6-32", { family: "netware", vendor: "Novell" }),
    makeGuest("other-64", { family: "other", vendor: "various" }),
  ];
  assert.deepEqual(
    groupGuests(guests).map(({ id, guests: ids }) => [id, ids]),
    [
      ["red-hat", ["oracle-linux9-64", "rhel9-64"]],
      ["debian", ["debian12-64"]],
      ["linux", ["alpine-64"]],
      ["solaris", ["solaris11-64"]],
      ["older", ["netware6-32"]],
      ["other", ["other-64"]],
    ],
  );
});

test("a group without guests is left out", () => assert.deepEqual(groupGuests([]), []));
