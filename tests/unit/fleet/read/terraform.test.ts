import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsOf, readOne } from "./read-sample.ts";

test("a deposed instance of a Terraform state is no second VM", async () => {
  const instance = (name: string, more: object = {}): object => ({
    ...more,
    attributes: { name, network_interface: [{ adapter_type: "e1000" }] },
  });
  const file = await readOne(
    "terraform.tfstate",
    JSON.stringify({
      version: 4,
      terraform_version: "1.5.0",
      resources: [
        {
          mode: "managed",
          type: "vsphere_virtual_machine",
          name: "app",
          instances: [instance("app01", { deposed: "0a1b2c3d" }), instance("app01")],
        },
      ],
    }),
  );
  assert.deepEqual([file.machines, file.unread], [1, 0]);
  assert.deepEqual(
    file.adapters.map(({ place }) => place),
    ["$.resources[0].instances[1].attributes.network_interface[0]"],
  );
  assert.deepEqual(problemsOf(file), [
    "$.resources[0].instances[0]: This is a deposed instance of vsphere_virtual_machine.app, which Terraform deletes at the next apply. It is not read.",
  ]);
});
