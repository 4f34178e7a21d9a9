import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { listSiteFiles, publicFolder } from "./support/site.ts";

/** Resolves its settings once: they are the same for every page, and to merge them takes as long as to read one. */
class OneConfig extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader["getConfigFor"]> | undefined;

  override getConfigFor(handle: string): ReturnType<StaticConfigLoader["getConfigFor"]> {
    return (this.#resolved ??= super.getConfigFor(handle));
  }
}

/** What the HTML standard asks for; how it is written, quotes and closing tags, is left to the minifier. */
const validator = new HtmlValidate(
  new OneConfig({
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
    for (const file of listSiteFiles().filter((name) => name.endsWith(".html"))) {
      for (const { messages } of (await validator.validateString(readFileSync(join(publicFolder, file), "utf8"), file))
        .results) {
        for (const { ruleId, message, selector } of messages) {
          const fault = `${ruleId}: ${message}`;
          faults.set(fault, [...(faults.get(fault) ?? []), `${file} ${selector ?? ""}`]);
        }
      }
    }
    // Each fault once, with the first place of how many.
    assert.deepEqual(
      [...faults].map(([fault, places]) => `${fault} (${places.length}, first ${places[0]})`),
      [],
    );
  });

  test("would be found wanting", async () => {
    const report = await validator.validateString(
      "<!doctype html><html lang=en><head><title>a</title></head><body><p><div>x</div></p><p id=a id=b>R&D</body></html>",
    );
    assert.equal(report.valid, false);
  });
});
