import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { loadSample } from "./read-sample.ts";

const HEADINGS = "VM,NIC label,Adapter,Mac Address,Starts Connected,VM ID,VI SDK UUID";
const row = (machine: string, adapter = "E1000", id = machine): string =>
  `${machine},Network adapter 1,${adapter},00:50:56:00:00:${machine.slice(-2)},True,${id},x`;
const table = (...rows: string[]): string => [HEADINGS, ...rows, ""].join("\n");
const anonymous = "VM,Adapter,Mac Address\na,E1000,00:50:56:00:00:01\n";

describe("an adapter that is read twice", () => {
  for (const [what, inputs, counts, notice] of [
    [
      "because the file is given twice counts once",
      [
        ["a.csv", table(row("vm01"), row("vm02"))],
        ["a.csv", table(row("vm01"), row("vm02"))],
      ],
      [
        [2, 2],
        [0, 0],
      ],
      /^file: The file is given twice\. It is read once\.$/,
    ],
    [
      "because a file without machine ids is given twice counts once",
      [
        ["a.csv", anonymous],
        ["a.csv", anonymous],
      ],
      [
        [1, 1],
        [0, 0],
      ],
      /^file: The file is given twice/,
    ],
    [
      "because the row is repeated counts once",
      [["a.csv", table(row("vm01"), row("vm02"), row("vm01"))]],
      [[2, 2]],
      /^line 4: 1 adapter was read before, the first at a\.csv line 2\. Each counts once\.$/,
    ],
    [
      "because the file is copied counts once",
      [
        ["a.csv", table(row("vm01"), row("vm02"))],
        ["copy/a.csv", table(row("vm01"), row("vm02"), row("vm03"))],
      ],
      [
        [2, 2],
        [1, 1],
      ],
      /^line 2: 2 adapters were read before, the first at a\.csv line 2\. Each counts once\.$/,
    ],
    [
      "with other facts counts twice",
      [
        ["a.csv", table(row("vm01"))],
        ["b.csv", table(row("vm01", "Vmxnet3"))],
      ],
      [
        [1, 1],
        [1, 1],
      ],
      /^line 2: 1 adapter was read before with other facts, the first at a\.csv line 2\. Each counts every time\.$/,
    ],
    [
      "only by its name and MAC address is two adapters",
      [["a.csv", table(row("vm01"), row("vm01", "E1000", "vm-7"))]],
      [[2, 2]],
      undefined,
    ],
  ] as [string, [string, string][], [number, number][], RegExp | undefined][])
    test(what, async () => {
      const files = await readFleet(inputs.map(([name, text]) => ({ name, bytes: new TextEncoder().encode(text) })));
      assert.deepEqual(
        files.map(({ adapters, machines }) => [adapters.length, machines]),
        counts,
      );
      const problems = files.flatMap((file) => file.problems.map(({ place, text }) => `${place}: ${text}`));
      const notices = problems.filter((problem) => /read before|given twice/.test(problem));
      assert.equal(notices.length, notice ? 1 : 0);
      if (notice) assert.match(notices[0] ?? "", notice);
      assert.ok(files.every(({ format }) => format !== null));
    });

  test("with the other tabs of its export leaves no gap and no machine behind", async () => {
    const sample = loadSample("rvtools-csv");
    const once = await readFleet(sample);
    const copy = sample.map(({ name, bytes }) => ({ name: `copy/${name}`, bytes }));
    const twice = await readFleet([...sample, ...copy]);
    assert.deepEqual(twice.slice(0, once.length), once);
    const ids = new Set(
      once.flatMap(({ adapters }) => adapters.flatMap(({ machineId, mac }) => (mac && machineId) ?? [])),
    );
    assert.ok(ids.size > 0);
    for (const { adapters, expected } of twice.slice(once.length))
      for (const { machineId } of [...adapters.filter(({ mac }) => mac !== null), ...expected])
        assert.ok(machineId === null || !ids.has(machineId), String(machineId));
  });
});
