import assert from "node:assert/strict";
import * as net from "node:net";
import { describe, test } from "node:test";
import { isIP } from "../../../tools/check/private-details.ts";
import { fc } from "../../chance.ts";

describe("an IP address", () => {
  test("is one where node:net says so", () => {
    const texts = [
      "192.0.2.1",
      "0.0.0.0",
      "255.255.255.255",
      "256.1.1.1",
      "1.2.3",
      "01.2.3.4",
      "1.2.3.4.5",
      "::",
      "::1",
      "fe80::1",
      "2001:db8::8a2e:370:7334",
      "::ffff:192.0.2.1",
      "1::2::3",
      "12345::",
      ":",
      "",
      "a",
      "example.org",
      "10:30",
      "00:50:56:aa:bb:cc",
    ];
    for (const text of texts) assert.equal(isIP(text), net.isIP(text), text);
  });

  test("is one wherever it comes from", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain(), fc.stringMatching(/^[0-9a-f:.]{0,20}$/)), (text) =>
        assert.equal(isIP(text), net.isIP(text), text),
      ),
    );
  });
});
