import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Advice } from "../../../../advisor/explain/advice.ts";
import { answerGuest, compileGuests, type GuestAnswer, noteGuest } from "../../../../tools/site/compile/site/guests.ts";
import type { RecordOf } from "../../../../tools/site/compile/records.ts";
import { makeAdapter, makeAtlas, makeGuest } from "./records.ts";

type Section = RecordOf<"guests">["platforms"][string];
type Where = "box" | "tools" | "vendor" | "none" | "unknown";

/** The answer for RHEL 9 on vSphere if the advisor recommends these adapters with added drivers and without. */
function answer(
  withDrivers: string | null,
  withoutDrivers: string | null,
  where: Where = "box",
  kind: Advice["headline"]["kind"] = "use",
  section: Partial<Section> = {},
  name = "Red Hat Enterprise Linux 9",
  more: Partial<Advice> = {},
): GuestAnswer {
  const adapters = ["vmxnet3", "e1000"].map((id) =>
    makeAdapter(id, { drivers: [{ family: "linux", where, basis: "stated", sources: [{ source: "manual" }] }] }),
  );
  const guest = makeGuest("rhel9-64", { name });
  Object.assign(guest.platforms.vsphere ?? {}, { offered: [{ adapters: ["vmxnet3", "e1000"] }], ...section });
  const older = makeGuest("rhel8-64");
  Object.assign(older.platforms.vsphere ?? {}, {
    offered: [
      { from: 10, to: 12, adapters: ["vmxnet3", "e1000"] },
      { from: 13, to: 17, adapters: ["vmxnet3"] },
    ],
  });
  const atlas = makeAtlas({ adapters, guests: [guest, older] });
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
      conflicts: [],
      openQuestions: [],
      ...more,
    }) as unknown as Advice;
  return answerGuest(guest, platform, advise(withDrivers), advise(withoutDrivers), atlas);
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
      "Red Hat Enterprise Linux 9 on vSphere: VMXNET3. Requires VMware Tools. Without VMware Tools: E1000.",
    ],
    [
      "does not name the platform's drivers if the driver is the hardware vendor's",
      answer("vmxnet3", "e1000", "vendor"),
      "Red Hat Enterprise Linux 9 on vSphere: VMXNET3. The driver comes from the hardware vendor. Without an added driver: E1000.",
    ],
    [
      "sends to the vendor if only the vendor can tell",
      answer("e1000", "e1000", "unknown", "ask"),
      "Red Hat Enterprise Linux 9 on vSphere: ask the vendor which adapter is supported. Its reason.",
    ],
    ["says that no adapter fits", answer(null, null), "Red Hat Enterprise Linux 9 on vSphere: no adapter fits."],
  ] as const)
    test(what, () => assert.equal(given.text, text));

  test("names the adapter and the question, as the advisor does, if the answer to a question may let the adapter fit", () => {
    const given = answer("e1000", "e1000", "box", "ask", {}, "FreeBSD 8", {
      conflicts: [{ text: "No adapter fits." }] as Advice["conflicts"],
      openQuestions: [{ field: "iommu", text: "Is the IOMMU on?" }] as Advice["openQuestions"],
    });
    assert.equal(given.text, "FreeBSD 8 on vSphere: check whether E1000 fits. Its reason.");
    assert.deepEqual([given.ask, given.question], ["check whether E1000 fits", "Is the IOMMU on?"]);
    assert.equal(answer("e1000", "e1000", "unknown", "ask").ask, "ask the vendor");
  });

  test("names the system without the releases that it is about", () =>
    assert.equal(
      answer("vmxnet3", "vmxnet3", "box", "use", {}, "FreeBSD before 11").text,
      "FreeBSD before 11 on vSphere: VMXNET3. The driver ships with FreeBSD.",
    ));

  test("lists other adapters only with a documented driver", () => {
    assert.deepEqual(
      answer("vmxnet3", "vmxnet3").others.map(({ name, driver }) => [name, driver]),
      [["E1000", "driver included"]],
    );
    assert.deepEqual(answer("vmxnet3", "vmxnet3", "unknown").others, []);
  });

  const listed: [what: string, section: Partial<Section>, unlisted: (string | undefined)[]][] = [
    ["no mark if the guest's own entry lists it", {}, [undefined]],
    ["nothing if no entry lists it", { offered: [{ from: 18, adapters: ["vmxnet3"] }] }, []],
    [
      "its virtual hardware if only an older entry lists it",
      {
        offered: [{ from: 18, adapters: ["vmxnet3"] }],
        olderEntries: [{ guest: "rhel8-64", name: "Red Hat Enterprise Linux 8", from: 11, to: 17 }],
      },
      ["virtual hardware 11–12 only"],
    ],
  ];
  for (const [what, section, unlisted] of listed) {
    test(`has, for another adapter, ${what}`, () =>
      assert.deepEqual(
        answer("vmxnet3", "vmxnet3", "box", "use", section).others.map((other) => other.unlisted),
        unlisted,
      ));
  }

  test("has the thresholds of the advice", () =>
    assert.deepEqual(answer("vmxnet3", "vmxnet3").unless, ["Above 50,000 packets/s: SR-IOV."]));
});

describe("the remark of a row", () => {
  const guest = makeGuest("rhel9-64", { note: "About its ids." });
  const on = (platform: string, one: GuestAnswer) => ({ ...one, platform });

  test("says what to use without added drivers, and else nothing", () => {
    assert.equal(
      noteGuest(guest, [on("vSphere", answer("vmxnet3", "e1000", "tools"))]),
      "Without VMware Tools: E1000.",
    );
    assert.equal(noteGuest(guest, [on("vSphere", answer("vmxnet3", "vmxnet3"))]), undefined);
  });

  test("names the platform if the guest runs on several", () => {
    const answers = [on("vSphere", answer("vmxnet3", "e1000", "tools")), on("KVM", answer("vmxnet3", "vmxnet3"))];
    assert.equal(noteGuest(guest, answers), "vSphere without VMware Tools: E1000.");
  });

  test("is what is known of a guest about which the vendor has to be asked", () =>
    assert.equal(noteGuest(guest, [on("vSphere", answer("e1000", "e1000", "unknown", "ask"))]), "About its ids."));
});

test("both bitnesses of a guest are beside each other, at the place of the first", () => {
  const guests = [
    makeGuest("freebsd11-64", { name: "FreeBSD 11", order: 1 }),
    makeGuest("freebsd-older-64", { name: "FreeBSD before 11", order: 2 }),
    makeGuest("freebsd9-64", { name: "FreeBSD 9", order: 3 }),
    makeGuest("freebsd-older-32", { name: "FreeBSD before 11", order: 4, bitness: 32 }),
  ];
  const nothing = { recommended: null, headline: { kind: "none" }, verdicts: [], turningPoints: [], problems: [] };
  const compiled = compileGuests(makeAtlas({ guests }), () => nothing as unknown as Advice);
  assert.deepEqual(
    compiled.map(({ id }) => id),
    ["freebsd11-64", "freebsd-older-64", "freebsd-older-32", "freebsd9-64"],
  );
});
