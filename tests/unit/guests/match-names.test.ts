import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dropMinor, nameMatcher } from "../../../assets/ts/guests/start-filter.ts";

const server = ["windows-server-2022-64", "Windows Server 2022", "windows2019srvnext_64guest", "win2k22"];

describe("a guest of the index is found", () => {
  for (const typed of [
    "win2k22",
    "Windows Server 2022",
    "windows  server",
    "WINDOWS2019SRVNEXT_64GUEST",
    "2022 server",
    "w",
    "",
  ])
    test(`by "${typed}"`, () => assert.ok(nameMatcher(typed)(server)));
  for (const typed of ["2019 ubuntu", "server 2019", "windows 11", "rhel"])
    test(`not by "${typed}"`, () => assert.ok(!nameMatcher(typed)(server)));
});

test("a minor release is left out", () =>
  assert.deepEqual(["RHEL 9.4", "debian 12.5.1", "win2k22", "8.0 U3"].map(dropMinor), [
    "RHEL 9",
    "debian 12",
    "win2k22",
    "8 U3",
  ]));
