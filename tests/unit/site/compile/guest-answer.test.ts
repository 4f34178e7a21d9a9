import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Advice } from "../../../../advisor/explain/advice.ts";
import { answerGuest, type GuestAnswer, noteGuest } from "../../../../tools/site/compile/site/guests.ts";
import { makeAdapter, makeAtlas, makeGuest } from "./records.ts";

type Where = "box" | "tools" | "vendor" | "none" | "unknown";

/** The answer for RHEL 9 on vSphere if the advisor recommends these adapters with added drivers and without. */
function answer(
  withDrivers: string | null,
  withoutDrivers: string | null,
  where: Where = "box",
  kind: Advice["headline"]["kind"] = "use",
): GuestAnswer {
  const adapters = ["vmxnet3", "e1000"].map((id) =>
    makeAdapter(id, { drivers: [{ family: "linux", where, basis: "stated", sources: [{ source: "manual" }] }] }),
  );
  const atlas = makeAtlas({ adapters });
  const platform = { ...atlas.find("platforms", "vsphere"), shortName: "vSphere", guestDrivers: "VMware Tools" };
  const advise = (recommended: string | null): Advice =>
    ({
      recommended,
      headline: { kind, text: "" },
      why: "Its reason.",
      turningPoints: [
        { field: "packetRate", text: "Above 50,000 packets/s: SR-IOV." },
        { field: "guestDrivers", text: "No drivers added in the guest: E1000." },
      ],
      verdicts: adapters.map(({ id }) => ({ adapter: id, name: id.toUpperCase(), status: "suitable", reasons: [] })),
      problems: [],
    }) as unknown as Advice;
  return answerGuest(makeGuest("rhel9-64"), platform, advise(withDrivers), advise(withoutDrivers), atlas);
}

describe("the answer for a guest", () => {
  for (const [what, given, text] of [
    [
      "names adapter and driver source, and the system without its release",
      answer("vmxnet3", "vmxnet3"),
      "Red Hat Enterprise Linux 9 on vSphere: VMXNET3. The driver ships with Red Hat Enterprise Linux.",
    ],
    [
      "names the adapter without added drivers if it is another one",
      answer("vmxnet3", "e1000", "tools"),
      "Red Hat Enterprise Linux 9 on vSphere: VMXNET3. Requires VMware Tools. E1000 without VMware Tools.",
    ],
    [
      "sends to the vendor if only the vendor can tell",
      answer("e1000", "e1000", "unknown", "ask"),
      "Red Hat Enterprise Linux 9 on vSphere: ask the vendor which adapter is supported. Its reason.",
    ],
    ["says that no adapter fits", answer(null, null), "Red Hat Enterprise Linux 9 on vSphere: no adapter fits."],
  ] as const)
    test(what, () => assert.equal(given.text, text));

  test("lists other adapters only with a documented driver", () => {
    assert.deepEqual(
      answer("vmxnet3", "vmxnet3").others.map(({ name, driver }) => [name, driver]),
      [["E1000", "driver included"]],
    );
    assert.deepEqual(answer("vmxnet3", "vmxnet3", "unknown").others, []);
  });

  test("has the thresholds of the advice", () =>
    assert.deepEqual(answer("vmxnet3", "vmxnet3").unless, ["Above 50,000 packets/s: SR-IOV."]));
});

describe("the remark of a row", () => {
  const guest = makeGuest("rhel9-64", { note: "About its ids." });

  test("says what to use without added drivers, and else nothing", () => {
    assert.equal(noteGuest(guest, [answer("vmxnet3", "e1000", "tools")]), "E1000 without VMware Tools");
    assert.equal(noteGuest(guest, [answer("vmxnet3", "vmxnet3")]), undefined);
  });

  test("is what is known of a guest about which the vendor has to be asked", () =>
    assert.equal(noteGuest(guest, [answer("e1000", "e1000", "unknown", "ask")]), "About its ids."));
});
