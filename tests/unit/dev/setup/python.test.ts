import assert from "node:assert/strict";
import { test } from "node:test";
import { choosePython } from "../../../../tools/dev/setup/python-tools.mjs";

const launchers: [string, ...string[]][] = [["py", "-3"], ["python3"], ["python"]];

test("takes the first Python 3 that has pip", () => {
  const choice = choosePython(launchers, ([name]) =>
    name === "py" ? "absent" : name === "python3" ? "no-pip" : "pip",
  );
  assert.deepEqual(choice, { command: ["python"] });
});

test("says what to run for a Python without pip", () => {
  const choice = choosePython(launchers, ([name]) => (name === "py" ? "no-pip" : "absent"));
  assert.ok("missing" in choice && choice.withoutPip);
  assert.match(choice.missing, /py -3 has no pip\. Run `py -3 -m ensurepip --user`/);
});

test("says that there is no Python 3", () => {
  const choice = choosePython(launchers, () => "absent");
  assert.deepEqual(choice, { missing: "Python 3 was not found.", withoutPip: false });
});
