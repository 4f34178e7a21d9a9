import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Reason, Verdict } from "../../../advisor/explain/advice.ts";
import { mergeTexts, messages } from "../../../advisor/explain/messages.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import type { Problem } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import {
  announcement,
  barText,
  mainReason,
  describeAnswers,
  conflictTexts,
  inView,
  moreQuestions,
} from "../../../advisor/ui/answer/answer-text.ts";
import { atlasAddress, listCitations } from "../../../advisor/ui/answer/links.ts";
import { adviceInWords, confidenceCause, situationInWords, statusWord } from "../../../advisor/ui/answer/names.ts";
import { language as german } from "../../../advisor/ui/languages/de.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

const open = advisor.advise({ guest: "rhel9-64" });
const none = advisor.advise({ guest: "ms-dos-16", requires: ["rss"], guestDrivers: false });

describe("the answer in words", () => {
  test("the cause of the confidence does not repeat its level", () => {
    assert.match(open.confidence.text, /^Medium: /);
    assert.match(confidenceCause(open), /^[A-Z](?!edium: )/);
  });
  test("nor does it repeat a level that a page calls by several words", () => {
    const { texts } = mergeTexts(messages, { confidence: { levels: { medium: "Fairly sure" } } });
    const advice = createAdvisor(knowledge, texts).advise({ guest: "rhel9-64" });
    assert.match(advice.confidence.text, /^Fairly sure: /);
    assert.equal(confidenceCause(advice), confidenceCause(open));
  });
  test("an assumed value that changes nothing by itself is not offered as a change", () => {
    const advice = advisor.advise({
      platform: "vsphere",
      platformVersion: "8.0",
      guest: "rhel9-64",
      guestDrivers: true,
      packetRate: 120_000,
      iommu: true,
      sriovNic: true,
      saveCpu: true,
      dpdk: false,
    });
    assert.deepEqual(
      advice.openQuestions.map(({ field }) => field),
      ["dpu", "virtualHardware"],
    );
    assert.deepEqual(moreQuestions(advice), []);
  });
  test("what is announced is short", () => {
    assert.equal(announcement(knowledge, open, []), "Use VMXNET3, medium confidence.");
    assert.equal(announcement(knowledge, none, []), "No adapter fits.");
    assert.equal(
      announcement(knowledge, open, [{ field: "guest", found: '"x"', expected: "" }]),
      "Use VMXNET3, medium confidence. Could not be used: Guest operating system.",
    );
  });
  test("without advice it says what is needed first: the platform, the guest, or a correction", () => {
    const problem = (field: string): Problem => ({ field, found: '"x"', expected: "" });
    const say = (...fields: string[]): string => announcement(knowledge, null, fields.map(problem));
    assert.equal(
      say("guest", "platform"),
      "We need the platform first. Could not be used: Guest operating system, Platform.",
    );
    assert.equal(
      say("packetRate", "guest"),
      "We need the guest OS first. Could not be used: Packets per second at peak, Guest operating system.",
    );
    assert.equal(say("packetRate"), "Correct one value first. Could not be used: Packets per second at peak.");
    assert.equal(barText(null, [problem("packetRate"), problem("requires")]), "Correct 2 values first");
  });
  test("an assumed platform is told from one that was given", () => {
    assert.deepEqual(adviceInWords(knowledge, open, { guest: "rhel9-64" })[1], [
      "Platform",
      "VMware vSphere (assumed)",
    ]);
    assert.deepEqual(adviceInWords(knowledge, open, { guest: "rhel9-64", platform: "vsphere" })[1], [
      "Platform",
      "VMware vSphere",
    ]);
  });
  test("the bar says the adapter and the confidence", () => {
    assert.equal(barText(open), "Use VMXNET3, medium confidence");
    assert.equal(
      barText(advisor.advise({ guest: "rhel9-64", currentAdapter: "vmxnet3" })),
      "Keep VMXNET3, medium confidence",
    );
    assert.equal(barText(none), "No adapter fits");
  });
  test("the situation is told in the order in which it is asked, without what is unknown", () => {
    assert.deepEqual(
      situationInWords(knowledge, {
        requires: ["vmotion"],
        iommu: false,
        platform: "kvm",
        packetRate: 50000,
        bitness: 64,
      }),
      [
        ["Platform", "KVM"],
        ["Bitness", "64-bit"],
        ["Packets per second at peak", "50,000"],
        ["Must keep working", "live migration"],
        ["Host IOMMU on", "No"],
      ],
    );
  });
});

describe("an answer to an open question", () => {
  const tell = (always: string[], ...answers: [recommended: string | null, possible: (string | null)[]][]): string[] =>
    describeAnswers(open, {
      field: "packetRate",
      text: "",
      always,
      answers: answers.map(([recommended, possible], at) => ({
        value: 1 - at,
        label: ["more", "less"][at] ?? "",
        recommended,
        possible,
      })),
    }).map(({ text }) => text);
  const told = (recommended: string | null, possible: (string | null)[]): string =>
    tell([], [recommended, possible]).join();
  const question = (field: string, answers: [recommended: string, possible: string[]][], first = true) => ({
    field,
    text: "",
    always: [],
    answers: answers.map(([recommended, possible], at) => ({
      value: (at === 0) === first,
      label: (at === 0) === first ? "yes" : "no",
      recommended,
      possible,
    })),
  });
  test("names what it leads to", () => assert.equal(told("sriov", ["sriov", "vmxnet3"]), "more: SR-IOV passthrough"));
  test("says may if another answer has to join it", () => {
    assert.equal(
      told("vmxnet3", ["vmxnet3", "sriov", "directpath-io"]),
      "more: may change to SR-IOV passthrough or DirectPath I/O",
    );
  });
  test("says nothing of what stays possible whatever the answer", () => {
    assert.deepEqual(
      tell(["vmxnet3", "e1000e"], ["vmxnet3", ["vmxnet3", "sriov", "e1000e"]], ["vmxnet3", ["vmxnet3", "e1000e"]]),
      ["more: may change to SR-IOV passthrough", "less (assumed): no change"],
    );
    assert.deepEqual(tell(["vmxnet3", "e1000e"], ["e1000e", ["vmxnet3", "e1000e"]]), ["more: E1000E"]);
  });
  test("names what other questions decide if nothing else is left to say", () => {
    assert.deepEqual(tell(["vmxnet3", "e1000e"], ["vmxnet3", ["vmxnet3", "e1000e"]]), ["more: may change to E1000E"]);
  });
  describe("that is assumed", () => {
    const possibly: [string, string[]] = ["vmxnet3", ["vmxnet3", "sriov"]];
    const texts = (...args: Parameters<typeof question>): string[] =>
      describeAnswers(open, question(...args)).map(({ text }) => text);
    test("changes nothing where another answer does", () => {
      assert.deepEqual(texts("iommu", [["directpath-io", ["directpath-io"]], possibly]), [
        "yes: DirectPath I/O",
        "no (assumed): no change",
      ]);
      assert.deepEqual(tell([], ["vmxnet3", ["vmxnet3", "e1000e"]], ["vmxnet3", ["vmxnet3", "sriov"]]), [
        "more: may change to E1000E",
        "less (assumed): no change",
      ]);
    });
    test("has its opposite beside it, which changes nothing", () => {
      assert.deepEqual(describeAnswers(open, question("guestDrivers", [possibly])), [
        { value: true, text: "yes (assumed): may change to SR-IOV passthrough" },
        { value: false, text: "No: no change" },
      ]);
      assert.deepEqual(describeAnswers(open, question("dpdk", [possibly], false)), [
        { value: false, text: "no (assumed): may change to SR-IOV passthrough" },
        { value: true, text: "Yes: no change" },
      ]);
    });
    test("is not marked if it is given", () => {
      assert.deepEqual(
        describeAnswers({ ...open, assumptions: [] }, question("dpdk", [possibly], false)).map(({ text }) => text),
        ["no: may change to SR-IOV passthrough", "Yes: no change"],
      );
    });
  });
  test("can lead to no adapter", () => {
    assert.equal(told(null, [null]), "more: no adapter fits");
    assert.equal(told("vmxnet3", ["vmxnet3", null]), "more: possibly no adapter fits");
    assert.equal(told("vmxnet3", ["vmxnet3", "e1000e", null]), "more: may change to E1000E, or no adapter may fit");
  });
});

test("an adapter is not called suitable where it is in doubt whether it fits", () => {
  const words = (situation: Situation, ...adapters: string[]): (string | undefined)[] =>
    adapters.map(
      (adapter) =>
        advisor
          .advise(situation)
          .verdicts.filter((one) => one.adapter === adapter)
          .map(statusWord)[0],
    );
  assert.deepEqual(words({ guestDrivers: false }, "e1000", "e1000e", "vmxnet3", "sriov"), [
    "recommended",
    "suitable",
    "conditional",
    "conditional",
  ]);
  assert.deepEqual(words({ guest: "windows-xp-32", guestDrivers: false }, "vlance", "e1000", "vmxnet3"), [
    "recommended",
    "conditional",
    "excluded",
  ]);
  assert.deepEqual(words({ guest: "rhel9-64" }, "vmxnet3", "e1000e", "sriov"), [
    "recommended",
    "suitable",
    "conditional",
  ]);
  assert.deepEqual(words({ guest: "rhel9-64", iommu: true, sriovNic: true }, "sriov"), ["suitable"]);
  // Nothing is recorded of the one, and the other does it under conditions only.
  assert.deepEqual(words({ guest: "rhel9-64", requires: ["rss"] }, "e1000e"), ["conditional"]);
  assert.deepEqual(words({ guest: "rhel9-64", requires: ["wake-on-lan"] }, "vmxnet3", "e1000e"), [
    "recommended",
    "conditional",
  ]);
});

describe("citations", () => {
  const row = (id: string, title: string, path: string) =>
    [id, { kind: "measurement", title, source: "s", year: 2010, path }] as const;
  const evidence = Object.fromEntries([
    row("a", "Study.", "/benchmarks/s/#a"),
    row("b", "Study.", "/benchmarks/s/#b"),
    row("c", "Claim", "/findings/#c"),
  ]);
  test("of rows of one study are one citation of the study", () => {
    assert.deepEqual(listCitations(evidence, ["a", "b", "c", "lost"]), [
      { title: "Study", year: 2010, path: "/benchmarks/s/" },
      { title: "Claim", year: 2010, path: "/findings/#c" },
    ]);
  });
  test("do not repeat a title that begins the cited text", () => {
    const titles = (text: string) => listCitations(evidence, ["a", "c"], text).map(({ title }) => title);
    assert.deepEqual(titles("Claim. Fixed in 8.0."), ["Study", "Evidence"]);
    assert.deepEqual(titles("Another claim."), ["Study", "Claim"]);
  });
  test("of one row lead to the row", () => assert.equal(listCitations(evidence, ["a"])[0]?.path, "/benchmarks/s/#a"));
  test("whose titles nobody knows yet are told apart by their records, and say where the title is to be found", () => {
    const bare = Object.fromEntries([
      row("dataset:s/a", "", "/benchmarks/s/#a"),
      row("dataset:s/b", "", "/benchmarks/s/#b"),
      row("finding:c", "", "/findings/x/#c"),
      row("finding:d", "", "/findings/x/#d"),
    ]);
    assert.deepEqual(listCitations(bare, Object.keys(bare)), [
      { title: "s", year: 2010, path: "/benchmarks/s/", untitled: true },
      { title: "c", year: 2010, path: "/findings/x/#c", untitled: true },
      { title: "d", year: 2010, path: "/findings/x/#d", untitled: true },
    ]);
  });
  test("have an address only where the atlas has one", () => {
    assert.equal(atlasAddress("https://a.example/x/", "/findings/#c"), "https://a.example/x/findings/#c");
    assert.equal(atlasAddress(null, "/findings/"), null);
  });
});

type Said = Partial<Reason> & Pick<Reason, "effect">;

const verdict = (status: Verdict["status"], ...reasons: Said[]): Verdict => ({
  adapter: status,
  name: status,
  status,
  reasons: reasons.map((said) => ({ kind: "rule", id: said.effect, text: said.effect, evidence: [], ...said })),
});
const first = (...reasons: Said[]): string | undefined =>
  mainReason(verdict("suitable", ...reasons), {
    verdicts: [verdict("recommended", { effect: "prefers", id: "winner" })],
  })?.id;

test("what puts an adapter behind says more than what it asks to be done", () => {
  assert.equal(first({ effect: "requires" }, { effect: "warns" }, { effect: "behind" }), "behind");
  assert.equal(first({ effect: "prefers" }, { effect: "requires" }), "requires");
  assert.equal(first({ effect: "neutral" }, { effect: "excludes" }, { effect: "behind" }), "excludes");
  assert.equal(first({ effect: "behind", id: "third" }, { effect: "behind", id: "winner" }), "winner");
});

test("what lets many adapters fit is told once, with all of them in their order", () => {
  const advice = advisor.advise({ platform: "kvm", guest: "rhel6-64", requires: ["fault-tolerance"] });
  assert.ok(advice.conflicts.length > 5);
  const [told, ...others] = conflictTexts(advice);
  assert.match(
    told?.text ?? "",
    /^virtio fits if you drop Fault Tolerance\. The same applies to vmxnet3, e1000e, .*\.$/,
  );
  assert.equal(told?.text.split(", ").length, advice.conflicts.length - 1);
  assert.deepEqual(others, []);
});

test("an adapter that only may fit after a change is not named beside those that certainly do", () => {
  const advice = advisor.advise({
    platform: "kvm",
    guest: "void-64",
    throughputGbps: 5,
    hardwareVirtualization: false,
    requires: ["pxe-boot", "rdma", "rss"],
  });
  // The line that says why has said what certainly fits.
  assert.equal(advice.why, "virtio fits if you drop RDMA.");
  const texts = conflictTexts(advice).map(({ text }) => text);
  assert.equal(texts[0], "vmxnet3 may fit if you drop RDMA. The same applies to e1000e, igb.");
});

test("what lets adapters fit is said in whole sentences of the page's language", () => {
  const advice = createAdvisor(knowledge, german.messages).advise({
    platform: "kvm",
    guest: "rhel6-64",
    requires: ["fault-tolerance"],
  });
  const [told] = conflictTexts(advice);
  assert.equal(told?.text.startsWith(`${advice.conflicts[0]?.text} `), true, told?.text);
});

test("each set of changes stays a text of its own", () => {
  const advice = advisor.advise({
    platformVersion: "4.0",
    guest: "windows-xp-32",
    guestDrivers: false,
    requires: ["jumbo-frames"],
  });
  assert.ok(advice.conflicts.length > 1);
  const texts = conflictTexts(advice).map(({ text }) => text);
  assert.equal(new Set(texts).size, texts.length);
  for (const conflict of advice.conflicts)
    assert.ok(
      texts.some((text) => text.endsWith(conflict.text.slice(conflict.text.indexOf(" if you")))),
      conflict.text,
    );
});

test("a mode of the adapter that keeps what is to be given up is told beside it", () => {
  const told = (...requires: string[]): string =>
    conflictTexts(
      advisor.advise({
        guest: "rhel9-64",
        platformVersion: "8.0",
        virtualHardware: 20,
        packetRate: 300_000,
        iommu: true,
        sriovNic: false,
        requires,
      }),
    )
      .map(({ text }) => text)
      .find((text) => text.startsWith("DirectPath I/O fits")) ?? "";
  assert.match(
    told("vmotion"),
    /^DirectPath I\/O fits if you drop vMotion\. Alternatively, the .*DirectPath I\/O mode keeps vMotion\./,
  );
  assert.equal(told("snapshots"), "DirectPath I/O fits if you drop snapshots.");
  assert.doesNotMatch(told("snapshots", "vmotion"), / mode keeps/);
});

test("two doubts about one field are one line, with thousands marks", () => {
  const advice = advisor.advise({
    guest: "rhel9-64",
    packetRate: 2_000_000,
    packetBytes: 1500,
    linkGbps: 10,
    iommu: true,
    saveCpu: true,
  });
  assert.deepEqual(
    advice.warnings.map(({ field }) => field),
    ["packetRate", "packetRate"],
  );
  assert.deepEqual(inView(advice, knowledge).warnings, [
    "Packets per second at peak: found 2,000,000, expected at most 812,743 packets/s, the line rate of 10 Gbit/s with packets of 1,500 bytes.",
  ]);
});

test("an adapter that only another answer lets fit is to be checked first, and each answer says what it leads to", () => {
  const advice = advisor.advise({ guest: "windows-server-2022-64", requires: ["rdma"] });
  assert.deepEqual(
    [advice.headline.kind, advice.headline.text, advice.confidence.level, advice.price],
    ["ask", "Check whether DirectPath I/O fits", "low", null],
  );
  const [question] = advice.openQuestions;
  assert.ok(question);
  assert.deepEqual(
    describeAnswers(advice, question).map(({ text }) => text),
    ["No (assumed): no adapter fits", "Yes: DirectPath I/O"],
  );
});
