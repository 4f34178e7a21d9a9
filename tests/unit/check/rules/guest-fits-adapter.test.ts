import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkRecords } from "../../../../tools/check/check-records.ts";
import { guestFitsAdapter } from "../../../../tools/check/rules/guest-fits-adapter.ts";
import { makeWorld } from "../../../../tools/check/world.ts";
import { fileOf } from "../../../../tools/records/kinds.ts";
import type { Kind } from "../../../../tools/records/kinds.ts";
import { parseRecords } from "../../../../tools/records/load-records.ts";
import { soundRow, writeDataset } from "../support/dataset.ts";
import { change, checkInWorld, schemas, textOf, today, world } from "../support/world.ts";

/** What the rule says of one row, in the small world with other records added or put in. */
function check(row: object, others: [kind: Kind, id: string, text: string][] = []): string[] {
  const dataset: [Kind, string, string] = ["dataset", "trial", writeDataset([{ ...soundRow, ...row }])];
  const files = [dataset, ...others].map(([kind, id, text]) => ({ kind, id, file: fileOf(kind, id), text }));
  const parsed = parseRecords(files);
  const kept = world.records.filter(({ file }) => !files.some((other) => other.file === file));
  const set = { ...world, ...parsed, records: [...kept, ...parsed.records] };
  return checkRecords(makeWorld({ set, schemas, today }), [guestFitsAdapter]).map(({ message }) => message);
}

/** A guest of the same name as other-32 with another bitness, which is offered vmxnet3. */
const twin: [Kind, string, string] = [
  "guest",
  "other-64",
  textOf("guest", "other-32")
    .replace("bitness: 32", "bitness: 64")
    .replace("- e1000", "- vmxnet3")
    .replace("order: 20", "order: 30"),
];

describe("guest-fits-adapter", () => {
  const refused = ["vmxnet3 is not available to Other on vsphere"];
  it("knows a guest by its plain name, whatever the case", () => {
    assert.deepEqual(check({ conditions: { guest: "Other" } }), refused);
    assert.equal(check({ conditions: { guest: "OTHER-32" } }).length, 1);
    assert.deepEqual(check({ conditions: { guest: "Other, driver forced" } }), []);
    assert.deepEqual(check({}), []);
  });
  it("counts what any virtual hardware is offered", () => {
    assert.deepEqual(check({ adapter: "e1000", conditions: { guest: "rhel9_64Guest" } }), []);
  });
  it("tells guests of one name apart by their bitness, where it is given", () => {
    assert.deepEqual(check({ conditions: { guest: "Other" } }, [twin]), []);
    assert.deepEqual(check({ conditions: { guest: "Other", bitness: 64 } }, [twin]), []);
    assert.deepEqual(check({ conditions: { guest: "Other", bitness: 32 } }, [twin]), refused);
  });
  it("lets a rule name an adapter that one of its platforms has", () => {
    const checkRule = (platforms: string): string[] => {
      const text = change("rule", "platform: [vsphere]", `platform: [${platforms}]`);
      return checkInWorld("rule", text, "sample-rule", [guestFitsAdapter]).map(({ message }) => message);
    };
    assert.deepEqual(checkRule("kvm, vsphere"), []);
    assert.ok(checkRule("kvm").includes('"vmxnet3" is not an adapter of kvm'));
  });
  it("compares what a step replaces with the platform", () => {
    const text = change("step", "notReplacing:\n  - e1000", "notReplacing:\n  - virtio-net");
    const messages = checkInWorld("step", text, "sample-step", [guestFitsAdapter]).map(({ message }) => message);
    assert.deepEqual(messages, ['"virtio-net" is not an adapter of vsphere']);
  });
  it("says nothing of adapters that are given to guests without being on their list", () => {
    const unlisted = change("adapter", "listed: true", "listed: false");
    assert.deepEqual(check({ conditions: { guest: "Other" } }, [["adapter", "vmxnet3", unlisted]]), []);
  });
  it("says nothing of a guest whose record is out of shape", () => {
    const broken = change("guest", "bitness: 32", "bitness: 33", "other-32");
    assert.deepEqual(check({ conditions: { guest: "other-32" } }, [["guest", "other-32", broken]]), []);
  });
});
