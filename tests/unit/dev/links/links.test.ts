import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { requestByHost, runLinks } from "../../../../tools/dev/links/main.ts";
import {
  checkAddress,
  type RequestOptions,
  type Outcome,
  collectAddresses,
} from "../../../../tools/dev/links/addresses.ts";
import { findException, readExceptions, isFailure, judge, printText } from "../../../../tools/dev/links/report.ts";
import { recordsOf } from "../../../../tools/records/record.ts";
import { authoredRecords } from "../../../authored-records.ts";
import { makeTemporaryFolder } from "../../../temporary-folder.ts";
import { findFreePort } from "../server/support/free-port.ts";

describe("the addresses of a file", () => {
  for (const [what, text, expected] of [
    ["a field of a record", "url: https://a.org/x\n", ["https://a.org/x"]],
    ["a folded field", "url: >-\n  https://a.org/x_y\n", ["https://a.org/x_y"]],
    ["a link of Markdown", "See [it](https://a.org/x).", ["https://a.org/x"]],
    [
      "an address with brackets of its own",
      "url: https://a.org/x(v=msdn.10)\n(https://a.org/y(z))",
      ["https://a.org/x(v=msdn.10)", "https://a.org/y(z)"],
    ],
    ["the end of a sentence", "It is at https://a.org/x, or https://a.org/y.", ["https://a.org/x", "https://a.org/y"]],
    ["one page under two fragments", "https://a.org/x#a https://a.org/x#b", ["https://a.org/x"]],
    [
      "examples and this machine",
      "http://localhost:1313/ https://example.org/ https://esx1.example.com/ http://192.0.2.10/ http://127.0.0.1/",
      [],
    ],
  ] as const) {
    test(`in ${what}`, () =>
      assert.deepEqual(
        collectAddresses([{ file: "f", text }]).map(({ url }) => url),
        expected,
      ));
  }

  test("are told once with every place", () => {
    const addresses = collectAddresses([
      { file: "a.yaml", text: "x\nhttps://a.org/ https://a.org/" },
      { file: "b.md", text: "https://a.org/" },
    ]);
    assert.deepEqual(addresses, [{ url: "https://a.org/", places: ["a.yaml:2", "b.md:1"] }]);
  });

  test("hold that of every source", () => {
    const sources = recordsOf(authoredRecords, "source").flatMap(({ file, data }) =>
      data.url === undefined ? [] : [{ file, url: data.url }],
    );
    const found = new Set(
      collectAddresses(sources.map(({ file }) => ({ file, text: readFileSync(file, "utf8") }))).map(({ url }) => url),
    );
    assert.deepEqual(
      sources.filter(({ url }) => !found.has(url.split("#")[0] ?? "")),
      [],
    );
  });
});

describe("asking a server", () => {
  const requests: string[] = [];
  const slept: number[] = [];
  let server: Server;
  let base = "";
  let failures = 0;

  /** Path to what the server does; a path that is not listed is not found. */
  const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    "/fine": (_, response) => response.end("text"),
    "/no-head": ({ method }, response) => response.writeHead(method === "HEAD" ? 405 : 200).end(),
    "/head-hidden": ({ method }, response) => response.writeHead(method === "HEAD" ? 404 : 200).end(),
    "/head-cut": ({ method, socket }, response) => void (method === "HEAD" ? socket.destroy() : response.end("text")),
    "/gone": (_, response) => response.writeHead(410).end(),
    "/forbidden": (_, response) => response.writeHead(403).end(),
    "/moved": (_, response) => response.writeHead(301, { location: "/fine" }).end(),
    "/for-now": (_, response) => response.writeHead(302, { location: "/fine" }).end(),
    "/moved-for-now": (_, response) => response.writeHead(308, { location: "/for-now" }).end(),
    "/moved-and-gone": (_, response) => response.writeHead(301, { location: "/gone" }).end(),
    "/round": (_, response) => response.writeHead(302, { location: "/round" }).end(),
    "/nowhere": (_, response) => response.writeHead(301, { location: "http://[" }).end(),
    "/silent": () => undefined,
    "/cut": ({ socket }) => void socket.destroy(),
    "/busy": (_, response) => response.writeHead(429, { "retry-after": "7" }).end(),
    "/sometimes": (_, response) => response.writeHead(failures-- > 0 ? 503 : 200).end(),
  };

  before(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method ?? ""} ${request.url ?? ""}`);
      (answers[request.url ?? ""] ?? ((_, missing: ServerResponse) => missing.writeHead(404).end()))(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = (path: string, changes: Partial<RequestOptions> = {}): Promise<Outcome> => {
    requests.length = 0;
    slept.length = 0;
    const sleep = (milliseconds: number): Promise<void> => (slept.push(milliseconds), Promise.resolve());
    return checkAddress(path.startsWith("http") ? path : base + path, {
      fetch,
      sleep,
      timeoutMs: 60_000,
      retries: 0,
      pauseMs: 1000,
      ...changes,
    });
  };

  test("takes HEAD where it answers", async () => {
    assert.deepEqual(await ask("/fine"), { kind: "ok" });
    assert.deepEqual(requests, ["HEAD /fine"]);
  });
  for (const path of ["/no-head", "/head-hidden", "/head-cut"]) {
    test(`asks ${path} again with GET`, async () => {
      assert.deepEqual(await ask(path), { kind: "ok" });
      assert.deepEqual(requests, [`HEAD ${path}`, `GET ${path}`]);
    });
  }
  for (const [path, expected] of [
    ["/missing", { kind: "broken", status: 404 }],
    ["/gone", { kind: "broken", status: 410 }],
    ["/forbidden", { kind: "refused", status: 403 }],
    ["/busy", { kind: "refused", status: 429 }],
    ["/for-now", { kind: "ok" }],
    ["/moved-for-now", { kind: "ok" }],
    ["/moved-and-gone", { kind: "broken", status: 410 }],
    ["/nowhere", { kind: "broken", status: 301 }],
    ["/round", { kind: "unreachable", reason: "more than 10 redirects" }],
  ] as const) {
    test(`tells of ${path} that it is ${expected.kind}`, async () => assert.deepEqual(await ask(path), expected));
  }

  test("tells where a page has moved for good", async () =>
    assert.deepEqual(await ask("/moved"), { kind: "moved", to: `${base}/fine` }));
  test("gives up on a server that says nothing", async () => {
    assert.deepEqual(await ask("/silent", { timeoutMs: 50 }), {
      kind: "unreachable",
      reason: "no answer within 0.05 s",
    });
  });
  test("tells of a connection that is cut or was never there", async () => {
    assert.equal((await ask("/cut")).kind, "unreachable");
    assert.deepEqual(await ask(`http://127.0.0.1:${await findFreePort()}/`), {
      kind: "unreachable",
      reason: "ECONNREFUSED",
    });
  });
  test("asks again after an error of the server, each time later", async () => {
    // HEAD and GET of two rounds fail, the third is answered.
    failures = 4;
    assert.deepEqual(await ask("/sometimes", { retries: 2 }), { kind: "ok" });
    assert.deepEqual(slept, [1000, 2000]);
  });
  test("gives up after the last try, and does not ask again where the answer is plain", async () => {
    failures = 100;
    assert.deepEqual(await ask("/sometimes", { retries: 1 }), { kind: "broken", status: 503 });
    await ask("/missing", { retries: 5 });
    assert.deepEqual(slept, []);
  });
  test("waits as long as a busy server asks for, within reason", async () => {
    await ask("/busy", { retries: 1 });
    assert.deepEqual(slept, [7000]);
    assert.deepEqual(requests, ["HEAD /busy", "HEAD /busy"]);
  });
  test("says who asks", async () => {
    let agent: string | undefined;
    answers["/who"] = (request, response) => ((agent = request.headers["user-agent"]), void response.end());
    await ask("/who");
    assert.match(agent ?? "", /vnic-atlas/);
  });

  describe("the command", () => {
    const root = makeTemporaryFolder();
    before(() => {
      for (const folder of ["data/sources", "content", "tools/dev/links"])
        mkdirSync(join(root, folder), { recursive: true });
      writeFileSync(join(root, "data/sources/a.yaml"), "title: A\nurl: http://host.one.org/fine\n");
      writeFileSync(join(root, "content/a.md"), "[gone](http://host.two.org/gone) [old](http://host.two.org/moved)\n");
    });

    /** The names above lead to the server of this test, so that the network is never asked. */
    const toServer: typeof fetch = (input, init) =>
      fetch(String(input).replace(/^http:\/\/host\.(one|two)\.org/, base), init);
    const run = async (words: string[], exceptions = "[]") => {
      writeFileSync(join(root, "tools/dev/links/exceptions.yaml"), exceptions);
      let [printed, complained] = ["", ""];
      const code = await runLinks(words, {
        root,
        fetch: toServer,
        sleep: () => Promise.resolve(),
        print: (text) => void (printed += text),
        printError: (text) => void (complained += text),
      });
      return { code, printed, complained };
    };
    const accepted = "- { address: 'http://host.two.org/g', expect: [410], reason: It is known to be gone. }\n";

    test("ends with 1 where something is gone, and tells where it stands and what has moved", async () => {
      const { code, printed } = await run([]);
      assert.equal(code, 1);
      assert.match(
        printed,
        /^content\/a\.md:1 {2}broken {2}http:\/\/host\.two\.org\/gone\n {2}the server answers 410/m,
      );
      assert.match(printed, /^content\/a\.md:1 {2}moved {2}http:\/\/host\.two\.org\/moved/m);
      assert.match(printed, /^3 addresses: 1 gone, 1 moved, 0 accepted with a reason, 1 fine$/m);
    });
    test("ends with 0 where an exception covers it", async () => {
      const { code, printed } = await run([], accepted);
      assert.deepEqual([code, /1 accepted with a reason/.test(printed)], [0, true]);
    });
    test("does not let an exception cover another fault than the one it names", async () => {
      const { code, printed } = await run([], accepted.replace("410", "403"));
      assert.equal(code, 1);
      assert.match(printed, /exceptions\.yaml {2}idle/);
    });
    test("gives all of it to programs", async () => {
      const report = JSON.parse((await run(["--format", "json"], accepted)).printed) as {
        checked: { url: string; outcome: Outcome; accepted?: string }[];
        idle: unknown[];
      };
      assert.deepEqual(
        report.checked.map(({ url, outcome, accepted: reason }) => [url, outcome.kind, reason !== undefined]),
        [
          ["http://host.one.org/fine", "ok", false],
          ["http://host.two.org/gone", "broken", true],
          ["http://host.two.org/moved", "moved", false],
        ],
      );
      assert.deepEqual(report.idle, []);
    });
    test("looks at some of the addresses only", async () => assert.equal((await run(["--only", "host.one"])).code, 0));
    test("lists without asking anybody", async () => {
      requests.length = 0;
      const { code, printed } = await run(["--list"]);
      assert.deepEqual([code, printed.split("\n").length, requests], [0, 7, []]);
    });
    test("explains itself", async () =>
      assert.match((await run(["--help"])).printed, /Exit code: 0 no address is gone, 1 an address is gone, 2/));
    for (const [words, message] of [
      [["--fromat", "json"], /--fromat.*did you mean "--format"/],
      [["--format", "xml"], /expected one of text, json/],
      [["--timeout", "soon"], /"soon": expected a number/],
      [["--hosts", "0"], /from 1 to/],
      [["--only"], /needs a value/],
    ] as const) {
      test(`ends with 2 for ${words.join(" ")}`, async () => {
        const { code, complained } = await run([...words]);
        assert.equal(code, 2);
        assert.match(complained, message);
      });
    }
    test("ends with 2 where the exceptions cannot be read", async () => {
      assert.equal((await run([], "- { address: 'http://a.org/', expect: [404] }")).code, 2);
    });
  });
});

describe("requests by host", () => {
  test("asks a host one question at a time with a rest between, and several hosts side by side", async () => {
    const log: string[] = [];
    const open = new Map<string, () => void>();
    const ask = (url: string): Promise<string> => (
      log.push(`ask ${url}`), new Promise((resolve) => open.set(url, () => resolve(url.toUpperCase())))
    );
    const sleep = (milliseconds: number): Promise<void> => (log.push(`rest ${milliseconds}`), Promise.resolve());
    const settle = async (url: string): Promise<void> => {
      open.get(url)?.();
      await new Promise(setImmediate);
    };
    const all = requestByHost(["http://a/1", "http://b/1", "http://a/2", "http://c/1"], ask, {
      hosts: 2,
      restMs: 1000,
      sleep,
    });
    await new Promise(setImmediate);
    assert.deepEqual(log.splice(0), ["ask http://a/1", "ask http://b/1"]);
    await settle("http://a/1");
    assert.deepEqual(log.splice(0), ["rest 1000", "ask http://a/2"]);
    await settle("http://b/1");
    assert.deepEqual(log.splice(0), ["ask http://c/1"]);
    await settle("http://a/2");
    await settle("http://c/1");
    assert.deepEqual(await all, ["HTTP://A/1", "HTTP://B/1", "HTTP://A/2", "HTTP://C/1"]);
  });
});

describe("exceptions", () => {
  test("of this repository are well formed, each with its reason", () => {
    assert.ok(readExceptions(readFileSync("tools/dev/links/exceptions.yaml", "utf8")).length > 0);
  });
  for (const [what, text] of [
    ["a reason", "- { address: 'https://a.org/', expect: [404] }"],
    ["something to expect", "- { address: 'https://a.org/', expect: [], reason: It is known to be so. }"],
    ["an address", "- { address: a.org, expect: [404], reason: It is known to be so. }"],
    ["a kind that there is", "- { address: 'https://a.org/', expect: [lost], reason: It is known to be so. }"],
  ] as const) {
    test(`need ${what}`, () => assert.throws(() => readExceptions(text), /exception 1 needs/));
  }
  test("cover the addresses that begin with theirs, for what they expect", () => {
    const [exception] = readExceptions(
      "- { address: 'https://a.org/x/', expect: [moved, 403], reason: It is known to be so. }",
    );
    assert.ok(exception);
    const covers = (url: string, outcome: Outcome): boolean => findException(url, outcome, [exception]) !== undefined;
    assert.deepEqual(
      [
        covers("https://a.org/x/y", { kind: "refused", status: 403 }),
        covers("https://a.org/x/y", { kind: "moved", to: "https://b.org/" }),
        covers("https://a.org/x/y", { kind: "refused", status: 401 }),
        covers("https://a.org/z", { kind: "refused", status: 403 }),
      ],
      [true, true, false, false],
    );
  });
  test("that cover nothing are reported, and do not fail the check by themselves", () => {
    const [exception] = readExceptions("- { address: 'https://a.org/', expect: [404], reason: It is known to be so. }");
    assert.ok(exception);
    const report = judge([{ url: "https://a.org/", places: ["f:1"] }], [{ kind: "ok" }], [exception]);
    assert.deepEqual([report.checked.some(isFailure), report.idle], [false, [exception]]);
    assert.match(printText(report), /idle {2}https:\/\/a\.org\//);
  });
});
