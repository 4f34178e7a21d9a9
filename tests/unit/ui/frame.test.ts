import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { knowledge } from "../advisor/knowledge.ts";
import { readAddress } from "../../../assets/ts/advisor/address.ts";
import { isFromParent, readConfigure, resizeMessage, readFrameQuery } from "../../../assets/ts/embed/frame.ts";

const frame = "https://atlas.example/embed/advisor/";

describe("the address of the frame", () => {
  test("names a policy and a style sheet of the frame's own host only", () => {
    for (const name of ["policy", "stylesheet"]) {
      assert.deepEqual(readFrameQuery(`${frame}?${name}=/own.json`).attributes, [[name, "/own.json"]]);
      assert.deepEqual(readFrameQuery(`${frame}?${name}=https://evil.example/x`).attributes, []);
      assert.deepEqual(readFrameQuery(`${frame}?${name}=//evil.example/x`).attributes, []);
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
      },
    );
  });
  test("leaves a field without a value unknown, and sets what stands alone otherwise", () => {
    assert.deepEqual(readFrameQuery(`${frame}?iommu=&sriov-nic&guest=%20&packetRate=&dpdk=yes&compact`).attributes, [
      ["dpdk", "yes"],
      ["compact", ""],
    ]);
  });
  test("sets no attribute that the component does not have", () =>
    assert.deepEqual(readFrameQuery(`${frame}?onclick=x&style=y&id=z&constructor=1`).attributes, []));
  test("does not say whose links are shown", () => {
    assert.deepEqual(readFrameQuery(`${frame}?atlas=https%3A%2F%2Fevil.example%2F&theme=dark`).attributes, [
      ["theme", "dark"],
    ]);
  });
  for (const [given, origin] of [
    ["https://portal.example/page", "https://portal.example"],
    ["*", null],
    ["null", null],
    ["javascript:1", null],
    ["", null],
  ] as const) {
    test(`names ${given || "nothing"} as origin`, () =>
      assert.equal(readFrameQuery(`${frame}?origin=${encodeURIComponent(given)}`).origin, origin));
  }
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
  test("keep what can be used of a configuration", () => {
    assert.deepEqual(readConfigure({ type: "vnic-atlas:configure", theme: 5, situation: { iommu: true } }), {
      type: "vnic-atlas:configure",
      situation: { iommu: true },
    });
    assert.deepEqual(readConfigure({ type: "vnic-atlas:configure", theme: "dark", situation: [] }), {
      type: "vnic-atlas:configure",
      theme: "dark",
    });
    assert.deepEqual(
      readConfigure({
        type: "vnic-atlas:configure",
        hide: "dpu",
        fixed: 5,
        atlas: "https://evil.example/",
        policy: { name: "x" },
        words: [],
      }),
      { type: "vnic-atlas:configure", attributes: { hide: "dpu" }, policy: { name: "x" } },
    );
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
