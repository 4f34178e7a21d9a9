import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdvisor } from "../../../advisor/index.ts";
import { splitResult } from "../../../advisor/ui/answer/names.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { type Card, describeCard, writeCard } from "../../../assets/ts/advisor/card/describe-card.ts";
import { breakLines } from "../../../assets/ts/advisor/card/draw-picture.ts";
import { findRunnerUp, type RunnerUp } from "../../../assets/ts/advisor/sentence.ts";
import { knowledge } from "../advisor/knowledge.ts";

const advisor = createAdvisor(knowledge);
const passthrough: Situation = {
  platform: "vsphere",
  guest: "rhel9-64",
  packetRate: 200_000,
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
  saveCpu: true,
  currentAdapter: "vmxnet3",
};

/** The card of a situation. Each of the references quoted says its own name; without them a long quotation stands for the first. */
function makeCard(situation: Situation, quoted?: string[], tool?: string): Card {
  const advice = advisor.advise(situation);
  const [reference = ""] = advice.verdicts[0]?.reasons.flatMap(({ evidence }) => evidence) ?? [];
  return describeCard({
    advice,
    given: situation,
    knowledge,
    quotes: quoted
      ? Object.fromEntries(quoted.map((name) => [name, { quote: name, source: name, year: 2013, url: null }]))
      : { [reference]: { quote: "word ".repeat(100), source: "A *paper*", year: 2013, url: null } },
    tool,
    date: new Date("2026-11-24T12:00:00Z"),
    atlas: "https://atlas.example/",
    link: "https://atlas.example/advisor/?guest=rhel9-64",
  });
}

test("the card tells what is given up, how to apply it with few lines, and the way back", () => {
  const card = makeCard(passthrough);
  assert.equal(card.verdict, "Change VMXNET3 to SR-IOV passthrough");
  assert.ok(card.loses.includes("vMotion"));
  assert.ok(card.conditional.includes("NIC teaming and failover"));
  assert.match(card.machine, /Red Hat Enterprise Linux 9.* · .*200,000 packets\/s/);
  assert.ok(card.apply && card.apply.lines.length <= 6);
  assert.equal(card.rollBack?.tool, "");
  assert.match(card.confidence, /^(?:High|Medium|Low) confidence: /);
  assert.ok(card.assumptions.length > 0 && card.assumptions.every((text) => !text.startsWith("Assumed")));
  assert.ok(card.validation?.command);
  assert.equal(card.date, "24 November 2026");
});

test("a new adapter has neither the steps that replace one nor their rollback, and its condition and first pitfall", () => {
  const vsphere = makeCard({
    platform: "vsphere",
    platformVersion: "8.0",
    guest: "windows-server-2022-64",
    packetRate: 20_000,
    requires: ["vmotion"],
  });
  assert.match(vsphere.apply?.lines.join("\n") ?? "", /^New-NetworkAdapter .*$/);
  assert.equal(vsphere.before, null);
  assert.match(vsphere.rollBack?.lines.join() ?? "", /^Remove the new adapter\./);
  assert.match(vsphere.problems.join(), /Applies if Hyper-V runs inside the guest\./);
  assert.match(writeCard(vsphere), /\n## Known problems\n\n- .*Hyper-V/);
  const { before, apply, rollBack } = makeCard({ platform: "kvm", guest: "debian12-64" });
  assert.deepEqual(apply?.lines, ["qm set {vm} --net0 model=virtio,bridge={network}"]);
  assert.match(apply?.notes.join("\n") ?? "", /^Only for a new adapter\.\nThe command replaces an existing net0 /);
  assert.deepEqual([before, rollBack?.lines], [null, vsphere.rollBack?.lines]);
});

test("a card applies the adapter with the tool that the reader looks at, words or commands", () => {
  const given = { platform: "vsphere", guest: "windows-server-2022-64", currentAdapter: "e1000e" };
  const { apply, rollBack } = makeCard(given, undefined, "vsphere-client");
  assert.equal(apply?.tool, "vSphere Client");
  assert.match(apply.lines.join("\n"), /choose the adapter type VMXNET3/);
  assert.match(rollBack?.lines.join("\n") ?? "", /To roll back/);
});

test("a card whose commands read saved settings saves them first, with the same tool", () => {
  const { before, apply, rollBack } = makeCard({ platform: "kvm", guest: "debian12-64", currentAdapter: "e1000e" });
  assert.deepEqual(
    [before?.tool, apply?.tool, rollBack?.tool],
    Array.from({ length: 3 }, () => "Proxmox VE"),
  );
  assert.deepEqual(before?.lines, ["test -s {vm}.txt || qm config {vm} > {vm}.txt"]);
  const powercli = makeCard({ platform: "vsphere", guest: "windows-server-2022-64", currentAdapter: "e1000e" });
  assert.match(powercli.before?.lines.join("\n") ?? "", /Export-Csv "\{vm\}-adapters\.csv"/);
  assert.deepEqual(powercli.apply?.notes, ["Power off the VM first."]);
  const text = writeCard(powercli);
  assert.ok(text.indexOf("## Before: PowerCLI") < text.indexOf("## Apply: PowerCLI"));
  assert.ok(text.includes("\n\nPower off the VM first.\n"));
});

test("only rules that decide are quoted, each once, then the rest of their sources up to three in all", () => {
  const quotesOf = (situation: Situation): string[] =>
    makeCard(situation, Object.keys(knowledge.evidence)).quotes.map(({ quote }) => quote);
  assert.deepEqual(quotesOf({ platform: "kvm", guest: "debian12-64" }), ["finding:proxmox-virtio-for-performance"]);
  const { currentAdapter: _, ...unknown } = passthrough;
  const [lead, ...others] = quotesOf(unknown);
  assert.equal(lead, "dataset:directpath-io-2010/threshold-50k");
  assert.ok(others.length > 0 && others.length < 3);
});

test("up to three quotations are shown, and those that are understood alone are preferred", () => {
  const given = { platform: "vsphere", guest: "rhel9-64", packetRate: 20_000 };
  const advice = advisor.advise(given);
  const quotesOf = (isAlone: (reference: string) => boolean): string[] =>
    describeCard({
      advice,
      given,
      knowledge,
      quotes: Object.fromEntries(
        Object.keys(knowledge.evidence).map((name) => {
          const quote = `${isAlone(name) ? "VMware recommends" : "performs better than"} ${name}`;
          return [name, { quote, source: name, year: 2013, url: null }];
        }),
      ),
      tool: undefined,
      date: new Date(),
      atlas: "/",
      link: "/",
    }).quotes.map(({ quote }) => quote);
  const all = quotesOf(() => true);
  assert.equal(new Set(all).size, 3);
  const [lead = ""] = all.map((quote) => quote.replace("VMware recommends ", ""));
  assert.ok(quotesOf((name) => name !== lead).every((quote) => quote.startsWith("VMware") && !quote.endsWith(lead)));
  assert.ok(quotesOf(() => false).includes(`performs better than ${lead}`));
});

test("a long quotation is cut, and a source that is not online is linked in the atlas", () => {
  const [quote] = makeCard(passthrough).quotes;
  assert.ok(quote && quote.quote.length < 230 && quote.quote.endsWith(" …"));
  assert.match(quote.url, /^https:\/\/atlas\.example\/\w/);
});

test("as Markdown nothing of a source becomes a mark", () => {
  const text = writeCard(makeCard(passthrough));
  assert.match(text, /^# Change VMXNET3 to SR-IOV passthrough\n/);
  assert.ok(text.includes("A \\*paper\\*"));
  assert.ok(text.includes("- vMotion\n"));
});

test("what is expected is taken apart, whichever words it uses", () => {
  assert.deepEqual(splitResult("Run it twice. Confirmed when A leads. Refuted when it does not."), {
    how: "Run it twice.",
    pass: "Confirmed when A leads.",
    fail: "Refuted when it does not.",
  });
  assert.deepEqual(splitResult("Run it. Pass: A leads. Fail: no difference. Leave out the first."), {
    how: "Run it.",
    pass: "A leads.",
    fail: "no difference. Leave out the first.",
  });
  assert.deepEqual(splitResult("Compare both."), { how: "Compare both.", pass: "", fail: "" });
});

test("the card has what is to be read and timed before the results that pass and fail", () => {
  const { validation } = makeCard({ ...passthrough, latencySensitive: true });
  assert.match(validation?.how ?? "", /Leave out the first sample\. Latency decides too: .*\.$/);
  assert.match(validation?.pass ?? "", /^SR-IOV passthrough sustains 200,000 packets\/s\. .* 5 %\.$/);
  assert.match(validation?.fail ?? "", /^the interval .* packets that VMXNET3 delivers\.$/);
});

test("text that no line has room for ends with an ellipsis", () => {
  const widthOf = (line: string): number => line.length * 20;
  assert.deepEqual(breakLines("short", 2, widthOf), ["short"]);
  const lines = breakLines("many words ".repeat(40), 2, widthOf);
  assert.equal(lines.length, 2);
  assert.ok(lines[1]?.endsWith(" …"));
  assert.ok(lines.every((line) => widthOf(line.trimEnd()) <= 1072));
  assert.deepEqual(breakLines("no room", 0, widthOf), []);
});

test("the runner-up is another adapter than at low rates, with what it loses, and some machines have none", () => {
  const [found, parts] = findAtOnce({ platform: "vsphere", guest: "rhel9-64" });
  assert.ok(parts > 10, `${parts} parts`);
  assert.ok(found && found.from >= 10_000);
  assert.notEqual(found.adapter, "vmxnet3");
  assert.ok(found.loses.some(({ feature }) => feature === "vmotion"));
  assert.equal(findAtOnce({ platform: "vsphere", guest: "ms-dos-16", guestDrivers: false })[0], null);
  assert.equal(findAtOnce({ dpdk: true })[0], null, "without a guest there is no adapter to be the next to");
});

/** The runner-up, and in how many parts the search for it can be interrupted. */
function findAtOnce(machine: Situation): [found: RunnerUp | null, parts: number] {
  const search = findRunnerUp(advisor, machine);
  let parts = 1;
  let part = search.next();
  for (; !part.done; part = search.next()) parts += 1;
  return [part.value, parts];
}
