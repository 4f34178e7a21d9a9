import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { readPages } from "./support/site.ts";

/** What the HTML standard asks for; how it is written, quotes and closing tags, is left to the minifier. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    elements: ["html5"],
    extends: ["html-validate:standard"],
    // The standard lets ">" stand in text, this rule does not.
    rules: { "no-raw-characters": "off" },
  }),
);

describe("the HTML of every page", () => {
  test("is valid", async () => {
    const faults = new Map<string, string[]>();
    for (const { path, html } of readPages()) {
      for (const { messages } of (await validator.validateString(html, path)).results) {
        for (const { ruleId, message, selector } of messages) {
          const fault = `${ruleId}: ${message}`;
          faults.set(fault, [...(faults.get(fault) ?? []), `${path} ${selector ?? ""}`]);
        }
      }
    }
    // Each fault once, with the first place of how many.
    assert.deepEqual([...faults].map(([fault, places]) => `${fault} (${places.length}, first ${places[0]})`), []);
  });

  test("would be found wanting", async () => {
    const report = await validator.validateString('<!doctype html><html lang=en><head><title>a</title></head><body><p><div>x</div></p><p id=a id=b>R&D</body></html>');
    assert.equal(report.valid, false);
  });
});
