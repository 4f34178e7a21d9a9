import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { versionCode, versionText } from "../../../advisor/knowledge/version.ts";

describe("a release is written as its platform writes it", () => {
  for (const release of ["2016", "2022", "2022.1", "2022.0.3", "0.10", "8.0", "10.0", "2.6.32", "8.0.3"])
    test(release, () => assert.equal(versionText(versionCode(release)), release));
});
