import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { knowledge } from "../advisor/knowledge.ts";
import { readAddress } from "../../../assets/ts/advisor/address.ts";
import {
  isFromParent,
  readConfigure,
  readFrameQuery,
  refusePolicy,
  resizeMessage,
} from "../../../assets/ts/embed/frame.ts";

const frame = "https://atlas.example/embed/advisor/";

describe("the address of the frame", () => {
  const elsewhere = ["https://evil.example/x", "//evil.example/x", "javascript:1", "data:,x"];
  test("names a style sheet of the frame's own host only, and another is a problem", () => {
    const own = readFrameQuery(`${frame}?stylesheet=/own.css`);
    assert.deepEqual([own.attributes, own.problems], [[["stylesheet", "/own.css"]], []]);
    for (const address of elsewhere) {
      const { attributes, problems } = readFrameQuery(`${frame}?stylesheet=${address}`);
      assert.deepEqual(attributes, []);
      assert.deepEqual(problems, [
        `parameter stylesheet: found "${address}", expected the address of a file on https://atlas.example`,
      ]);
    }
  });
  test("keeps a policy of another host, which is refused in place of a recommendation", () => {
    assert.equal(refusePolicy("/own.json", `${frame}?policy=/own.json`), null);
    assert.equal(refusePolicy("own.json", frame), null);
    for (const address of elsewhere) {
      assert.deepEqual(readFrameQuery(`${frame}?policy=${address}`).attributes, [["policy", address]]);
      assert.match(
        refusePolicy(address, frame) ?? "",
        /^policy: found ".*", expected .* on https:\/\/atlas\.example, /,
      );
    }
  });
  test("sets attributes by the situation's names and by the attributes'", () => {
    assert.deepEqual(
      readFrameQuery(
        frame +
          "?guest=rhel9-64&packetRate=5&sriov-nic=yes&requires=ha&requires=drs&require=rss&fixed=guest&theme=dark&utm=1",
      ),
      {
        attributes: [
          ["guest", "rhel9-64"],
          ["packet-rate", "5"],
          ["sriov-nic", "yes"],
          ["require", "ha,drs,rss"],
          ["fixed", "guest"],
          ["theme", "dark"],
        ],
        origin: null,
        problems: [],
      },
    );
  });
  test("names the parameter that belongs on the iframe", () =>
    assert.deepEqual(readFrameQuery(`${frame}?loading=lazy`).problems, [
      'parameter loading: the frame has no such parameter. To load it lazily, write loading="lazy" on the iframe',
    ]));
  test("leaves a field without a value unknown, and sets what stands alone otherwise", () => {
    assert.deepEqual(readFrameQuery(`${frame}?iommu=&sriov-nic&guest=%20&packetRate=&dpdk=yes&compact`).attributes, [
      ["dpdk", "yes"],
      ["compact", ""],
    ]);
  });
  test("sets no attribute that the component does not have", () =>
    assert.deepEqual(readFrameQuery(`${frame}?onclick=x&style=y&id=z&constructor=1`).attributes, []));
  test("has a misspelt name named, and leaves alone what is meant for others", () => {
    assert.deepEqual(readFrameQuery(`${frame}?guest-driver=no&fixd=guest`).problems, [
      "parameter guest-driver: found an unknown name; nearest: guest-drivers",
      "parameter fixd: found an unknown name; nearest: fixed",
    ]);
    for (const name of ["utm_source", "utm_medium", "fbclid", "gclid", "ref", "id", "v", "spaceKey", "pageId", "atlas"])
      assert.deepEqual(readFrameQuery(`${frame}?${name}=1`).problems, [], name);
  });
  test("does not say whose links are shown", () => {
    assert.deepEqual(readFrameQuery(`${frame}?atlas=https%3A%2F%2Fevil.example%2F&theme=dark`).attributes, [
      ["theme", "dark"],
    ]);
  });
  for (const [given, origin] of [
    ["https://portal.example/page", "https://portal.example"],
    ["portal.example", null],
    ["portal.example:8443", null],
    ["*", null],
    ["null", null],
    ["javascript:1", null],
    ["", null],
  ] as const) {
    test(`names ${given || "nothing"} as origin`, () => {
      const query = readFrameQuery(`${frame}?origin=${encodeURIComponent(given)}`);
      assert.equal(query.origin, origin);
      assert.equal(query.problems.length, given === "" || origin !== null ? 0 : 1, query.problems.join());
    });
  }
  test("says how to write an origin without a scheme", () =>
    assert.deepEqual(readFrameQuery(`${frame}?origin=wiki.corp:8443`).problems, [
      'parameter origin: found "wiki.corp:8443", expected an origin with its scheme, such as https://portal.example',
    ]));
});

describe("messages", () => {
  test("round the height up", () =>
    assert.deepEqual(resizeMessage(10.2), { type: "vnic-atlas:resize", version: 1, height: 11 }));
  for (const data of [null, "x", 5, {}, { type: "other" }, { type: ["vnic-atlas:configure"] }, []]) {
    test(`ignore ${JSON.stringify(data)}`, () => assert.equal(readConfigure(data), null));
  }
  describe("are heard", () => {
    const parent = {} as Window;
    for (const [title, source, from, origin, isHeard] of [
      ["from the parent", parent, "https://portal.example", null, true],
      ["from the parent at the named origin", parent, "https://portal.example", "https://portal.example", true],
      ["not from the parent at another origin", parent, "https://evil.example", "https://portal.example", false],
      ["not from another window", {} as Window, "https://portal.example", null, false],
      [
        "not from another window at the named origin",
        {} as Window,
        "https://portal.example",
        "https://portal.example",
        false,
      ],
      ["not from nowhere", null, "https://portal.example", null, false],
    ] as const) {
      test(title, () => assert.equal(isFromParent({ source, origin: from }, parent, origin), isHeard));
    }
  });
  describe("of the parent configure", () => {
    const read = (fields: object): ReturnType<typeof readConfigure> =>
      readConfigure({ type: "vnic-atlas:configure", ...fields });
    test("attributes, which null and false remove", () => {
      assert.deepEqual(read({ theme: "dark", hide: "dpu", compact: true, atlas: "https://evil.example/" }), {
        attributes: { theme: "dark", hide: "dpu", compact: "" },
        properties: {},
        problems: [],
      });
      assert.deepEqual(read({ fixed: null, compact: false })?.attributes, { fixed: null, compact: null });
    });
    test("properties, which the element itself checks", () => {
      const properties = { situation: {}, policy: [], words: null };
      assert.deepEqual(read(properties), { attributes: {}, properties, problems: [] });
    });
    test("nothing by a misspelt name, which is named", () => {
      assert.deepEqual(read({ polcy: {}, id: 5 }), {
        attributes: {},
        properties: {},
        problems: ["vnic-atlas:configure polcy: found an unknown name; nearest: policy"],
      });
    });
    test("nothing by a parameter of the address, with the place where it belongs", () => {
      const fields = { guest: "rhel9-64", "packet-rate": 5, requires: ["ha"], lang: "de", stylesheet: "x" };
      assert.deepEqual(read(fields), {
        attributes: {},
        properties: {},
        problems: [
          "vnic-atlas:configure guest: found outside of situation. Write situation: { guest: … }",
          "vnic-atlas:configure packet-rate: found outside of situation. Write situation: { packetRate: … }",
          "vnic-atlas:configure requires: found outside of situation. Write situation: { requires: … }",
          "vnic-atlas:configure lang: found in a message. Write it in the URL of the frame",
          "vnic-atlas:configure stylesheet: found in a message. Write it in the URL of the frame",
        ],
      });
    });
    test("no policy by its address, and no switch by a word", () => {
      assert.deepEqual(read({ policy: "x.json", compact: "no" }), {
        attributes: {},
        properties: {},
        problems: [
          "vnic-atlas:configure compact: found string, expected true or false",
          "vnic-atlas:configure policy: found string, expected an object",
        ],
      });
      assert.deepEqual(read({ compact: null })?.attributes, { compact: null });
    });
    test("nothing by a value of another type, which is named", () => {
      assert.deepEqual(read({ theme: 5, fixed: ["guest", "zz"], hide: {}, compact: 1, words: [], situation: "x" }), {
        attributes: {},
        properties: {},
        problems: [
          "vnic-atlas:configure theme: found number, expected text",
          "vnic-atlas:configure fixed: found list, expected text",
          "vnic-atlas:configure hide: found object, expected text",
          "vnic-atlas:configure compact: found number, expected true or false",
          "vnic-atlas:configure words: found list, expected an object",
          "vnic-atlas:configure situation: found string, expected an object",
        ],
      });
    });
  });
});

test("the page's address is read for fields and what looks like one, not for anything else", () => {
  assert.deepEqual(
    readAddress("?guest=a%20b&packetrate=5&requires=ha&requires=drs&utm_source=mail", knowledge.questions),
    [
      ["guest", "a b"],
      ["packetrate", "5"],
      ["requires", "ha"],
      ["requires", "drs"],
    ],
  );
});
