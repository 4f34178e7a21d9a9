import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fillAdvice } from "../../../advisor/steps/fill-steps.ts";
import { escapeText, fence, writeMarkdown } from "../../../advisor/ui/answer/markdown.ts";
import { otherAdapters } from "../../../advisor/ui/answer/answer-text.ts";
import { advisor, knowledge } from "../advisor/knowledge.ts";

const links = { atlas: "https://atlas.example/", link: "https://atlas.example/advisor/?guest=rhel9-64" };

describe("an advice as Markdown", () => {
  const advice = advisor.advise({ guest: "rhel9-64", packetRate: 120_000, requires: ["vmotion"] });
  const text = writeMarkdown(advice, knowledge, links);

  test("begins with the recommendation, its reason, its price and its confidence", () => {
    const [title, why, price, confidence] = text.split("\n\n");
    assert.equal(title, "# Use VMXNET3");
    assert.ok(why && why.length > 20 && !why.startsWith("Use"));
    assert.match(confidence ?? "", /^●[●○]{2} \*\*(High|Medium|Low) confidence\*\*: [A-Z]/);
    assert.match(price ?? "", /^- \*\*Keeps\*\*: vMotion/);
  });

  test("states the situation in words", () => {
    assert.match(text, /^- Guest operating system: Red Hat Enterprise Linux 9/m);
    assert.match(text, /^- Packets per second at peak: 120,000$/m);
    assert.match(text, /^- Must keep working: vMotion$/m);
  });

  test("names the other adapters with their status, and the reasons of the recommended one", () => {
    const lines = [...text.matchAll(/^- \*\*(.+)\*\* \((\w+)\): (?:.* The same applies to (.+)\.$)?/gm)];
    const named = lines.flatMap(([, first = "", status, more = ""]) =>
      [first, more].flatMap((names) => (names === "" ? [] : names.split(", ").map((name) => `${name} (${status})`))),
    );
    assert.deepEqual(
      named.sort(),
      otherAdapters(advice)
        .map(({ name, status }) => `${escapeText(name)} (${status})`)
        .sort(),
    );
    for (const reason of advice.verdicts[0]?.reasons ?? [])
      assert.ok(text.includes(escapeText(reason.text)), reason.text);
  });

  test("links evidence to the atlas", () =>
    assert.match(text, /\]\(https:\/\/atlas\.example\/(evidence|findings|sources)\//));

  test("carries the code of each step in a fence of its language", () => {
    const { code, language } = advice.steps.find((step) => step.tool === "powercli") ?? {};
    assert.ok(code && text.includes(`\`\`\`${language}\n${code}\n\`\`\``));
  });

  test("tells what studies measured, with the study", () => {
    assert.match(text, /^## Evidence$/m);
    for (const { text: told } of advice.effects?.measured ?? [])
      assert.ok(text.includes(`- ${escapeText(told)} ([`), told);
    assert.ok((advice.effects?.measured.length ?? 0) > 0);
  });

  test("gives the command that validates each adapter of the comparison", () => {
    const commands = advice.validation?.commands ?? [];
    assert.equal(commands.length, 2);
    assert.ok(text.includes(`\`\`\`shell\n${commands.map(({ command }) => command).join("\n")}\n\`\`\``));
  });

  test("ends with the version of the knowledge and the address", () => {
    assert.equal(text.trimEnd().split("\n").at(-1), `vNIC Atlas, knowledge test, <${links.link}>`);
    assert.ok(text.endsWith("\n") && !text.endsWith("\n\n"));
  });

  test("names its sources without links when the atlas has no address", () => {
    const plain = writeMarkdown(advice, knowledge, { atlas: null, link: null });
    assert.ok(!plain.includes("]("));
    assert.match(plain, /\(.*\(20\d\d\)/);
  });
});

test("an advice that fits nothing says so, and what would have to give way", () => {
  const advice = advisor.advise({ guest: "ms-dos-16", requires: ["rss"], guestDrivers: false });
  assert.equal(advice.recommended, null);
  const text = writeMarkdown(advice, knowledge, links);
  assert.ok(text.startsWith("# No adapter fits\n"));
  assert.ok(!text.includes("confidence.**"));
  assert.match(text, /^## Changes that let an adapter fit$/m);
});

test("says how to measure a guest that the script does not run in", () => {
  assert.match(
    writeMarkdown(advisor.advise({ guest: "windows-server-2022-64" }), knowledge, links),
    /```batch\npowershell -ExecutionPolicy Bypass -File vnic-validate\.ps1 -Target \{host\} /,
  );
  assert.match(
    writeMarkdown(advisor.advise({ guest: "ms-dos-16" }), knowledge, links),
    /The script's tools do not run on MS-DOS/,
  );
  assert.ok(!writeMarkdown(advisor.advise({ guest: "rhel9-64" }), knowledge, links).includes("tools do not run on"));
});

describe("text in Markdown", () => {
  for (const [found, expected] of [
    ["a_b *c* `d` [e](f)", "a\\_b \\*c\\* \\`d\\` \\[e\\](f)"],
    ["<script>", "\\<script\\>"],
    ["a | b", "a \\| b"],
    ["# no heading", "\\# no heading"],
    ["1. no list", "\\1. no list"],
    ["- no list", "\\- no list"],
    ["10,000 packets/s, 6 % of a core", "10,000 packets/s, 6 % of a core"],
  ] as const)
    test(`keeps ${found} as it reads`, () => assert.equal(escapeText(found), expected));

  test("a fence is longer than the backticks inside", () => {
    assert.equal(fence("a\n", "shell"), "```shell\na\n```");
    assert.equal(fence("a ```` b"), "`````\na ```` b\n`````");
  });
});

test("a current adapter is called by the platform's name for it", () => {
  const text = writeMarkdown(
    advisor.advise({ guest: "windows-server-2016-64", currentAdapter: "e1000e" }),
    knowledge,
    links,
  );
  assert.match(text, /^- Current adapter: E1000E$/m);
});

test("the reader's names are in the code of the copy, quoted, and cannot end its fence", () => {
  const advice = advisor.advise({ guest: "rhel9-64", packetRate: 120_000, requires: ["vmotion"] });
  const vm = 'a`id`$(id)"x ```` b';
  const text = writeMarkdown(fillAdvice(advice, { vm, host: "192.0.2.1; id" }, "left out"), knowledge, links);
  assert.ok(text.includes('govc device.info -vm "a\\`id\\`\\$(id)\\"x \\`\\`\\`\\` b"'));
  assert.match(text, /--target '192\.0\.2\.1; id'|-c '192\.0\.2\.1; id'/);
  assert.ok(!text.includes(vm));
  assert.match(text, /^`{9,}powershell$/m);
});
