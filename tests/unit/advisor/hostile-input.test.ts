import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { adviseBatch } from "../../../advisor/cli/run.ts";
import { findGuests } from "../../../advisor/guests/find-guests.ts";
import { advise, type CheckedAdvisor, InvalidSituation } from "../../../advisor/index.ts";
import { LONGEST_SPELLING, withoutOtherProcessor } from "../../../advisor/guests/guests.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { fc, randomRuns } from "../../chance.ts";

const platformIds = knowledge.platforms.map(({ id }) => id).join(", ");

interface Answer {
  error?: string;
  problems?: object[];
  recommended?: string | null;
  situation?: Situation;
}

async function answer(input: (string | Buffer)[], by: CheckedAdvisor = advisor): Promise<Answer[]> {
  const out: string[] = [];
  const complaints: string[] = [];
  await adviseBatch(
    by,
    {
      input: (async function* () {
        yield* input;
      })(),
      print: (text) => out.push(text),
      complain: (text) => complaints.push(text),
      drained: () => undefined,
    },
    true,
  );
  const answers = out
    .join("\n")
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
  const unusable = answers.filter(({ error }) => error !== undefined).length;
  const count = unusable === 0 ? [] : [`advise: ${unusable} of ${answers.length} lines`];
  assert.deepEqual(
    complaints.map((text) => text.replace(/ could not be used; .*/, "")),
    count,
  );
  return answers;
}

const GOOD = '{"guest":"rhel9-64"}';
const lines: [title: string, line: string, error: RegExp][] = [
  [
    "an object with a toString of its own",
    '{"platform":{"toString":1}}',
    new RegExp(`^platform: found an object, expected one of ${platformIds}, or a product \\(esxi, [^)]*, kubevirt\\)$`),
  ],
  [
    "a list as a platform",
    '{"platform":["kvm"],"platformVersion":[[]],"currentAdapter":{}}',
    /^platform: found a list of 1, .*\| platformVersion: found a list of 1, .*\| currentAdapter: found an object/,
  ],
  [
    "a guest that is nested 10,000 deep",
    `{"guest":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    /^guest: found a list of 1, expected an id or name/,
  ],
  ["a list that never ends", "[".repeat(60_000), /^situation: found no JSON/],
  [
    "150,000 required features",
    `{"requires":[${Array(150_000).fill(0).join(",")}]}`,
    /^line: found more than 65,536 characters/,
  ],
  [
    "30,000 required features",
    `{"requires":[${Array(30_000).fill(0).join(",")}]}`,
    /^requires: found a list of more than 100 entries, expected at most 100 feature ids$/,
  ],
  [
    "processors without end",
    `{"guest":"${"arm ".repeat(5_000)}"}`,
    /^guest: found "arm .*, expected an id or name of a guest of at most 120 characters$/,
  ],
  ["spaces without end", `{"guest":"a${" ".repeat(60_000)}b"}`, /^guest: .* at most 120 characters$/],
  [
    "5,000 fields",
    `{${Array.from({ length: 5_000 }, (_, at) => `"a${at}":1`).join(",")}}`,
    /^situation: found 5000 fields, expected at most 100$/,
  ],
  ["a field with a long name", `{"${"a".repeat(60_000)}":1}`, /^a{77}\.\.\.: found 1, expected a field that exists/],
  ["a number as a version", '{"platformVersion":1e999}', /^platformVersion: found Infinity/],
  ["names of JavaScript", '{"__proto__":{"platform":"kvm"},"constructor":1}', /^__proto__: found an object/],
  [
    "a platform that every object has",
    '{"platform":"constructor","currentAdapter":"vmxnet3"}',
    /^platform: found "constructor"/,
  ],
];

describe("each line of a batch has its answer or its error, in order", () => {
  for (const [title, line, error] of lines) {
    test(title, async () => {
      const answers = await answer([`${GOOD}\n${line}\n${GOOD}\n`]);
      assert.deepEqual(
        answers.map(({ recommended }) => recommended),
        ["vmxnet3", undefined, "vmxnet3"],
      );
      assert.match(answers[1]?.error ?? "", error);
      assert.ok((answers[1]?.error ?? "").length < 3_000);
    });
  }

  test("a line of 100 MB in pieces, without keeping it", async () => {
    const piece = "x".repeat(1_000_000);
    const answers = await answer([
      `${GOOD}\n`,
      ...Array<string>(100).fill(piece),
      `\n${GOOD}`,
      "\n",
      "{",
      '"guest"',
      ':"rhel9-64"}',
    ]);
    assert.deepEqual(
      answers.map(({ recommended, error }) => recommended ?? error),
      ["vmxnet3", "line: found more than 65,536 characters, expected at most that many", "vmxnet3", "vmxnet3"],
    );
  });

  test("lines and letters that come in pieces", async () => {
    const bytes = Buffer.from(`${GOOD}\r\n{"guest":"é"}\n${GOOD}`);
    const whole = await answer([bytes]);
    assert.deepEqual(await answer([...bytes].map((byte) => Buffer.from([byte]))), whole);
    assert.equal(whole.length, 3);
  });

  test("a defect of the advisor costs one line alone", async () => {
    const broken: CheckedAdvisor = {
      ...advisor,
      brief: (situation) => {
        if (situation.bitness === 32) throw new Error("no row");
        return advisor.brief(situation);
      },
    };
    const answers = await answer([`${GOOD}\n{"bitness":32}\n${GOOD}`], broken);
    assert.deepEqual(
      answers.map(({ recommended, error }) => recommended ?? error),
      ["vmxnet3", "situation: the advisor failed on this line (no row); report it as a bug, with the line", "vmxnet3"],
    );
  });
});

describe("advise refuses what it cannot use", () => {
  const problemsOf = (input: unknown): string[] => {
    try {
      advise(input as Situation, knowledge);
    } catch (error) {
      assert.ok(error instanceof InvalidSituation);
      assert.equal(error.name, "InvalidSituation");
      assert.equal(error.message.split("\n").length, error.problems.length);
      return error.message.split("\n");
    }
    return [];
  };
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const [title, input, ...expected] of [
    ["a guest that nobody knows", { guest: "nope" }, /^guest: found "nope"/],
    [
      "a platform that nobody knows",
      { platform: "made-up" },
      new RegExp(`^platform: found "made-up", expected one of ${platformIds}`),
    ],
    ["a text for a list", { requires: "vmotion" }, /^requires: found "vmotion", expected a list of feature ids$/],
    ["several at once", { guest: 5, packetRate: -1 }, /^guest: found 5/, /^packetRate: found -1/],
    ["nothing", undefined, /^situation: found nothing, expected a JSON object$/],
    ["a text", "rhel9-64", /^situation: found "rhel9-64"/],
    ["a function", () => 1, /^situation: found a function/],
    [
      "a field that throws",
      {
        get guest() {
          throw new Error("no");
        },
      },
      /^situation: found an object that cannot be read/,
    ],
    ["an object that is gone", proxy, /^situation: found an object that cannot be read/],
    [
      "a symbol and a big number",
      { guest: Symbol("x"), bitness: 64n },
      /^guest: found Symbol\(x\)/,
      /^bitness: found 64/,
    ],
    [
      "a list in itself",
      { requires: cyclic, guest: cyclic },
      /^requires: found a list of 1/,
      /^guest: found a list of 1/,
    ],
    [
      "a list of four billion holes",
      { requires: Object.assign([], { length: 2 ** 32 - 1 }) },
      /^requires: found a list of more than 100 entries/,
    ],
    ["an object without a prototype", { guest: Object.create(null) as object }, /^guest: found an object/],
  ] as [string, unknown, ...RegExp[]][]) {
    test(title, () => {
      const problems = problemsOf(input);
      assert.equal(problems.length, expected.length, problems.join("\n"));
      problems.forEach((problem, at) => assert.match(problem, expected[at] as RegExp));
    });
  }

  test("and a field that is read twice is what it was at first", () => {
    let reads = 0;
    const input = {
      get guest() {
        return reads++ === 0 ? "rhel9-64" : "nope";
      },
    };
    assert.equal(advise(input, knowledge).situation.guest, "rhel9-64");
  });

  test("and takes what it gave", () => {
    for (const { id } of knowledge.guests) {
      const read = readSituation(advisor, { guest: id });
      assert.deepEqual(read, { situation: { guest: id }, problems: [] });
    }
  });
});

test("whatever a situation holds, it is read in words of bounded length or refused", () => {
  const fields = fc.constantFrom(
    "platform",
    "platformVersion",
    "guest",
    "bitness",
    "virtualHardware",
    "packetRate",
    "throughputGbps",
    "currentAdapter",
    "requires",
    "iommu",
    "gest",
    "",
  );
  const value = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
      withObjectString: true,
    }),
    fc.constantFrom(...knowledge.guests.flatMap(({ aliases }) => aliases.slice(0, 1))),
    fc.string({ maxLength: 200, unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.dictionary(fields, value), (input) => {
      const { situation, problems } = readSituation(advisor, input);
      for (const { field, found, expected } of problems) assert.ok(`${field}${found}${expected}`.length < 1_500);
      if (problems.length > 0) assert.throws(() => advisor.advise(input as Situation), InvalidSituation);
      else assert.deepEqual(readSituation(advisor, situation), { situation, problems });
    }),
    { numRuns: randomRuns(300) },
  );
});

describe("guests are found in time that grows with the spelling", () => {
  const LONG = 400_000;
  for (const [title, text] of [
    ["spaces", `a${" ".repeat(LONG)}b`],
    ["spaces and a processor", `arm${" ".repeat(LONG)}b${" ".repeat(LONG)}arm`],
    ["processors", "arm ".repeat(LONG / 4)],
    ["words before a processor", "on ".repeat(LONG / 3)],
    ["hyphens", "-".repeat(LONG)],
    ["brackets", "(".repeat(LONG)],
    ["releases of ARM", `armv${"7".repeat(LONG)}`],
  ] as const) {
    // A pattern that looks at each pair of letters would take hours here.
    test(title, () => {
      assert.ok((withoutOtherProcessor(text)?.length ?? 0) <= text.length);
      assert.deepEqual(findGuests(advisor, text), []);
      assert.equal(readSituation(advisor, { guest: text }).problems.length, 1);
    });
  }

  test("and no name of a guest is longer than what is looked up", () => {
    for (const { name, aliases } of knowledge.guests)
      for (const known of [name, ...aliases]) assert.ok(known.length < LONGEST_SPELLING / 2, known);
  });
});

for (const [spelling, rest] of [
  ["debian-12-arm64", "debian-12"],
  ["arm64 debian", "debian"],
  ["Ubuntu 22.04 (aarch64) LTS", "Ubuntu 22.04 LTS"],
  ["windows 11 on arm", "windows 11"],
  ["arm arm", ""],
  ["rhel 9 for arm64 s390x", "rhel 9"],
  ["charm 5", undefined],
  ["debian", undefined],
] as const) {
  test(`of "${spelling}" ${rest === undefined ? "nothing is a processor" : `"${rest}" is left`}`, () =>
    assert.equal(withoutOtherProcessor(spelling), rest));
}
