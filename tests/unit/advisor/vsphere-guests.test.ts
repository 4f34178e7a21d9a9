import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lookUpGuest, toVmxForm } from "../../../advisor/guests/guests.ts";
import { chooseCases } from "../../thorough.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { readVsphereGuests } from "./vsphere-guests.ts";

const rows = readVsphereGuests();
const ids = [...new Set(rows.map(({ id }) => id))];

/** Adapters that vSphere gives to any guest, without naming them in a guest's list. */
const unlisted = new Set(
  knowledge.adapters.filter(({ platforms }) => platforms.vsphere?.listed === false).map(({ id }) => id),
);

describe("guests of vSphere", () => {
  test("every id of the table names one guest, and so does its .vmx form", () => {
    assert.equal(ids.length, 189);
    for (const id of ids) {
      const [guest, ...others] = lookUpGuest(advisor.guests, id);
      assert.ok(guest && others.length === 0, id);
      assert.deepEqual(lookUpGuest(advisor.guests, toVmxForm(id), guest.bitness), [guest], id);
    }
  });

  for (const guestDrivers of [true, false, undefined]) {
    test(`calls no adapter suitable that vSphere does not offer, drivers ${guestDrivers ?? "unknown"}`, () => {
      for (const { id, from, to, adapters } of chooseCases(rows)) {
        for (let virtualHardware = from; virtualHardware <= to; virtualHardware++) {
          const { verdicts } = advisor.advise({
            platform: "vsphere",
            guest: id,
            virtualHardware,
            ...(guestDrivers === undefined ? {} : { guestDrivers }),
          });
          for (const { adapter, status } of verdicts) {
            if (status === "excluded" || unlisted.has(adapter)) continue;
            assert.ok(adapters.includes(adapter), `${id}, vmx-${virtualHardware}: ${adapter} is ${status}`);
          }
        }
      }
    });
  }

  /**
   * With nothing but the guest's own drivers the advice is what vSphere itself proposes, for it proposes what an installation
   * can drive. Where the two differ, the reason is here; a difference that is gone must be struck out.
   */
  const differing = new Map([
    ["asianux3Guest", "built from RHEL 5, for which vSphere proposes E1000"],
    [
      "centos64Guest",
      "stands for CentOS 4 and 5, whose kernels are older than vmxnet3; for RHEL 5 vSphere proposes E1000",
    ],
    [
      "centosGuest",
      "stands for CentOS 4 and 5, whose kernels are older than vmxnet3; for RHEL 5 vSphere proposes E1000",
    ],
    ["oracleLinux64Guest", "stands for Oracle Linux 4 and 5, whose kernels are older than vmxnet3"],
    ["oracleLinuxGuest", "stands for Oracle Linux 4 and 5, whose kernels are older than vmxnet3"],
    ["debian6_64Guest", "kernel 2.6.32 has vmxnet3, for which vSphere proposes it elsewhere (Asianux 4, CentOS 6)"],
    ["debian6Guest", "kernel 2.6.32 has vmxnet3, for which vSphere proposes it elsewhere (Asianux 4, CentOS 6)"],
  ]);

  test("without added drivers the recommended adapter is the one that vSphere proposes", () => {
    const newest = [...new Map(rows.map((row) => [row.id, row])).values()].filter(
      ({ proposed }) => proposed !== undefined,
    );
    assert.equal(newest.length, 133);
    const others = newest.filter(
      ({ id, to, proposed }) =>
        advisor.advise({ platform: "vsphere", guest: id, virtualHardware: to, guestDrivers: false }).recommended !==
        proposed,
    );
    assert.deepEqual(others.map(({ id }) => id).sort(), [...differing.keys()].sort());
  });

  test("a guest record proposes what vSphere proposes for each of its ids, or says that it is unknown", () => {
    for (const { id, proposed } of rows) {
      if (proposed === undefined) continue;
      assert.equal(lookUpGuest(advisor.guests, id)[0]?.platforms.vsphere?.default, proposed, id);
    }
  });
});
