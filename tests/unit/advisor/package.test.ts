import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createAdvisor,
  type Guest,
  type Knowledge,
  type OwnRule,
  type Options,
} from "../../../advisor/package/index.ts";
import { advise } from "../../../advisor/index.ts";
import { schemaVersion } from "../../../tools/site/compile/site/meta.ts";
import { fleet } from "./fleet/knowledge.ts";
import { knowledge } from "./knowledge.ts";

const because = "NET-7: not in production";
const then = { exclude: ["e1000"] };
const good: OwnRule = { id: "x", when: {}, then, because };
/** A whole rule with other parts than those of a good one. */
const rule = (parts: object): object => ({ ...good, ...parts });
const createWith = (options: object): unknown => createAdvisor(knowledge, options as Options);

/** The lines of the error with which something is refused. */
function refusalOf(name: string, create: () => unknown): string[] {
  try {
    create();
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.name, name, error.stack);
    return error.message.split("\n");
  }
  assert.fail("accepted");
}

describe("a rule that cannot be used is refused, with place, found and expected", () => {
  const broken: [unknown, RegExp, ...RegExp[]][] = [
    [rule({ then: { ban: ["e1000"] } }), /^x: then: found "ban", expected one of exclude, .*provided/],
    [rule({ then: {} }), /^x: then: found no fields, expected a consequence with fields \(exclude, /],
    [rule({ then: { exclude: undefined } }), /^x: then: found no fields, /],
    [rule({ then: { exclude: "e1000" } }), /^x: then\.exclude: found "e1000", expected a list such as \["\w+"\]$/],
    [rule({ then: { exclude: null } }), /^x: then\.exclude: found nothing, expected a list/],
    [rule({ then: { exclude: [] } }), /^x: then\.exclude: found an empty list, expected a list/],
    [rule({ then: { exclude: [null] } }), /^x: then\.exclude: found nothing, expected an adapter id as text$/],
    [rule({ then: { exclude: ["sr-iov"] } }), /^x: then\.exclude: found "sr-iov", .*nearest: sriov$/],
    [rule({ then: { prefer: ["sriov"] } }), /^x: then\.over: found nothing, expected over/, /^x: then\.gain: /],
    [
      rule({ then: { prefer: ["sriov"], over: ["vmxnet3"], gain: "speed" } }),
      /^x: then\.gain: found "speed", expected one of cpu, /,
    ],
    [
      rule({ then: { require: ["no-step"], for: ["e1000"] } }),
      /^x: then\.require: found "no-step", expected a step id/,
    ],
    [rule({ when: { guestFamily: ["linus"] } }), /^x: when\.guestFamily: found "linus", .*nearest: linux$/],
    [
      rule({ when: { guest: ["rhel9"] } }),
      /^x: when\.guest: found "rhel9", expected a guest id; did you mean "rhel9-64"/,
    ],
    [rule({ when: { packetrate: {} } }), /^x: when: found "packetrate", .*nearest: packetRate$/],
    [rule({ when: { constructor: [] } }), /^x: when: found "constructor", expected one of/],
    [rule({ when: { packetBytes: { above: 5 } } }), /^x: when: found "packetBytes", expected one of/],
    [rule({ when: { requires: ["vmotoin"] } }), /^x: when\.requires: .*nearest: vmotion$/],
    [
      rule({ when: { platform: "vsphere" } }),
      new RegExp(
        `^x: when\\.platform: found "vsphere", expected a list such as \\["${knowledge.platforms[0]?.id}"\\]$`,
      ),
    ],
    [rule({ when: { packetRate: 5 } }), /^x: when\.packetRate: found 5, expected a range of numbers with fields \(/],
    [rule({ when: { packetRate: {} } }), /^x: when\.packetRate: found no fields, /],
    [rule({ when: { packetRate: { above: "5" } } }), /^x: when\.packetRate\.above: found "5", expected a whole number/],
    [rule({ when: { platformVersion: { atLeast: 8 } } }), /^x: when\.platformVersion\.atLeast: found 8, .*"8\.0"$/],
    [rule({ when: { bitness: 16 } }), /^x: when\.bitness: found 16, expected one of 64, 32|32, 64$/],
    [rule({ when: { dpdk: "yes" } }), /^x: when\.dpdk: found "yes", expected true or false$/],
    [rule({ when: undefined }), /^x: when: found nothing, expected conditions, or \{\} if the rule always holds with/],
    [rule({ because: undefined }), /^x: because: found nothing, expected the reason as text$/],
    [rule({ because: " " }), /^x: because: found " ", expected the reason as text$/],
    [rule({ strenght: "practice" }), /^x: found "strenght", expected one of .*nearest: strength$/],
    [rule({ strength: "hard" }), /^x: strength: found "hard", expected one of hard-constraint, /],
    [rule({ evidence: ["finding:none"] }), /^x: evidence: found "finding:none", expected an evidence reference/],
    [rule({ id: undefined }), /^rules\[0\]: id: found nothing, expected an id of your own as text$/],
    [rule({ id: 7 }), /^rules\[0\]: id: found 7, /],
    [rule({ id: knowledge.rules[0]?.id }), /: found the id of another rule, expected a new one$/],
    [{ id: "x" }, /^x: when: found nothing/, /^x: then: found nothing/, /^x: because: found nothing/],
    ["x", /^rules\[0\]: found "x", expected a rule with fields \(id, title, when, then, because, /],
    [null, /^rules\[0\]: found nothing, expected a rule with fields/],
    [[], /^rules\[0\]: found an empty list, expected a rule with fields/],
  ];
  for (const [given, ...expected] of broken)
    test(JSON.stringify(given), () => {
      const lines = refusalOf("InvalidRules", () => createWith({ rules: [given] }));
      assert.equal(lines.length, expected.length, lines.join("\n"));
      expected.forEach((pattern, at) => assert.match(lines[at] as string, pattern));
    });

  test("all rules are checked, also in a list with holes", () => {
    const rules: unknown[] = [good];
    rules[2] = good;
    rules[3] = "x";
    const lines = refusalOf("InvalidRules", () => createWith({ rules }));
    assert.deepEqual(
      lines.map((line) => line.split(", ")[0]),
      ["rules[1]: found nothing", "x: found the id of another rule", 'rules[3]: found "x"'],
    );
  });

  test("what is no list", () => {
    assert.deepEqual(
      refusalOf("InvalidRules", () => createWith({ rules: good })),
      ["rules: found an object, expected a list of rules"],
    );
  });
});

test("every rule of the knowledge can be an own rule", () => {
  createAdvisor({ ...knowledge, rules: [] }, { rules: knowledge.rules });
});

test("a rule that can be used excludes, and says why", () => {
  const advisor = createAdvisor(knowledge, { rules: [{ ...good, strength: undefined } as never] });
  const verdict = advisor.advise({ guest: "rhel9-64" }).verdicts.find(({ adapter }) => adapter === "e1000");
  assert.equal(verdict?.status, "excluded");
  assert.ok(verdict?.reasons.some(({ text }) => text.includes(because)));
});

test("an answer that a script edits changes neither later answers nor the knowledge", () => {
  const own = JSON.parse(JSON.stringify(knowledge)) as Knowledge;
  const advisor = createAdvisor(own);
  const situation = { guest: "rhel9-64", packetRate: 80_000, requires: ["vmotion"], currentAdapter: "e1000e" };
  for (const answer of [advisor.advise, (given: typeof situation) => advise(given, own)]) {
    const first = answer(situation);
    const written = JSON.stringify(first);
    const { verdicts, steps, effects, problems } = first;
    for (const { text, evidence } of [...problems, ...verdicts.flatMap(({ reasons }) => reasons)]) evidence.push(text);
    for (const reason of verdicts.flatMap(({ reasons }) => reasons)) reason.text = "edited";
    for (const step of steps) step.title = "edited";
    for (const list of [effects.measured, effects.givesUp, effects.conditional, effects.modes]) list.length = 0;
    assert.equal(JSON.stringify(answer(situation)), written);
  }
  assert.deepEqual(own, JSON.parse(JSON.stringify(knowledge)));
});

test("guests are found by anything that a script may pass as a query", () => {
  const { guests } = createAdvisor(knowledge);
  const find = guests as (query?: unknown) => readonly Guest[];
  for (const none of [undefined, null, "", "  "]) assert.equal(find(none), knowledge.guests);
  assert.deepEqual(find(2019), find("2019"));
  assert.equal(find(2019)[0]?.id, "windows-server-2019-64");
});

test("an audit takes a product for its platform, and refuses a target that is not known", async () => {
  const bytes = new TextEncoder().encode(
    'displayName = "a"\nguestOS = "rhel9-64"\nethernet0.present = "TRUE"\nethernet0.virtualDev = "e1000"\n',
  );
  const advisor = createAdvisor(knowledge, { fleet, policy: { name: "Ours", platform: "vsphere" } });
  const audit = (target: unknown) => advisor.audit([{ name: "a.vmx", bytes }], { target: target as string });
  const judged = await audit("proxmox");
  assert.deepEqual([judged.target, judged.adapters[0]?.to], ["kvm", "virtio-net"]);
  for (const none of [undefined, null]) assert.equal((await audit(none)).target, null);
  for (const unknown of ["made-up", 5]) await assert.rejects(audit(unknown), /^InvalidSituation: target: found /);
  await assert.rejects(audit("vspher"), /; nearest: vsphere$/);
});

describe("an audit refuses files that it cannot read, each in a line", () => {
  const bytes = new Uint8Array();
  const example = '{ name: "web-01.vmx", bytes }';
  const refused: [unknown, ...string[]][] = [
    [undefined, `files: found nothing, expected a list such as [${example}]`],
    ["a.vmx", `files: found "a.vmx", expected a list such as [${example}]`],
    [{ name: "a.vmx", bytes }, `files: found an object, expected a list such as [${example}]`],
    [[null], `files[0]: found nothing, expected a file such as ${example}`],
    [
      [{ name: "a.vmx", bytes }, {}],
      "files[1].name: found nothing, expected a file name as text",
      "files[1].bytes: found nothing, expected a Uint8Array or a Blob",
    ],
    [[{ name: "a.vmx", bytes: "x" }], 'files[0].bytes: found "x", expected a Uint8Array or a Blob'],
    [[{ name: "a.vmx", bytes: bytes.buffer }], "files[0].bytes: found an object, expected a Uint8Array or a Blob"],
  ];
  const { audit } = createAdvisor(knowledge, { fleet });
  for (const [files, ...lines] of refused)
    test(lines.join("; "), () =>
      assert.rejects(audit(files as []), { name: "InvalidSituation", message: lines.join("\n") }),
    );

  test("bytes, buffers of Node and a Blob are read", async () => {
    const files = [bytes, Buffer.from(""), new Blob([])].map((content, at) => ({ name: `${at}.vmx`, bytes: content }));
    assert.equal((await audit(files)).files.length, files.length);
  });
});

test("null in place of options counts as none", async () => {
  createAdvisor(knowledge, null as never);
  assert.equal((await createAdvisor(knowledge, { fleet }).audit([], null as never)).target, null);
});

describe("options that cannot be used are refused, each in a line", () => {
  const known = "expected one of rules, policy, words, fleet";
  for (const [options, ...lines] of [
    [{ polcy: "x" }, `options: found "polcy", ${known}; nearest: policy`],
    [
      { target: "kvm", rule: [] },
      `options: found "target", ${known}`,
      `options: found "rule", ${known}; nearest: rules`,
    ],
    ["x", 'options: found "x", expected an object with rules, policy, words, fleet'],
    [[], "options: found an empty list, expected an object with rules, policy, words, fleet"],
  ] as [object, ...string[]][])
    test(lines.join("; "), () =>
      assert.deepEqual(
        refusalOf("InvalidOptions", () => createWith(options)),
        lines,
      ),
    );

  test("an option that is undefined counts as left out", () => {
    createWith({ polcy: undefined, fleet: undefined });
  });

  const { audit } = createAdvisor(knowledge, { fleet });
  for (const [options, message] of [
    [{ tagret: "kvm" }, /^options: found "tagret", expected one of target, columns; nearest: target$/],
    ["kvm", /^options: found "kvm", expected an object with target, columns$/],
    [{ columns: { machin: "Server" } }, /^columns: found "machin=Server", expected a column .*; columns: machine, /],
    [{ columns: { adapter: 5 } }, /^columns\.adapter: found 5, expected the heading as text$/],
    [
      { columns: ["adapter=Card"] },
      /^columns: found a list of 1, expected headings by column, such as \{ adapter: "Card" \}$/,
    ],
  ] as [object, RegExp][])
    test(`audit: ${JSON.stringify(options)}`, () =>
      assert.rejects(audit([], options), { name: "InvalidOptions", message }));

  test("audit: columns that are null count as left out", async () => {
    await audit([], { columns: null } as never);
  });
});

describe("a knowledge that this package does not read is refused in a line", () => {
  const versions = "pass the knowledge.json of this package, or install the package that reads your knowledge";
  const refused: [string, unknown, string][] = [
    ["nothing", undefined, "found undefined, expected the content of knowledge.json as an object"],
    ["null", null, "found null, expected the content of knowledge.json as an object"],
    ["text", "{}", "found text, expected the content of knowledge.json as an object"],
    ["a list", [], "found a list, expected the content of knowledge.json as an object"],
    ["no version", {}, `found no schemaVersion, this package reads 1.x; ${versions}`],
    [
      "a newer version",
      { ...knowledge, schemaVersion: "2.0.0" },
      `found schemaVersion 2.0.0, this package reads 1.x; ${versions}`,
    ],
    [
      "a version that begins alike",
      { ...knowledge, schemaVersion: "10.0.0" },
      `found schemaVersion 10.0.0, this package reads 1.x; ${versions}`,
    ],
    [
      "parts that are missing",
      { ...knowledge, guests: undefined, effects: [] },
      "found no guests, no effects, expected the content of knowledge.json",
    ],
  ];
  for (const [what, given, expected] of refused)
    test(what, () => {
      assert.deepEqual(
        refusalOf("InvalidKnowledge", () => createAdvisor(given as Knowledge)),
        [`knowledge: ${expected}`],
      );
    });

  test("that of the audit", () => {
    for (const [given, expected] of [
      [5, "found a number, expected the content of fleet.json as an object"],
      ["", "found text, expected the content of fleet.json as an object"],
      [{ ...fleet, waves: {}, facts: undefined }, "found no facts, no waves, expected the content of fleet.json"],
    ])
      assert.deepEqual(
        refusalOf("InvalidKnowledge", () => createWith({ fleet: given })),
        [`fleet: ${String(expected)}`],
      );
  });

  test("the one of this version and later ones of the same first number are read", () => {
    for (const version of [schemaVersion, "1.99.0"]) createAdvisor({ ...knowledge, schemaVersion: version });
  });
});

test("problems of a policy name the line in a text, and none in an object", () => {
  const given = { name: "x", exclude: { "sr-iov": "no" } };
  const problemsOf = (policy: unknown): string[] => refusalOf("InvalidPolicy", () => createWith({ policy }));
  assert.match(problemsOf(given).join("\n"), /^policy: exclude\.sr-iov: unknown adapter, .*$/);
  assert.match(problemsOf(null).join("\n"), /^policy: found nothing, expected fields .*$/);
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  assert.match(
    problemsOf(cyclic).join("\n"),
    /^policy: found an object that JSON cannot hold \(.*\), expected plain fields$/,
  );
  assert.deepEqual(problemsOf(because.trim), ["policy: found a function, expected plain fields"]);
  const text = "name: x\nexclude:\n  sr-iov: no";
  for (const file of [text, new TextEncoder().encode(text)])
    assert.match(problemsOf(file).join("\n"), /^policy:3: exclude\.sr-iov: unknown adapter, .*$/);
});

test("a policy as an object has the hash of its JSON", () => {
  const policy = { name: "x", exclude: { sriov: because } };
  const hashOf = (given: string | object): string | undefined =>
    createAdvisor(knowledge, { policy: given }).advise({ guest: "rhel9-64" }).policy?.sha256;
  assert.equal(hashOf(policy), hashOf(JSON.stringify(policy)));
});
