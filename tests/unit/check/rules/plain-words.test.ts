import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findProseProblems, splitSentences } from "../../../../tools/check/prose.ts";

describe("plain words", () => {
  const problemsOf = (text: string): string[] => findProseProblems(text).map(({ problem }) => problem);
  const words = (count: number): string => `${"word ".repeat(count - 1)}end.`;

  it("allow 25 words in a sentence and no more", () => {
    assert.deepEqual(problemsOf(words(25)), []);
    assert.deepEqual(problemsOf(words(26)), ["a sentence of 26 words"]);
  });
  it("say how to divide a long sentence in words that follow write instead", () => {
    const [problem] = findProseProblems(words(26));
    assert.equal(problem?.instead, "two sentences or more, each with at most 25 words and one idea");
  });
  it("count a list of names behind a colon as one word", () => {
    assert.deepEqual(problemsOf(`Lost features: ${"vMotion, ".repeat(30)}snapshots.`), []);
  });
  it("leave quotations alone", () => {
    assert.deepEqual(problemsOf('The article says "VMXNET3 comes first".'), []);
  });
  it("tell a place from a condition", () => {
    assert.equal(problemsOf("Where the guest has a driver, use VMXNET3.").length, 1);
    assert.equal(problemsOf("That is no reason.").length, 1);
    assert.deepEqual(problemsOf("Open the folder where the file is."), []);
    assert.deepEqual(problemsOf("What is the guest?"), []);
  });
  it("write a share with its sign, but leave the unit's name alone", () => {
    assert.equal(problemsOf("It costs up to 15 percent more CPU.").length, 1);
    assert.deepEqual(problemsOf("The text gives the gains in percent, of 15 % at most."), []);
  });
  it("ask a claim of absence for its search", () => {
    assert.equal(problemsOf("We found no study of SR-IOV with their spread.").length, 1);
    assert.equal(problemsOf("No source says which adapter is faster.").length, 1);
    assert.equal(problemsOf("It is unknown: nobody has published a value.").length, 1);
    assert.deepEqual(problemsOf("We found no study of SR-IOV (searched 2026-11: arXiv, KVM Forum)."), []);
    assert.deepEqual(problemsOf("The atlas has no study of SR-IOV."), []);
  });
  it("end a sentence at no version and no abbreviation", () => {
    assert.deepEqual(splitSentences("Use 7.2, e.g. on Xen. 20 runs follow."), [
      "Use 7.2, e.g. on Xen.",
      "20 runs follow.",
    ]);
  });
  it("end a sentence before a name in lower case", () => {
    assert.deepEqual(splitSentences("E1000E needs 3.1 accesses. virtio-net needs 1, etc. with its ring."), [
      "E1000E needs 3.1 accesses.",
      "virtio-net needs 1, etc. with its ring.",
    ]);
  });
});
