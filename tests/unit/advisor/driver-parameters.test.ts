import assert from "node:assert/strict";
import { test } from "node:test";
import { knowledge } from "./knowledge.ts";

test("steps that set a parameter of a host's driver keep its other parameters", () => {
  const lines = knowledge.steps.flatMap(({ code = "" }) => code.split("\n"));
  const found = lines.filter((line) => line.startsWith("esxcli system module parameters set"));
  assert.ok(found.length > 0);
  for (const line of found) assert.match(line, / -a /);
});
