import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import type { Comparison } from "../../../../tools/dev/diff/compare.ts";
import { Repository } from "./support/repository.ts";

let repository: Repository;
/** A repository for each test of a suite. */
function useRepository(): void {
  beforeEach(() => void (repository = Repository.create()));
  afterEach(() => repository.remove());
}

const rule = "data/rules/sample-rule.yaml";

/** The advice of a comparison as programs read it: sentences are text. */
interface Told {
  situations: number;
  changed: number;
  decided: number;
  answers: { situations: string[]; isDecided: boolean; sentences: string[] }[];
  grounds: { adapters: string[]; sentence: string; situations: string[] }[];
  notAsked: { title: string; reason: string }[];
  platformsWithout: string[];
}

function advice(): Told {
  const comparison = JSON.parse(repository.diff("--format", "json", "main").out) as Comparison;
  assert.equal(comparison.advice.state, "compared");
  return comparison.advice as unknown as Told;
}

describe("advice that changes is told:", () => {
  useRepository();

  test("another recommendation, with the situations in which it is given", () => {
    repository.edit("data/adapters/vmxnet3.yaml", "support: 'yes'", "support: 'no'");
    const { decided, answers } = advice();
    const answer = answers.find(({ situations }) => situations.includes("A Linux server that moves"));
    assert.ok(decided > 0);
    assert.equal(answer?.isDecided, true);
    assert.match(answer?.sentences[0] ?? "", /^recommended was VMXNET3; is now E1000: /);
    assert.match(
      answer?.sentences[1] ?? "",
      /^VMXNET3 was recommended; is now excluded: VMXNET3 does not support vMotion/,
    );
  });

  test("another recommendation, with what brought it about and not with all that follows", () => {
    repository.edit("data/adapters/vmxnet3.yaml", "support: 'yes'", "support: 'no'");
    const { changed, decided, grounds } = advice();
    assert.equal(changed, decided);
    const sentences = grounds.map(({ sentence }) => sentence);
    assert.ok(
      sentences.some((sentence) => sentence.startsWith("now excluded by compatibility vmxnet3/vsphere/vmotion:")),
    );
    assert.deepEqual(
      sentences.filter((sentence) => /question|turning point|step|mentioned/.test(sentence)),
      [],
    );
  });

  test("a situation goes by its name in the standing list, and two of one rule's test by two names", () => {
    repository.edit("data/rules/other-rule.yaml", "guest: RHEL9_64guest\n", "guest: rhel9-64\n");
    repository.edit("data/rules/other-rule.yaml", "because: It is slow.", "because: It is very slow.");
    const ground = advice().grounds.find(({ sentence }) => sentence.includes("very slow"));
    assert.deepEqual(ground?.situations, [
      "A Linux server that moves",
      "rule other-rule, test 1",
      "rule other-rule, test 1, as changed",
    ]);
    repository.edit("data/rules/other-rule.yaml", "- live-migration\n", "- vmotion\n");
    const again = advice().grounds.find(({ sentence }) => sentence.includes("very slow"));
    assert.deepEqual(again?.situations, ["A Linux server that moves", "rule other-rule, test 1"]);
  });

  test("the rules' own tests are among the situations, those of a rule that is new as well", () => {
    const before = advice().situations;
    repository.write(
      "data/rules/new-rule.yaml",
      repository
        .read("data/rules/other-rule.yaml")
        .replace("order: 200", "order: 300")
        .replace(/given:\n( +)/, "given:\n$1packetRate: 77777\n$1"),
    );
    assert.equal(advice().situations, before + 1);
    repository.commit("new rule");
    assert.equal(advice().situations, before + 1);
  });

  test("a situation of both sides is asked once", () => {
    const before = advice().situations;
    repository.edit(rule, "title: Prefer", "title: Take");
    assert.equal(advice().situations, before);
  });

  test("new grounds of the same answer, once for all situations and adapters", () => {
    repository.edit("data/rules/other-rule.yaml", "because: It is slow.", "because: It is very slow.");
    const { decided, answers, grounds } = advice();
    assert.equal(decided, 0);
    assert.deepEqual(answers, []);
    const told = grounds.filter(({ sentence }) => sentence.includes("very slow"));
    assert.deepEqual(
      told.map(({ adapters, sentence }) => [adapters, sentence]),
      [[["E1000"], "rule other-rule now says: It is very slow."]],
    );
    assert.deepEqual(told[0]?.situations, ["A Linux server that moves", "rule other-rule, test 1"]);
  });

  test("grounds that are gone", () => {
    repository.edit("data/rules/other-rule.yaml", "requires: [vmotion]", "requires: [nic-sharing]");
    assert.ok(
      advice().grounds.some(
        ({ adapters, sentence }) =>
          adapters.join() === "E1000" && sentence === "no longer warned about by rule other-rule",
      ),
    );
  });

  test("nothing where only words change that no answer uses", () => {
    repository.edit("data/findings/sample-finding.yaml", "locator: Section 3", "locator: Section 4");
    const { changed, answers, grounds } = advice();
    assert.deepEqual({ changed, answers, grounds }, { changed: 0, answers: [], grounds: [] });
  });

  test("a platform on which no situation was asked, which the summary names", () => {
    assert.deepEqual(advice().platformsWithout, ["kvm"]);
    assert.match(repository.diff("main").out, /advice is the same in all \d+ situations, none of them on kvm/);
    repository.edit(
      "data/rules/other-rule.yaml",
      "guest: RHEL9_64guest\n",
      "guest: RHEL9_64guest\n      platform: kvm\n",
    );
    assert.deepEqual(advice().platformsWithout, []);
  });

  test("a situation that only one side understands is named with what the other lacks", () => {
    repository.write(
      "data/guests/plan9-64.yaml",
      repository
        .read("data/guests/other-32.yaml")
        .replace("bitness: 32", "bitness: 64")
        .replace("order: 20", "order: 30")
        .replace("name: Other", "name: Plan 9"),
    );
    assert.deepEqual(advice().notAsked, [
      { title: "A guest that nobody has", reason: 'the base does not know guest "plan9-64"' },
    ]);
  });
});

describe("charts that change are told:", () => {
  useRepository();

  const section = (): string => repository.diff("main").out.split("\nCharts\n")[1]?.split("\n\n")[0] ?? "";

  test("a value in the table", () => {
    repository.edit("data/datasets/sample-study.yaml", "value: 2.65", "value: 2.56");
    assert.equal(
      section(),
      '  changed speed, "Throughput by adapter"\n      row E1000, Throughput in Gbit/s: was 2.65; is now 2.56',
    );
  });

  test("a row more and words that read differently", () => {
    const row = "    - measurement: sample-study/e1000-stream\n";
    repository.edit(
      "assets/charts/speed.yaml",
      row,
      `${row}    - { measurement: sample-study/vmxnet3-ahead, label: Web }\n`,
    );
    repository.edit("assets/charts/speed.yaml", "caption: One study.", "caption: One study, two rows.");
    assert.match(section(), /row Web is new: Throughput: no number\n +its caption now says: One study, two rows\.$/);
  });

  test("rows that come in front of others of the same name, and nothing of those", () => {
    const row = "    - measurement: sample-study/e1000-stream\n";
    const more = ["e1000-tuned", "vmxnet3-ahead"].map(
      (id) => `    - { measurement: sample-study/${id}, label: E1000 }\n`,
    );
    repository.edit("assets/charts/speed.yaml", row, `${more.join("")}${row}`);
    assert.equal(
      section(),
      '  changed speed, "Throughput by adapter"\n      2 rows are new: E1000 (e1000-tuned), E1000 (vmxnet3-ahead)',
    );
  });

  test("another drawing of the same rows", () => {
    repository.write("assets/charts/speed.vl.json", '{ "mark": "point" }\n');
    assert.match(section(), /\n +its drawing changes$/);
  });

  test("a chart that came and one that went", () => {
    repository.write("assets/charts/again.yaml", repository.read("assets/charts/speed.yaml"));
    repository.delete("assets/charts/speed.yaml");
    assert.equal(section(), '  added again, "Throughput by adapter"\n  removed speed, "Throughput by adapter"');
  });

  test("not one whose rows stay as they are", () => {
    repository.edit("data/datasets/sample-study.yaml", "locator: Section 2", "locator: Section 3");
    assert.equal(section(), "");
  });
});
