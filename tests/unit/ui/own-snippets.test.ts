import assert from "node:assert/strict";
import { test } from "node:test";
import {
  describeColourFault,
  describeFrameGaps,
  isColour,
  writeSnippets,
  type OwnChoice,
} from "../../../assets/ts/embed/own-snippets.ts";

const places = {
  script: "https://atlas.example/embed/1.0.0/vnic-advisor.js",
  integrity: "sha384-abc",
  frame: "https://atlas.example/embed/advisor/",
  atlas: "https://atlas.example/",
  tarball: "vnic-atlas-element-1.0.0.tgz",
};
const choice = (own: Partial<OwnChoice>): OwnChoice => ({
  attributes: [],
  accent: "",
  radius: "",
  policy: undefined,
  ...own,
});

test("without a choice there is the element alone, and no style sheet or policy", () => {
  const { script, npm, frame, style, policy } = writeSnippets(choice({}), places);
  assert.equal(
    script,
    '<script src="https://atlas.example/embed/1.0.0/vnic-advisor.js"\n  integrity="sha384-abc" crossorigin defer></script>\n<vnic-advisor></vnic-advisor>',
  );
  assert.match(
    npm ?? "",
    /^# vnic-atlas-element-1\.0\.0\.tgz is in packages\/ of a release\.\nnpm install \.\/vnic-atlas-element-1\.0\.0\.tgz\n/,
  );
  assert.match(frame ?? "", /^<iframe src="https:\/\/atlas\.example\/embed\/advisor\/\?"/);
  assert.deepEqual([style, policy], ["", ""]);
});

test("attributes are escaped, and what is yes by being there needs no value", () => {
  const { script, frame } = writeSnippets(
    choice({
      attributes: [
        ["guest", 'a"<&'],
        ["compact", ""],
        ["loading", "lazy"],
        ["atlas", places.atlas],
      ],
    }),
    places,
  );
  assert.match(script ?? "", /guest="a&quot;&lt;&amp;"\s+compact\s+loading="lazy"\s+atlas="https:/);
  assert.match(frame ?? "", /\?guest=a%22%3C%26&amp;compact=yes"/);
});

test("a policy is a file beside the page, a style is custom properties", () => {
  const { script, policy, style } = writeSnippets(
    choice({ policy: { name: "x" }, accent: "#abc", radius: "0" }),
    places,
  );
  assert.match(script ?? "", /<vnic-advisor policy="policy\.json">/);
  assert.deepEqual(JSON.parse(policy ?? ""), { name: "x" });
  assert.equal(style, "vnic-advisor {\n  --vnic-accent: #abc;\n  --vnic-accent-strong: #abc;\n  --vnic-radius: 0;\n}");
});

test("only hexadecimal colours are colours", () => {
  assert.deepEqual(["#abc", "#A1B2C3", "red", "#12", "#abc;}", ""].map(isColour), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a colour that cannot be used is named", () => {
  assert.equal(describeColourFault("red"), 'Found "red", expected a hex colour such as #7a1f5c.');
  assert.deepEqual(["", "#abc"].map(describeColourFault), ["", ""]);
});

test("what the frame's address cannot carry is named", () => {
  assert.equal(describeFrameGaps(choice({ attributes: [["guest", "rhel9-64"]] })), "");
  assert.match(describeFrameGaps(choice({ policy: { name: "x" } })), /^This address has no policy\. Send /);
  for (const look of [{ accent: "#abc" }, { radius: "0" }])
    assert.match(describeFrameGaps(choice(look)), /^The frame keeps the accent colour and the corners/);
});
