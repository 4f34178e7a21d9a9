import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { suggestGuests } from "../../../advisor/ui/suggest-guests.ts";
import { advisor } from "../advisor/knowledge.ts";

describe("guests for a spelling that names none", () => {
  const ids = (spelling: string): string[] => suggestGuests(advisor, spelling).map(({ id }) => id);

  for (const [spelling, wanted] of [
    ["win 2019", "windows-server-2019-64"],
    ["Server 2022", "windows-server-2022-64"],
    ["rhel 9", "rhel9-64"],
    ["red hat 9", "rhel9-64"],
    ["ubuntu 22", "ubuntu-22-04-64"],
    ["windws xp", "windows-xp-32"],
    ["rehl9-64", "rhel9-64"],
    ["enterprise linux nine from red hat", "rhel9-64"],
  ] as const) test(`${spelling} may mean ${wanted}`, () => assert.ok(ids(spelling).includes(wanted), ids(spelling).join(", ")));

  test("both bitnesses of a name that leaves it open", () => assert.equal(ids("windows server 2003").length, 2));
  test("at most three", () => assert.equal(ids("windows").length, 3));
  test("a number has to be whole", () => assert.ok(!ids("windows 20").some((id) => id.includes("20"))));
  test("none for what is like nothing", () => assert.deepEqual(ids("zzzzzzzzzzzzzzzzzzzzzzzz"), []));
  test("none for signs alone", () => assert.deepEqual(ids("???"), []));
});
