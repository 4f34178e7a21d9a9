import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { gzipSync, zipSync } from "fflate";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import type { FleetFile, FleetInput } from "../../../../advisor/fleet/record.ts";
import { makeWorkbook } from "./make-workbook.ts";
import { loadSample, problemsOf, readOne, samples } from "./read-sample.ts";
import { measureProcessor } from "../../../processor-time.ts";
import { fc, randomRuns } from "../../../chance.ts";

const workbook: FleetInput = {
  name: "export.xlsx",
  bytes: makeWorkbook({
    vNetwork: [
      ["VM", "NIC label", "Adapter", "Mac Address", "Connected"],
      ["a", "Network adapter 1", "E1000", "00:50:56:00:00:01", true],
      ["b", "Network adapter 1", "E1000", "00:50:56:00:00:02", "True"],
    ],
    vInfo: [
      ["VM", "NICs", "HW version"],
      ["a", 1, 13],
      ["b", 1, 19],
    ],
  }),
};

const archives: Readonly<Record<string, FleetInput>> = {
  workbook,
  zip: {
    name: "tabs.zip",
    bytes: zipSync(Object.fromEntries(loadSample("rvtools-csv").map(({ name, bytes }) => [name, bytes as Uint8Array]))),
  },
  gzip: {
    name: "vms.json.gz",
    bytes: gzipSync(loadSample("nutanix-json")[0]?.bytes as Uint8Array),
  },
};

/** No file of a sample's size, however damaged, may keep its reader busy for longer. */
const LONGEST_MS = 10_000;

async function readInTime(inputs: readonly FleetInput[]): Promise<FleetFile[]> {
  const { result, milliseconds } = await measureProcessor(() => readFleet(inputs));
  assert.ok(milliseconds < LONGEST_MS, `reading took ${Math.round(milliseconds)} ms`);
  return result;
}

/** Changes bytes, cuts, repeats and inserts, as broken transfers and careless editors do. */
const mutation = fc.record({
  kind: fc.constantFrom("change", "cut", "drop", "repeat", "insert", "zero"),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 400 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 6 }),
    fc
      .constantFrom(
        '"',
        "'",
        "<",
        ">",
        "</",
        "{",
        "}",
        "[",
        "]",
        ",",
        ";",
        "\n",
        "\r\n",
        "\t",
        "&x;",
        "<!--",
        "<![CDATA[",
        "=",
        ":",
        "\u2028",
        "__proto__",
      )
      .map((text) => new TextEncoder().encode(text)),
  ),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(bytes: Uint8Array, { kind, at, length, bytes: other }: Mutation): Uint8Array {
  const from = Math.floor(at * bytes.length);
  const [head, cut, tail] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  const rest = bytes.subarray(from);
  const parts = {
    change: [head, other, bytes.subarray(from + other.length)],
    cut: [head],
    drop: [head, tail],
    repeat: [head, cut, rest],
    insert: [head, other, rest],
    zero: [head, new Uint8Array(Math.min(length, rest.length)), tail],
  }[kind] as Uint8Array[];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function assertSound(files: readonly FleetFile[]): void {
  for (const { adapters, problems, unread, machines, expected } of files) {
    assert.ok(Number.isInteger(unread) && unread >= 0 && machines >= 0);
    assert.ok(unread === 0 || problems.length > 0, "rows that are not read are named");
    for (const { place, text } of problems)
      assert.ok(place !== "" && text !== "" && !text.includes("cannot be read: "), text);
    for (const { count, place } of expected) assert.ok(Number.isInteger(count) && place !== "");
    for (const { file, place, machine, mac } of adapters) {
      assert.ok(file !== "" && place !== "" && machine !== "");
      assert.ok(mac === null || /^(?:[\da-f]{2}:){5}[\da-f]{2}$/.test(mac));
    }
  }
}

describe("damaged files", () => {
  for (const format of [...readdirSync(samples), ...Object.keys(archives)])
    test(`of the format ${format} give problems, never an error, and end in time`, async () => {
      const inputs = archives[format] ? [archives[format]] : loadSample(format);
      await fc.assert(
        fc.asyncProperty(
          fc.nat(inputs.length - 1),
          fc.array(mutation, { minLength: 1, maxLength: 3 }),
          async (index, mutations) => {
            const damaged = inputs.map(({ name, bytes }, at) => ({
              name,
              bytes: at === index ? mutations.reduce(mutate, bytes as Uint8Array) : bytes,
            }));
            assertSound(await readInTime(damaged));
          },
        ),
        { numRuns: randomRuns(60) },
      );
    });

  test("of JSON and XML that end too early are named", async () => {
    for (const name of [
      "govc-json/vm-info.json",
      "govc-xml/vm-info.xml",
      "libvirt-xml/app02.xml",
      "ovf/appliance.ovf",
      "terraform/terraform.tfstate",
      "ovirt/vms.xml",
      "nutanix-json/vms.json",
      "vsphere-rest/vm.json",
    ]) {
      const [{ bytes } = { bytes: new Uint8Array() }] = loadSample(name);
      const { length } = bytes as Uint8Array;
      for (let end = 60; end < length - 2; end += 41) {
        const file = await readOne(name, (bytes as Uint8Array).slice(0, end));
        assert.notDeepEqual(problemsOf(file), [], `${name} cut at ${end}`);
      }
    }
  });
});

/** Facts of adapters that a reader takes as they are written; whatever is in their place, the adapter stays in the file. */
const written = ["machine", "label", "mac", "adapterAsWritten", "guestAsWritten", "network", "cluster"] as const;

/** Adapters that are read, and those that are named as unreadable. */
function countAll(files: readonly FleetFile[]): number {
  return files.reduce((sum, { adapters, unread }) => sum + adapters.length + unread, 0);
}

describe("an adapter with a fact that no reader knows is not lost", () => {
  // Nothing that ends a value in any of the formats.
  const strange = fc
    .stringMatching(/^[\p{L}\d](?:[\p{L}\d ._-]{0,18}[\p{L}\d])?$/u)
    .filter((text) => !/^(?:null|true|false|none|yes|no|on|off)$/i.test(text));
  for (const format of readdirSync(samples))
    test(`in the format ${format}`, async () => {
      // In an archive a text of another length is damage of another kind.
      const texts = loadSample(format)
        .filter(({ name }) => !name.endsWith(".ova"))
        .map(({ name, bytes }) => ({ name, text: new TextDecoder().decode(bytes as Uint8Array) }));
      const readAll = async (all: readonly { name: string; text: string }[]): Promise<FleetFile[]> =>
        readFleet(all.map(({ name, text }) => ({ name, bytes: new TextEncoder().encode(text) })));
      const original = await readAll(texts);
      const facts = original.flatMap(({ adapters }) =>
        adapters.flatMap((adapter) => written.flatMap((field) => adapter[field] ?? [])),
      );
      const places = texts.flatMap(({ text }, file) =>
        [...new Set(facts)].flatMap((fact) =>
          [...text.matchAll(new RegExp(`(?<=["'>=:,;]\\s?)${escapeRegExp(fact)}(?=["'<,;\\r\\n])`, "gi"))].map(
            ({ index }) => ({
              file,
              index,
              length: fact.length,
            }),
          ),
        ),
      );
      assert.ok(places.length > 0, "no fact was found in the sample");
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), strange, async ({ file, index, length }, other) => {
          const changed = texts.map(({ name, text }, at) => ({
            name,
            text: at === file ? text.slice(0, index) + other + text.slice(index + length) : text,
          }));
          // Files that no longer name the same adapter have more of them together.
          assert.ok(countAll(await readAll(changed)) >= countAll(original));
        }),
        { numRuns: randomRuns(120) },
      );
    });
});

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

describe("rows of a table", () => {
  const value = fc.oneof(
    fc.constantFrom(
      "",
      "plain",
      "two\nlines",
      'a "quoted" word',
      "with, comma",
      "with; semicolon",
      "=1+1",
      "Büro",
      '"',
      "\n",
      "tab\there",
    ),
    fc.string({ maxLength: 12 }),
  );
  const damage = fc.constantFrom("none", "none", "none", "quote", "cell", "short", "no machine", "no adapter");

  test("are read or named, every one, whatever stands in their cells", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ note: value, damage }), { minLength: 1, maxLength: 25 }),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n", "\r\n"),
        async (rows, delimiter, newline) => {
          const quote = (text: string): string => (/["\n\r,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
          const lines = rows.map(({ note, damage: kind }, index) => {
            const own = quote(note);
            if (kind === "quote") return ["web", '"E1000', "x", "end"].join(delimiter);
            if (kind === "cell") return ["web", "E1000", own, "end", "more"].join(delimiter);
            if (kind === "short") return ["web", "E1000"].join(delimiter);
            if (kind === "no machine") return ["", "E1000", own, "end"].join(delimiter);
            if (kind === "no adapter") return ["web", "", own, "end"].join(delimiter);
            return [`vm${index}`, "E1000", own, "end"].join(delimiter);
          });
          const blank = ["", delimiter.repeat(3), ""];
          const text = [["VM", "Adapter", "Note", "Owner"].join(delimiter), ...lines, ...blank].join(newline);
          const file = await readOne("list.csv", text);
          // A damaged row that fills several lines counts once for each.
          const mayFillLines = rows.some(({ note, damage: kind }) => kind === "cell" && /[\n\r]/.test(note));
          const count = file.adapters.length + file.unread;
          assert.ok(mayFillLines ? count >= rows.length : count === rows.length, `${count}: ${JSON.stringify(text)}`);
          if (rows.every(({ damage: kind }) => kind === "none")) assert.equal(file.unread, 0);
        },
      ),
      { numRuns: randomRuns(300) },
    );
  });
});

describe("files that repeat one thing for long", () => {
  const many = (unit: string): string => unit.repeat(250_000 / unit.length);
  const numbered = (line: (number: number) => string): string =>
    Array.from({ length: 20_000 }, (_, at) => line(at)).join("");

  // Time that grows with the square of the length exceeds the limit.
  for (const [what, text] of Object.entries({
    "blank lines": `VM,Adapter\n${many("\n")}`,
    tabs: `apiVersion: v1\nkind: VirtualMachine\na: {\n${many("\t")}`,
    "quotation marks": `VM,Adapter\n${many('"a\n')}`,
    "quoted rows": `VM,Adapter\n${many('"a\n","b"\n')}`,
    "document types": `<domain>${many("<!DOCTYPE ")}`,
    "XML declarations": many("<?xml "),
    elements: many("<a>"),
    braces: many('{"a":'),
    "JSON documents": many("{}\n"),
    headings: many("IFACE "),
    "keys of .vmx": numbered((number) => `ethernet${number}.virtualDev = "e1000"\n`),
    "adapters of Proxmox": `ostype: l26\nboot: x\n${numbered((number) => `net${number}: virtio=BC:24:11:00:00:01\n`)}`,
    "one adapter of Proxmox": `ostype: l26\nboot: x\n${many("net0: virtio=BC:24:11:00:00:01\n")}`,
    "machines of Proxmox": numbered(
      (number) => `memory: 1\nname: ${number}\nnet0: virtio=BC:24:11:00:00:01\nostype: l26\n`,
    ),
    "machines of govc": `{"virtualMachines":[${'{"config":{"hardware":{}}},'.repeat(50_000)}{}]}`,
    "machines of libvirt": numbered(
      (number) => `<domain><name>${number}</name><devices><interface/></devices></domain>`,
    ),
  }))
    test(`${what} end in time`, async () => {
      assertSound(await readInTime([{ name: "long", bytes: new TextEncoder().encode(text) }]));
    });
});
