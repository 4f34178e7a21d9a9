import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { problemsOf, readOne } from "./read-sample.ts";

describe("what govc prints with -dump", () => {
  const machine = `{
    ManagedEntity: mo.ManagedEntity{ Name: "app01" },
    Config: &types.VirtualMachineConfigInfo{
      Hardware: types.VirtualHardware{
        Device: []types.BaseVirtualDevice{
          &types.VirtualE1000{ VirtualEthernetCard: types.VirtualEthernetCard{ MacAddress: "00:50:56:00:00:11" } },
        },
      },
    },
  }`;
  for (const [what, text] of Object.entries({
    "of several machines": `[]mo.VirtualMachine{\n  ${machine},\n}\n`,
    "of one machine": `mo.VirtualMachine${machine}\n`,
    "by its pointer": `&mo.VirtualMachine${machine}\n`,
  }))
    test(`${what} is refused with the command that helps`, async () => {
      const file = await readOne("dump.txt", text);
      assert.deepEqual([file.format, file.adapters.length, file.unread], [null, 0, 1]);
      assert.deepEqual(problemsOf(file), [
        "file: The file is in Go syntax, as govc prints with -dump, and is not read (1 adapter). Use: govc vm.info -xml NAME...",
      ]);
    });
});
