import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOldNode } from "../../../../tools/dev/setup/node.mjs";

test("accepts the oldest release of Node that package.json names, and newer ones", () => {
  assert.equal(describeOldNode("20.0.0", ">=20"), null);
  assert.equal(describeOldNode("24.1.0", ">=20"), null);
  for (const version of ["20.19.0", "20.19.5", "20.20.0", "21.0.0", "22.1.0"])
    assert.equal(describeOldNode(version, ">=20.19"), null, version);
});

test("tells an older Node which release is needed and which is there", () => {
  const message = describeOldNode("18.19.1", ">=20") ?? "";
  assert.match(message, /needs Node\.js 20 or newer, this is 18\.19\.1/);
  assert.match(message, /https:\/\/nodejs\.org/);
  for (const version of ["20.18.3", "20.9.0", "19.9.0", "8.17.0"]) {
    assert.match(describeOldNode(version, ">=20.19") ?? "", /needs Node\.js 20\.19 or newer, this is /, version);
  }
});
