import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reason, Verdict } from "../../../advisor/explain/advice.ts";
import { mainReason, sameAs } from "../../../advisor/ui/answer/main-reason.ts";

type Said = Partial<Reason> & Pick<Reason, "effect">;

const verdict = (status: Verdict["status"], ...reasons: Said[]): Verdict => ({
  adapter: status,
  name: status,
  status,
  reasons: reasons.map((said) => ({ kind: "rule", id: said.effect, text: said.effect, evidence: [], ...said })),
});
const best = verdict("recommended", { effect: "prefers", id: "before-this" }, { effect: "requires", id: "work" });
const first = (...reasons: Said[]): string | undefined =>
  mainReason(verdict("suitable", ...reasons), { summary: "", verdicts: [best] })?.id;

test("what puts an adapter behind says more than what it asks to be done", () => {
  assert.equal(first({ effect: "requires" }, { effect: "warns" }, { effect: "behind" }), "behind");
  assert.equal(first({ effect: "prefers" }, { effect: "requires" }), "requires");
  assert.equal(first({ effect: "neutral" }, { effect: "excludes" }, { effect: "behind" }), "excludes");
});

test("a rule that places the recommended adapter before it says more than one that places another there", () => {
  assert.equal(
    first({ effect: "behind", id: "before-another" }, { effect: "behind", id: "before-this" }),
    "before-this",
  );
  assert.equal(first({ effect: "behind", id: "before-another" }, { effect: "behind", id: "work" }), "before-another");
  const behind: Said[] = [
    { effect: "behind", id: "before-another" },
    { effect: "behind", id: "before-this" },
  ];
  assert.equal(
    mainReason(verdict("excluded", ...behind), {
      summary: "",
      verdicts: [verdict("excluded", { effect: "prefers", id: "before-this" })],
    })?.id,
    "before-another",
  );
});

test("what the host may lack says more than a rule that places another before it, and less than one that places the recommended there", () => {
  const host: Said = { effect: "warns", kind: "host", id: "host" };
  assert.equal(first({ effect: "behind", id: "before-another" }, { effect: "warns" }, host), "host");
  assert.equal(first(host, { effect: "behind", id: "before-this" }), "before-this");
});

test("of an adapter that the same keeps behind as one above it, that is said in short", () => {
  const said = (effect: Reason["effect"], ...texts: string[]): (string | undefined)[] => {
    const verdicts = texts.map((text, at) => ({ ...verdict("suitable", { effect, text }), name: String(at) }));
    return texts.map((_, at) =>
      sameAs(
        verdicts,
        verdicts.map(({ reasons }) => reasons[0]),
        at,
      ),
    );
  };
  assert.deepEqual(said("behind", "slower", "rarer", "slower", "slower"), [undefined, undefined, "0", "0"]);
  assert.deepEqual(said("excludes", "gone", "gone"), [undefined, "0"]);
  assert.deepEqual(said("warns", "unsure", "unsure"), [undefined, undefined]);
});
