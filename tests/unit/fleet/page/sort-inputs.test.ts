import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import type { FleetInput } from "../../../../advisor/fleet/record.ts";
import { listDropped } from "../../../../assets/ts/fleet/dropped-files.ts";
import { sortInputs } from "../../../../assets/ts/fleet/sort-inputs.ts";
import { loadSample, samples } from "../read/read-sample.ts";

const asInput = (name: string, text: string): FleetInput => ({ name, bytes: new Blob([text]) });
const inventory = asInput("a.csv", "VM,Adapter\nweb01,E1000\n");
const policy = asInput("p.txt", "# Contoso\nname: Contoso\nrequires: [vmotion]\n");
const baseline = asInput("old.txt", '{\n"schemaVersion": "1.0.0",\n"knowledgeVersion": "abc",\n"adapters": []\n}\n');
const rates = [
  "Linux 5.14 (a) \t11/24/2026\n\n12:00:01 AM IFACE rxpck/s txpck/s\n",
  '{"sysstat": {"hosts": []}}',
  '{"sample": []}',
  '"(PDH-CSV 4.0) (UTC)(0)","x"\n',
  '1700000000\n[{"ifname":"eth0","stats64":{}}]\n',
].map((text, at) => asInput(`r${at}`, text));
const none = { rates: [], policy: null, baseline: null, columns: [] };

describe("what is dropped", () => {
  test("is sorted by its content, whatever the files are called", async () => {
    const sorted = await sortInputs({ ...none, drops: [[baseline, inventory, policy, ...rates]] });
    assert.deepEqual(sorted, { ...none, files: [inventory], rates, policy, baseline });
  });

  test("after an inventory is added to it; another inventory takes its place", async () => {
    const [rate] = rates as [FleetInput];
    const added = await sortInputs({ ...none, drops: [[inventory], [policy], [rate]] });
    assert.deepEqual([added.files, added.policy, added.rates], [[inventory], policy, [rate]]);
    const other = asInput("b.csv", "VM,Adapter\nweb02,E1000\n");
    const replaced = await sortInputs({ ...none, drops: [[inventory], [policy], [other]] });
    assert.deepEqual([replaced.files, replaced.policy], [[other], null]);
  });

  test("is an inventory if it has an alias of YAML and the word of a policy", async () => {
    const manifest = asInput(
      "vm.yaml",
      "kind: VirtualMachine\nmetadata: { name: &a vm1, labels: { b: *a } }\n# requires\n",
    );
    const sorted = await sortInputs({ ...none, drops: [[manifest]] });
    assert.deepEqual([sorted.files, sorted.policy], [[manifest], null]);
  });

  test("is an inventory in every format of inventories", async () => {
    for (const format of readdirSync(samples)) {
      const files = loadSample(format);
      assert.deepEqual((await sortInputs({ ...none, drops: [files] })).files, files, format);
    }
  });
});

describe("a dropped folder", () => {
  const file = (fullPath: string) => ({
    isFile: true,
    fullPath,
    file: (give: (content: File) => void) => give(new File([fullPath], "name")),
  });
  /** A folder whose reader gives one entry at a time, as browsers give a hundred. */
  const folder = (fullPath: string, entries: object[]) => ({
    isFile: false,
    fullPath,
    createReader() {
      const rest = [...entries];
      return { readEntries: (give: (some: object[]) => void) => give(rest.splice(0, 1)) };
    },
  });
  const drop = (...entries: object[]) =>
    listDropped({
      items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
      files: [],
    } as unknown as DataTransfer);

  test("gives all files below by their paths, without hidden ones", async () => {
    const inputs = await drop(
      folder("/fleet", [
        file("/fleet/a.xml"),
        folder("/fleet/b", [file("/fleet/b/c.xml"), file("/fleet/b/.DS_Store")]),
        folder("/fleet/.git", [file("/fleet/.git/config")]),
        folder("/fleet/empty", []),
      ]),
      file("/d.csv"),
    );
    assert.deepEqual(
      inputs.map(({ name }) => name),
      ["fleet/a.xml", "fleet/b/c.xml", "d.csv"],
    );
  });
});
