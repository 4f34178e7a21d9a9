import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findExcess, describeExcess } from "../../../assets/ts/contribute-form/paste/paste-panel.ts";

describe("a pasted table that is longer than the form can show", () => {
  it("is refused with the limit and another way", () => {
    const table = "E1000\t2.65\n".repeat(5000);
    assert.match(
      findExcess(table) ?? "",
      /^The table has 5,000 lines; this form takes up to 201\. Paste it in parts, or start a file with npm run new dataset/,
    );
    assert.match(
      findExcess(`${"x".repeat(150_000)}`) ?? "",
      /^The table has 150,000 characters; this form takes up to 100,000\./,
    );
    assert.match(describeExcess(201, "rows") ?? "", /^The table has 201 rows; this form takes up to 200\./);
  });
  it("is read up to the limit, with a line that names the columns; empty lines do not count", () => {
    assert.equal(findExcess(`adapter\tGbit/s\n${"E1000\t2.65\r\n\r\n".repeat(200)}`), undefined);
    assert.equal(describeExcess(200, "rows"), undefined);
    assert.equal(findExcess(""), undefined);
  });
});
