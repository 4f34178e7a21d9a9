import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { printAdvice } from "../../../advisor/cli/print.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { writeMarkdown } from "../../../advisor/ui/answer/markdown.ts";
import { describeAnswers, moreQuestions } from "../../../advisor/ui/answer/answer-text.ts";
import { words } from "../../../advisor/ui/words.ts";
import { advisor, knowledge } from "./knowledge.ts";

const guests = [
  { guest: "windows-server-2022-64" },
  { guest: "rhel9-64", platformVersion: "8.0" },
  { guest: "rhel5-64", guestDrivers: false },
  { guest: "windows-server-2008-64" },
  { platform: "kvm", guest: "debian12-64" },
  { platform: "kvm", guest: "windows-11-64" },
  { platform: "kvm", guest: "freebsd14-64" },
  {},
] satisfies Situation[];
const demands = [
  {},
  { packetRate: 20_000, requires: ["vmotion"] },
  { packetRate: 75_000, iommu: true, sriovNic: true },
  { packetRate: 150_000, iommu: true, sriovNic: true, saveCpu: true },
  { latencySensitive: true, requires: ["vmotion", "snapshots", "ha"] },
  { throughputGbps: 20, linkGbps: 25, currentAdapter: "e1000" },
  { dpdk: true, packetRate: 2_000_000 },
  { requires: ["fault-tolerance", "snapshots"], currentAdapter: "e1000" },
  // Three contradictions at once, and doubts besides.
  {
    bitness: 32,
    hardwareVirtualization: false,
    platformVersion: "6.0",
    virtualHardware: 19,
    packetRate: 20_000_000,
    linkGbps: 10,
    currentAdapter: "e1000e",
  },
  { packetRate: 20_000_000, throughputGbps: 30, packetBytes: 64, linkGbps: 10 },
] satisfies Situation[];

const count = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
/** The Markdown text up to the first part that the page folds. */
const beforeFold = (markdown: string): string =>
  [words.verdicts, words.turning, words.conflictsNone, words.known.more, words.evidenceTitle, words.situation].reduce(
    (text, title) => text.split(`\n## ${title}\n`)[0] ?? text,
    markdown,
  );

describe("an answer is short", () => {
  for (const guest of guests) {
    for (const demand of demands) {
      const situation: Situation = { ...guest, ...demand };
      test(JSON.stringify(situation), () => {
        const advice = advisor.advise(situation);
        assert.ok(count(advice.why) <= 20, advice.why);
        const shown = beforeFold(writeMarkdown(advice, knowledge, { atlas: null, link: null }));
        assert.ok(count(shown) <= 120, `${count(shown)} words:\n${shown}`);
        const own = [advice.headline.text, ...advice.why.split(/(?<=\.) /), advice.confidence.text];
        for (const sentence of own) assert.ok(count(sentence) <= 25, sentence);
        assert.ok(count(advice.confidence.text) <= 12, advice.confidence.text);
        for (const part of shown.replace(/^#+ /gm, "").split(/(?<=[.?!:]) |\n/))
          assert.ok(count(part) <= 25, `${count(part)} words: ${part}`);
        const lines = printAdvice(advisor, advice);
        assert.ok(lines.length <= 25, lines.join("\n"));
        assert.equal(lines[0], advice.headline.text);
      });
    }
  }
});

describe("the verdict comes first, then its price", () => {
  const first = (situation: Situation): string[] => printAdvice(advisor, advisor.advise(situation));
  test("whatever is lost is named", () => {
    const lines = first({
      guest: "rhel9-64",
      platformVersion: "8.0",
      packetRate: 150_000,
      iommu: true,
      sriovNic: true,
    });
    assert.match(lines[0] ?? "", /^Use SR-IOV/);
    assert.match(lines.slice(2, 6).join("\n"), /^Loses: vMotion/m);
  });
  test("whatever is supported only under conditions is named, unless it is required and listed already", () => {
    const onFunction: Situation = {
      platform: "kvm",
      guest: "rhel9-64",
      packetRate: 2_500_000,
      saveCpu: true,
      iommu: true,
      sriovNic: true,
      currentAdapter: "virtio-net",
    };
    const listed = (situation: Situation): string =>
      first(situation)
        .filter((line) => / under conditions: /.test(line))
        .join(", ");
    const all = listed(onFunction);
    for (const feature of ["live migration", "(HA)", "snapshots", "managed save"])
      assert.ok(all.includes(feature), `${feature}: ${all}`);
    assert.doesNotMatch(all, /RDMA/);
    assert.doesNotMatch(listed({ ...onFunction, currentAdapter: "sriov", requires: ["snapshots"] }), /snapshots/);
  });
  test("the change that lets an adapter fit is given once if there is no other", () => {
    const situation: Situation = { guest: "windows-98-32", requires: ["rss", "jumbo-frames"] };
    const markdown = writeMarkdown(advisor.advise(situation), knowledge, { atlas: null, link: null });
    for (const lines of [first(situation), markdown.replace("# ", "").split("\n")]) {
      assert.equal(lines[0], "No adapter fits");
      assert.equal(lines.filter((line) => line.includes("fits if you drop")).length, 1, lines.join("\n"));
    }
  });
  test("a change of one fact is not also a turning point", () => {
    const lines = first({ platform: "kvm", guest: "windows-server-2019-64", guestDrivers: false });
    assert.deepEqual(lines.slice(lines.indexOf(words.turning) + 1).slice(0, 1), [
      "  virtio fits if you install virtio drivers in the guest.",
    ]);
  });
  test("a newer release with its virtual hardware is not also a turning point", () => {
    const lines = first({ guest: "centos4-64", platformVersion: "3.5", packetRate: 3000 });
    assert.deepEqual(
      lines.filter((line) => line.includes("VMXNET3")),
      [
        "  VMXNET3 fits if you upgrade to VMware vSphere 4.0 or later and upgrade the virtual hardware to version 7 or later.",
      ],
    );
  });
  test("adapters with the same reason share a line that names the adapter of the reason", () => {
    const lines = first({ guest: "windows-98-32", requires: ["rss", "jumbo-frames"] });
    assert.ok(
      lines.includes(
        "  VMXNET3 (excluded): VMware vSphere does not support VMXNET3 for Windows 98 (32-bit). The same applies to SR-IOV passthrough, VMXNET2 (Enhanced), VMXNET, PVRDMA, E1000E.",
      ),
      lines.join("\n"),
    );
  });
  test("a proper name keeps its capital in a condition", () => {
    const lines = first({ guest: "rhel9-64", requires: ["wake-on-lan"] });
    assert.ok(
      lines.some((line) => line.includes("Check first: Wake on LAN is supported under conditions.")),
      lines.join("\n"),
    );
  });
  test("without a guest, the other questions are those whose answers lead to different adapters", () => {
    const advice = advisor.advise({});
    const questions = moreQuestions(advice);
    assert.ok(questions.length > 0 && questions.length < advice.openQuestions.length - 1);
    for (const question of questions)
      assert.ok(
        new Set(describeAnswers(advice, question).map(({ text }) => text.replace(/^.*: /, ""))).size > 1,
        question.field,
      );
  });
  test("all that is lost is named, in rows that are read in one go", () => {
    const lines = first({ guest: "rhel9-64", packetRate: 150_000, iommu: true, sriovNic: true });
    const losing = lines.filter((line) => /^(Also l|L)oses: /.test(line));
    assert.ok(losing.length > 1 && losing.every((line) => count(line) <= 22), losing.join("\n"));
    assert.doesNotMatch(losing.join(), /more$|LRO|TSO|jumbo/);
    assert.match(losing.join(), /hot add/);
  });
  test("the price says whether the machine stops", () => {
    const downtime = (more: Situation): string | undefined =>
      first({ guest: "rhel9-64", packetRate: 20_000, ...more }).find((line) => line.startsWith("Downtime: "));
    assert.equal(downtime({ currentAdapter: "vmxnet3" }), "Downtime: No");
    assert.equal(downtime({ currentAdapter: "e1000e" }), "Downtime: Yes");
    assert.equal(downtime({}), "Downtime: Yes for an existing VM, no for a new VM");
    // An adapter that stays may need a setting that the machine takes only when it starts.
    const latency: Situation = { currentAdapter: "vmxnet3", latencySensitive: true, saveCpu: false };
    assert.equal(downtime(latency), "Downtime: Yes");
    const onKvm: Situation = { platform: "kvm", currentAdapter: "virtio-net" };
    assert.equal(downtime(onKvm), "Downtime: No");
    assert.equal(downtime({ ...onKvm, requires: ["network-io-control"] }), "Downtime: No");
    assert.equal(downtime({ ...onKvm, dpdk: true, requires: ["memory-overcommit"] }), "Downtime: Yes");
    assert.equal(downtime({ ...onKvm, requires: ["nsx-firewall"] }), "Downtime: Yes");
  });
  test("no virtual adapter loses what nobody asked for", () => {
    const lines = first({ platform: "kvm", guest: "freebsd-older-64", guestDrivers: false });
    assert.doesNotMatch(lines.join("\n"), /multiqueue/);
  });
  test("of several contradictions all are named, and nothing else is to be checked", () => {
    const lines = first({
      guest: "rhel9-64",
      bitness: 32,
      hardwareVirtualization: false,
      packetRate: 9e7,
      linkGbps: 1,
    });
    const at = lines.indexOf("Check the inputs");
    assert.match(lines[0] ?? "", /is a 64-bit guest$/);
    assert.match(lines[at + 1] ?? "", /^ {2}A 64-bit guest requires hardware virtualization/);
    assert.doesNotMatch(lines[at + 2] ?? "", /^ {2}/);
  });
  test("adapters under the same condition share a line, and those that are not offered have none", () => {
    const lines = first({ platform: "kvm", guest: "windows-11-64" });
    assert.equal(lines.filter((line) => line.includes("The atlas records no driver")).length, 1);
    assert.ok(!lines.some((line) => line.includes("pcnet (excluded)")));
  });
  test("a current adapter is kept or changed by name", () => {
    const given: Situation = { guest: "windows-server-2022-64", packetRate: 20_000 };
    assert.equal(first({ ...given, currentAdapter: "e1000e" })[0], "Change E1000E to VMXNET3");
    assert.equal(first({ ...given, currentAdapter: "vmxnet3" })[0], "Keep VMXNET3");
  });
  test("an unknown guest that decides is asked for before anything is recommended", () => {
    const advice = advisor.advise({});
    assert.equal(advice.headline.kind, "ask");
    assert.equal(advice.openQuestions[0]?.field, "guest");
    assert.equal(advice.price, null);
    assert.match(advice.why, /Most guests: VMXNET3/);
  });
  test("inputs that contradict each other are the headline", () => {
    const { headline } = advisor.advise({ guest: "rhel9-64", hardwareVirtualization: false });
    assert.deepEqual(headline.kind, "contradiction");
    assert.match(headline.text, /64-bit guest requires hardware virtualization/);
  });
  test("the lower overhead and the packet rate are the reason at ordinary rates, in whichever way the guest gets the driver", () => {
    for (const guest of ["windows-server-2022-64", "windows-server-2019-64"]) {
      const { why } = advisor.advise({ guest, packetRate: 20_000, requires: ["vmotion"] });
      assert.match(
        why,
        /^VMXNET3 has less overhead than emulated adapters, and 20,000 packets\/s is below the [\d,]+ /,
      );
    }
  });
});

test("a current adapter that cannot stay does not lower the confidence in its replacement", () => {
  for (const [guest, currentAdapter] of [
    ["esxi7-64", "e1000"],
    ["rhel9-64", "vmxnet2"],
  ] as const)
    assert.match(advisor.advise({ guest, currentAdapter }).confidence.text, /^Medium: /, guest);
});
