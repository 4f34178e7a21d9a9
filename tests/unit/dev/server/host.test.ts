import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isOwnHost } from "../../../../tools/dev/server/serve.mjs";

describe("isOwnHost", () => {
  for (const host of [
    "localhost",
    "localhost:1313",
    "LOCALHOST:80",
    "127.0.0.1",
    "127.0.0.1:1313",
    "[::1]",
    "[::1]:1313",
  ]) {
    test(`accepts ${host}`, () => assert.equal(isOwnHost(host), true));
  }
  for (const host of [
    undefined,
    "",
    "evil.example",
    "evil.example:1313",
    "localhost.evil.example",
    "evil.example#localhost",
    "localhost:",
    "localhost:x",
    "user@localhost",
    "127.0.0.1.evil.example",
    "::1",
    "[::1].evil.example",
    "127.0.0.2",
    "0.0.0.0:1313",
  ]) {
    test(`refuses ${String(host)}`, () => assert.equal(isOwnHost(host), false));
  }
});
