import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isPolicy, parsePolicy } from "../../../advisor/policy/read-policy.ts";

const aliased = "name: Contoso\nmodes: &modes [vmotion]\nrequires: *modes\n";

describe("a policy with an alias", () => {
  test("has a problem with its line, and the remedy", () => {
    const { problems } = parsePolicy(aliased, "p.yaml");
    assert.deepEqual(problems, [
      'p.yaml:3: found the alias "*modes", expected no aliases. Write the value itself in its place',
    ]);
  });

  test("counts as a policy, so that its problem is reported", () => assert.ok(isPolicy(aliased)));
});

test("a manifest with an alias and the word of a policy is no policy", () => {
  const manifest = "kind: VirtualMachine\nmetadata:\n  name: &name vm1\n  labels: { app: *name }\n# requires a host\n";
  assert.equal(isPolicy(manifest), false);
});
