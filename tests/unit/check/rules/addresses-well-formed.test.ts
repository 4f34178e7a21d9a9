import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addressesWellFormed } from "../../../../tools/check/rules/addresses.ts";
import { change, checkInWorld, fixInWorld, samples } from "../support/world.ts";

const check = (url: string) =>
  checkInWorld("source", change("source", "https://example.org/study.html", url), samples.source, [
    addressesWellFormed,
  ]);

describe("addresses-well-formed", () => {
  const right = [
    "http://example.org",
    "https://example.org:8443/a?b=c#d",
    "https://example.xn--p1ai/",
    "https://example.org/?utmost=1",
    "https://web.archive.org/web/2012/http://example.org/?x=1",
    "https://example.org/100%",
    "https://example.org/compare?with=https://example.com/a",
  ];
  for (const url of right) it(`accepts ${url}`, () => assert.deepEqual(check(url), []));

  const wrong: [url: string, message: RegExp][] = [
    ["https://ann@example.org/", /user/],
    ["http://localhost/", /"localhost" is reachable from one network only/],
    ["http://[fe80::1]/", /"\[fe80::1\]" is reachable from one network only/],
    ["http://[2001:db8::1]/", /is a number/],
    ["http://0x7f.1/", /"127.0.0.1" is a number/],
    ["https://www.google.com/url?q=https://example.com/a&sa=D", /"www.google.com" redirects to another address/],
    ["https://www.google.de/url?sa=t&url=https%3A%2F%2Fexample.com%2Fa", /redirects to another address/],
    ["https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com", /redirects to another address/],
    ["https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.com", /redirects to another address/],
    ["https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com", /redirects to another address/],
    ["https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com", /redirects to another address/],
    ["https://bit.ly/abc", /"bit.ly" redirects to another address/],
    ["https://example.org/?srsltid=1&_gl=2", /tracking parameters: srsltid, _gl$/],
    ["https://files/", /"files" is not a full host name/],
    ["https://example.org/?gclid=1", /tracking parameters: gclid/],
    ["https://example.org/?utm_source=a&utm_medium=b&utm_source=c", /tracking parameters: utm_source, utm_medium$/],
  ];
  for (const [url, message] of wrong)
    it(`refuses ${url}, once`, () => {
      const found = check(url);
      assert.equal(found.length, 1);
      assert.match(found[0]?.message ?? "", message);
    });

  const cleaned: [url: string, rest: string][] = [
    ["https://example.org/a?id=7&utm_source=x&b=%20c#top", "https://example.org/a?id=7&b=%20c#top"],
    ["https://example.org/a?fbclid=x", "https://example.org/a"],
    ["https://example.org/a?fbclid=x&q=what?", "https://example.org/a?q=what?"],
  ];
  for (const [url, rest] of cleaned)
    it(`says that ${rest} is left of ${url}, and can write it`, () => {
      assert.ok(check(url)[0]?.help?.startsWith(`write ${rest}`));
      const fixed = fixInWorld("source", change("source", "https://example.org/study.html", url));
      assert.equal(fixed.text, change("source", "https://example.org/study.html", rest));
      assert.deepEqual(fixed.findings, []);
    });
});
