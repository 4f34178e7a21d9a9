import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { BrokenRecords, createAtlas } from "../../../../../tools/site/compile/records.ts";
import { compileCandidates } from "../../../../../tools/site/compile/candidates.ts";
import { groupRecords } from "../../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../../authored-records.ts";

const schema = JSON.parse(readFileSync("assets/coverage/candidate.schema.json", "utf8")) as object;
const atlas = createAtlas(groupRecords(authoredRecords));
const compile = (text: string) => compileCandidates({ text, schema }, atlas);

describe("the account of the candidates for rules", () => {
  const account = compile(readFileSync("assets/coverage/candidates.yaml", "utf8"));

  test("tells of every one what carries it or why it is left out", () => {
    const counts = { G: 20, F: 31, H: 7, V: 5, P: 16, K: 12 };
    const ids = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`),
    );
    assert.deepEqual(
      account.rows.map(({ id }) => id),
      ids,
    );
    for (const { id, carriers, leftOut } of account.rows) assert.equal(carriers.length > 0, leftOut === undefined, id);
    assert.equal(account.carried + account.leftOut, account.total);
  });
});

describe("a candidate", () => {
  const one = (refs: string): string => `G01:\n  claim: It is so and no other.\n  carriedBy: [${refs}]\n`;

  test("leads to the pages of what carries it", () => {
    const [row] = compile(
      one(
        "rule:virtio-first, finding:e1000e-needs-hardware-8, cell:sriov/vsphere/vmotion, mode:vmxnet3/vsphere/upt, driver:sriov/linux",
      ),
    ).rows;
    assert.deepEqual(
      row?.carriers.map(({ path }) => path),
      [
        "/rules/#virtio-first",
        "/findings/#e1000e-needs-hardware-8",
        "/adapters/sriov/#features",
        "/adapters/vmxnet3/",
        "/adapters/sriov/",
      ],
    );
  });

  for (const ref of [
    "rule:no-rule",
    "finding:no-finding",
    "cell:sriov/vsphere/no-feature",
    "cell:sriov/xen/vmotion",
    "mode:vmxnet3/vsphere/no-mode",
    "adapter:vmxnet2/kvm",
    "driver:sriov/netware",
    "step:no-step",
    "guest:no-guest",
  ]) {
    test(`is refused when it names ${ref}, at its place`, () => {
      assert.throws(
        () => compile(one(ref)),
        (error) =>
          error instanceof BrokenRecords &&
          error.message.includes(`candidates.yaml:3:15  G01: "${ref}" does not name a record`),
      );
    });
  }

  test("is refused when it is neither carried nor left out with a reason", () => {
    assert.throws(
      () => compile("G01:\n  claim: It is so and no other.\n"),
      (error) => error instanceof BrokenRecords && /candidates\.yaml:2:3 {2}G01/.test(error.message),
    );
    assert.throws(() => compile("G01:\n  claim: It is so and no other.\n  leftOut: platform\n"), BrokenRecords);
  });
});
