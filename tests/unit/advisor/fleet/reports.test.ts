import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { Ajv, type AnySchema } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "parse5";
import { auditFleet } from "../../../../advisor/fleet/judge/audit.ts";
import type { Audit } from "../../../../advisor/fleet/judge/audit-types.ts";
import { compareAudits } from "../../../../advisor/fleet/judge/compare-audits.ts";
import { redactAudit } from "../../../../advisor/fleet/judge/redact.ts";
import { FORMATS, type Format } from "../../../../advisor/fleet/report/formats.ts";
import type { Policy } from "../../../../advisor/policy/policy.ts";
import { createPolicyAdvisor } from "../../../../advisor/policy/policy.ts";
import { advisor, knowledge } from "../knowledge.ts";
import { fleet } from "./knowledge.ts";
import { makeAdapter, makeFile, makeVsphere } from "./records.ts";
import { fc, randomRuns } from "../../../chance.ts";

const context = { knowledge, fleet, failOn: "warning", date: "2026-11-25" } as const;
const print = (format: Format, audit: Audit): string => [...FORMATS[format](audit, context)].join("");
const formats = Object.keys(FORMATS) as Format[];

/** Names that a reader must not meet in a redacted report; some would be a formula, markup or a link. */
const NAMES = ['=HYPERLINK("x")', "<b>db01</b>", "pay|roll", "www.example.org", "-2+3", "@SUM(A1)"];
const SECRETS = [
  ...NAMES,
  "00:50:56:00:00:11",
  "VLAN-SECRET",
  "CLUSTER-SECRET",
  "uuid-secret",
  "inventory-secret",
  "prod-nic",
  "vsphere_virtual_machine.secret",
];

const audit = auditFleet(
  [
    makeFile(
      NAMES.flatMap((machine, at) => [
        makeVsphere({
          machine,
          machineId: `uuid-secret-${at}`,
          file: "inventory-secret.csv",
          mac: "00:50:56:00:00:11",
          network: "VLAN-SECRET",
          cluster: "CLUSTER-SECRET",
          adapterAsWritten: at % 2 ? "E1000e" : "Vmxnet3",
          tools: at === 0 ? "missing" : "running",
          packetRate: 1234.5,
        }),
        makeAdapter({ machine, label: "prod-nic", file: "inventory-secret.csv", platform: "kvm" }),
      ]),
      {
        file: "inventory-secret.csv",
        problems: [{ place: "vsphere_virtual_machine.secret", text: "The machine pay|roll cannot be read." }],
        unread: 1,
      },
    ),
  ],
  advisor,
  fleet,
);
audit.adapters.forEach((adapter, at) => {
  if (at % 2) adapter.place = "vsphere_virtual_machine.secret";
});

describe("JSON", () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../../assets/schemas/audit.schema.json"), "utf8"),
  ) as AnySchema;
  const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(schema);
  const check = (one: Audit): void => {
    const data: unknown = JSON.parse(print("json", one));
    assert.ok(validate(data), JSON.stringify(validate.errors, null, 1));
    assert.deepEqual(data, JSON.parse(JSON.stringify(one)));
  };

  test("fits the published schema, also redacted, compared, with a policy and empty", () => {
    check(audit);
    check(redactAudit(audit, advisor));
    check({ ...audit, comparison: compareAudits(audit, audit, fleet) });
    check({ ...audit, policy: { name: "P", sha256: "0".repeat(64) }, target: "kvm" });
    check(auditFleet([], advisor, fleet));
  });

  test("the schema describes every field", () => {
    const listBare = (node: unknown, place: string): string[] =>
      typeof node !== "object" || node === null
        ? []
        : Object.entries(node).flatMap(([key, value]) => {
            const fields = key === "properties" ? Object.entries(value as Record<string, object>) : [];
            const bare = fields.filter(([, field]) => !("description" in field) && !("$ref" in field));
            return [...bare.map(([field]) => `${place}/${field}`), ...listBare(value, `${place}/${key}`)];
          });
    assert.deepEqual(listBare(schema, ""), []);
  });

  test("the schema is closed: a field that it does not know is refused", () => {
    const [adapter] = audit.adapters;
    assert.equal(validate({ ...audit, adapters: [{ ...adapter, extra: 1 }] }), false);
    assert.equal(validate({ ...audit, adapters: [{ ...adapter, verdict: "perhaps" }] }), false);
  });
});

describe("CSV", () => {
  test("has a row for each adapter, and no cell that a spreadsheet runs", () => {
    const rows = parseCsv(print("csv", audit));
    assert.equal(rows.length, audit.adapters.length + 1);
    const [titles = []] = rows;
    assert.ok(rows.every(({ length }) => length === titles.length));
    for (const cell of rows.slice(1).flat()) assert.doesNotMatch(cell, /^\s*[=+\-@\t\r]/);
    const machines = rows.slice(1).map((row) => row[titles.indexOf("machine")]);
    assert.ok(machines.includes(`'=HYPERLINK("x")`));
    assert.ok(machines.includes("'-2+3"));
  });
});

describe("SARIF", () => {
  // The schema is of draft 4, of which it uses nothing that later drafts read otherwise.
  const {
    $schema: _,
    id: _id,
    ...schema
  } = JSON.parse(
    readFileSync(
      join(createRequire(import.meta.url).resolve("@microsoft/jest-sarif"), "../schemas/sarif-2.1.0-rtm.5.json"),
      "utf8",
    ),
  ) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false }).compile(
    schema,
  );

  test("fits the schema of SARIF 2.1.0", () => {
    for (const one of [
      audit,
      redactAudit(audit, advisor),
      { ...audit, comparison: compareAudits(audit, audit, fleet) },
    ]) {
      const log: unknown = JSON.parse(print("sarif", one));
      assert.ok(validate(log), JSON.stringify(validate.errors?.slice(0, 3), null, 1));
    }
    assert.equal(validate({ version: "2.1.0", runs: [{}] }), false);
  });

  test("notifies of adapters without a verdict, which have no result", () => {
    const invocationOf = (one: Audit): Record<string, unknown> =>
      (JSON.parse(print("sarif", one)) as { runs: [{ invocations: [Record<string, unknown>] }] }).runs[0]
        .invocations[0];
    const nameless = auditFleet(
      [makeFile([makeAdapter({ machine: "a" }), makeAdapter({ machine: "b" })])],
      advisor,
      fleet,
    );
    const { executionSuccessful, toolExecutionNotifications } = invocationOf(nameless);
    assert.equal(executionSuccessful, false);
    const [first, ...others] = toolExecutionNotifications as { level: string; message: { text: string } }[];
    assert.deepEqual([first?.level, others.length], ["warning", 0]);
    assert.match(first?.message.text ?? "", /^2 adapters cannot be judged: The file does not name the platform\./);
    assert.ok(validate(JSON.parse(print("sarif", nameless))));
    assert.equal(invocationOf(audit).executionSuccessful, true);
  });

  test("names the rule, the level, the file and the line", () => {
    const log = JSON.parse(print("sarif", audit)) as {
      runs: [{ tool: { driver: { rules: { id: string }[] } }; results: Record<string, never>[] }];
    };
    const { results, tool } = log.runs[0];
    assert.equal((tool.driver as { version?: string }).version, audit.knowledgeVersion);
    assert.ok(!("semanticVersion" in tool.driver));
    assert.equal(results.length, audit.adapters.flatMap(({ findings }) => findings).length);
    for (const { ruleId, ruleIndex } of results)
      assert.equal(tool.driver.rules[ruleIndex as unknown as number]?.id, ruleId);
    const [first] = results as unknown as { level: string; locations: [{ physicalLocation: object }] }[];
    assert.equal(first?.level, "error");
    assert.deepEqual(first?.locations[0].physicalLocation, {
      artifactLocation: { uri: "inventory-secret.csv" },
      region: { startLine: 2 },
    });
  });
});

describe("HTML", () => {
  const html = print("html", audit);

  test("is one page that runs and loads nothing", () => {
    const errors: string[] = [];
    parse(html, { onParseError: ({ code }) => errors.push(code) });
    assert.deepEqual(errors, []);
    assert.doesNotMatch(html, /<script|<link|<img|<iframe|\ssrc=|\shref=|\sstyle=|\son\w+=|@import|url\(/i);
    assert.match(html, /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[\w+/]{43}='"/);
  });

  test("has sections for verdicts, findings, order of work, cost and evidence", () => {
    for (const title of ["Verdicts", "Findings", "Order of work", "Cost of the changes", "Evidence"])
      assert.ok(html.includes(`<h2>${title}</h2>`), title);
    assert.match(html, /<h1>4 of 12 adapters need work<\/h1>/);
    assert.match(html, /3 VMs must be shut down once/);
  });

  test("names a statement once, however many rows of a dataset it has", () => {
    const [, list = ""] = html.split("<h2>Evidence</h2>");
    const titles = [...(list.split("</table>")[0]?.matchAll(/<tr><td>(.*?)<\/td>/g) ?? [])].map(([, title]) => title);
    assert.ok(titles.length > 2);
    assert.deepEqual(titles, [...new Set(titles)]);
  });

  test("takes names for text", () => {
    assert.ok(html.includes("&lt;b&gt;db01&lt;/b&gt;"));
    assert.ok(!html.includes("<b>db01</b>"));
  });
});

describe("Markdown and table", () => {
  test("names are neither markup nor columns nor links", () => {
    const markdown = print("md", audit);
    assert.ok(markdown.includes("pay\\|roll"));
    assert.ok(!markdown.includes("<b>"));
    assert.ok(!markdown.includes("www.example.org"));
    const columns = markdown.split("\n").filter((line) => line.startsWith("| pay"));
    for (const line of columns) assert.equal(line.split(/(?<!\\)\|/).length, 9);
  });

  test("a table gives counts, waves, adapters and problems", () => {
    const table = print("table", audit);
    assert.match(table, /^6 VMs|^12 VMs/);
    assert.match(table, /Change E1000E to VMXNET3/);
    assert.match(table, /missing: .*Run: virsh dumpxml VM/);
    assert.match(table, /1 row could not be used/);
  });

  test("a table names in words what to upgrade first", () => {
    const old = { adapterAsWritten: "E1000", guestAsWritten: "winNetEnterprise64Guest", virtualHardware: 4 };
    const one = auditFleet([makeFile([makeVsphere({ ...old, tools: "missing" })])], advisor, fleet);
    assert.match(
      print("table", one),
      /Install VMware Tools and upgrade the virtual hardware to version 7 or later first, then change E1000 to VMXNET3/,
    );
  });

  test("a guest that only the tools name is not missing", () => {
    const record = makeAdapter({ platform: "hyper-v", adapterAsWritten: "synthetic", guestFromTools: "Plan 9" });
    const one = auditFleet([makeFile([record])], advisor, fleet);
    for (const format of ["table", "md", "html"] as const) {
      assert.match(print(format, one), /Plan 9/, format);
      assert.doesNotMatch(print(format, one), /OS not stated|>not stated<|\| not stated/, format);
    }
    assert.match(print("table", auditFleet([makeFile(Array(200).fill(record))], advisor, fleet)), /200.*Plan 9/);
  });

  test("a table of a large fleet shows groups", () => {
    const records = Array.from({ length: 200 }, (_, at) =>
      makeVsphere({ machine: `vm${at}`, adapterAsWritten: "E1000e" }),
    );
    const table = print("table", auditFleet([makeFile(records)], advisor, fleet));
    assert.match(table, /GROUPS\n +200 {2}Change E1000E to VMXNET3/);
    assert.doesNotMatch(table, /vm17/);
  });

  test("what needs work stands first, and data keep the order of the file", () => {
    const records = [
      makeVsphere({ machine: "fine-1" }),
      makeVsphere({ machine: "fine-2" }),
      makeVsphere({ machine: "noted", guestAsWritten: "otherLinux64Guest" }),
      makeVsphere({ machine: "slow", adapterAsWritten: "E1000e" }),
      makeVsphere({ machine: "broken", tools: "missing" }),
    ];
    const one = auditFleet([makeFile(records)], advisor, fleet);
    const order = ["broken", "slow", "noted", "fine-1", "fine-2"];
    const namesIn = (text: string): string[] => [...text.matchAll(/broken|slow|noted|fine-\d/g)].map(([name]) => name);
    assert.deepEqual(namesIn(print("table", one)), order);
    assert.deepEqual(namesIn(print("md", one).replaceAll("\\", "").split("## Adapters")[1] ?? ""), order.slice(0, 3));
    assert.deepEqual(namesIn(print("html", one).split("<h2>Adapters")[1] ?? ""), order.slice(0, 3));
    for (const format of ["csv", "json"] as const) {
      const listed = [...new Set(namesIn(print(format, one)))];
      assert.deepEqual(listed, ["fine-1", "fine-2", "noted", "slow", "broken"], format);
    }
    const many = auditFleet([makeFile(Array(20).fill(records).flat())], advisor, fleet);
    for (const format of ["table", "md", "html"] as const) {
      const [, rest = ""] = print(format, many).split(/GROUPS\n|## Groups\n|<h2>Groups<\/h2>/);
      const [groups = ""] = rest.split(/## Adapters|<h2>Adapters/);
      const verdicts = [...groups.matchAll(/Keep|Change (?=E1000E|to VMXNET3)|Change(?= \|)|Ask the vendor/g)];
      // A table of groups has no group that is fine.
      const expected = ["Keep", "Change", "Ask the vendor", ...(format === "table" ? [] : ["Keep"])];
      assert.deepEqual(
        verdicts.map(([word]) => word.trim()),
        expected,
        format,
      );
    }
  });

  test("machines of one name are told apart by their id, or else by file and place", () => {
    const e1000e = { adapterAsWritten: "E1000e" };
    const make = (machine: string, machineId: string | null, label = "NIC 1"): ReturnType<typeof makeVsphere> =>
      makeVsphere({ ...e1000e, machine, machineId, label });
    const one = auditFleet(
      [
        makeFile([
          make("dup", "vm-10"),
          make("dup", "vm-11"),
          make("copied", "vm-12"),
          make("bare", null),
          make("bare", null),
          make("alone", "vm-13"),
          make("alone", "vm-13", "NIC 2"),
          make("pair", null),
          make("pair", null, "NIC 2"),
        ]),
        makeFile([make("copied", "vm-12"), make("dup", null)], { file: "other.csv" }),
      ],
      advisor,
      fleet,
    );
    for (const format of ["table", "md", "html"] as const) {
      const text = print(format, one).replaceAll("\\", "");
      for (const name of [
        "dup (vm-10)",
        "dup (vm-11)",
        "dup (other.csv, row 3)",
        "copied (fleet.csv, row 4)",
        "copied (other.csv, row 2)",
        "bare (fleet.csv, row 5)",
        "bare (fleet.csv, row 6)",
      ])
        assert.ok(text.includes(name), `${format}: ${name}`);
      assert.doesNotMatch(text, /(?:alone|pair) \(/, format);
      assert.doesNotMatch(print(format, redactAudit(one, advisor)), /dup|other\.csv|vm-1\d\)/, format);
    }
  });

  test("groups of Markdown that differ in their findings show them", () => {
    const one = auditFleet([makeFile([makeVsphere({}), makeVsphere({ tools: "missing" })])], advisor, fleet);
    const [, groups = ""] = print("md", one).split("## Groups");
    assert.match(groups.split("\n## ")[0] ?? "", /`paravirtual-without-tools`/);
  });

  test("a table has no control characters of a file", () => {
    const name = "a\u001b[31mb\u0007\u202ec";
    const file = makeFile([
      makeVsphere({ machine: name }),
      makeVsphere({ adapterAsWritten: name }),
      makeVsphere({ platform: name }),
    ]);
    const policy: Policy = { name, requires: [], exclude: {}, sha256: "0" };
    assert.doesNotMatch(
      print("table", auditFleet([file], createPolicyAdvisor(knowledge, policy), fleet, { policy })),
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
    );
  });
});

describe("redaction", () => {
  test("leaves no name in any format", () => {
    for (const format of formats) {
      const report = print(format, redactAudit(audit, advisor));
      for (const secret of SECRETS) assert.ok(!report.includes(secret), `${format} has ${secret}`);
      // Names that a format escapes.
      assert.doesNotMatch(report, /db01|payroll|pay.?.?roll|HYPERLINK|example|SUM\(/, format);
    }
  });

  test("leaves no word of the input in any format, whatever field it is in", () => {
    let words = 0;
    const secret = fc.nat().map((number) => `zq${number}x${words++}`);
    /** The secret alone, inside spellings that the audit knows, and with what formats escape. */
    const text = fc
      .tuple(
        secret,
        fc.constantFrom(
          "%",
          "%",
          "Debian 12 %",
          "pfSense %",
          "8.0 %",
          "FreeBSD % (64-bit)",
          "a/%.b",
          '"%"',
          "% &  <%>",
        ),
      )
      .map(([word, form]) => form.replaceAll("%", word));
    const maybe = fc.option(text, { freq: 3 });
    const platform = fc.constantFrom("vsphere", "kvm", "proxmox", "hyper-v", null);
    const spelling = (known: string) => fc.oneof(maybe, fc.constant(known));
    const record = fc
      .record({
        machine: text,
        machineId: maybe,
        label: maybe,
        mac: maybe,
        adapterAsWritten: spelling("E1000"),
        platform: fc.oneof({ weight: 4, arbitrary: platform }, text),
        platformVersion: maybe,
        guestAsWritten: spelling("windows2019srv_64Guest"),
        guestFromTools: maybe,
        toolsVersion: maybe,
        cluster: maybe,
        network: maybe,
      })
      .map(makeAdapter);
    const policies = fc
      .record({ name: text, reason: text })
      .map(({ name, reason }): Policy => ({ name, requires: ["vmotion"], exclude: { e1000: reason }, sha256: "0" }));
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 4 }),
        fc.record({ place: text, text }),
        text,
        fc.option(policies, { nil: undefined }),
        (records, problem, file, policy) => {
          const own = policy ? createPolicyAdvisor(knowledge, policy) : advisor;
          const made = makeFile(records, {
            file,
            problems: [problem],
            expected: [{ ...problem, machine: file, machineId: file, count: 2 }],
          });
          const named = auditFleet([made], own, fleet, { policy });
          const shown = redactAudit(named, own, "key");
          const compared = { ...shown, comparison: compareAudits(redactAudit(audit, advisor), shown, fleet) };
          for (const format of formats) {
            const report = [...FORMATS[format](compared, { ...context, knowledge: own.knowledge })].join("");
            assert.doesNotMatch(report, /zq\d+x\d/, format);
          }
        },
      ),
      { numRuns: randomRuns(400) },
    );
  });

  test("keeps the spellings that records list", () => {
    const spellings = [
      "windows2019srv_64Guest",
      "Microsoft Windows Server 2016 or later (64-bit)",
      "CentOS 4/5/6/7 (64-bit)",
    ];
    const made = makeFile(spellings.map((guestAsWritten) => makeVsphere({ guestAsWritten })));
    const { adapters } = redactAudit(auditFleet([made], advisor, fleet), advisor);
    assert.deepEqual(
      adapters.map(({ guestAsWritten }) => guestAsWritten),
      spellings,
    );
  });

  test("gives a name the same hash in every audit, and another one with a key", () => {
    const [first] = redactAudit(audit, advisor).adapters;
    const [again] = redactAudit(
      auditFleet([makeFile([makeVsphere({ machine: NAMES[0] as string })])], advisor, fleet),
      advisor,
    ).adapters;
    const [keyed] = redactAudit(audit, advisor, "key").adapters;
    assert.match(first?.machine ?? "", /^vm-[0-9a-f]{12}$/);
    assert.equal(first?.machine, again?.machine);
    assert.notEqual(first?.machine, keyed?.machine);
  });

  test("keeps verdicts, findings, labels that every inventory gives out, and row numbers", () => {
    const { adapters, summary } = redactAudit(audit, advisor);
    assert.deepEqual(summary, audit.summary);
    assert.deepEqual(
      adapters.map(({ verdict, findings }) => [verdict, findings]),
      audit.adapters.map(({ verdict, findings }) => [verdict, findings]),
    );
    assert.equal(adapters[0]?.label, "Network adapter 1");
    assert.equal(adapters[0]?.place, "row 2");
  });
});

describe("a comparison", () => {
  const make = (machine: string, facts: Parameters<typeof makeVsphere>[0] = {}) =>
    makeVsphere({ machine, adapterAsWritten: "E1000e", ...facts });
  const run = (...records: ReturnType<typeof makeVsphere>[]): Audit => auditFleet([makeFile(records)], advisor, fleet);
  const words = (one: Audit, other: Audit): string[] => {
    const { new: added, fixed, gone, moved } = compareAudits(one, other, fleet);
    return [
      ...added.map(({ machine, id }) => `new ${machine} ${id}`),
      ...fixed.map(({ machine, id }) => `fixed ${machine} ${id}`),
      ...gone.map(({ machine, id }) => `gone ${machine} ${id}`),
      ...moved.map(({ machine, id, from }) => `moved ${from.machine} to ${machine} ${id}`),
    ];
  };

  test("of an audit with itself is empty", () => {
    assert.deepEqual(words(audit, audit), []);
  });

  test("tells new, fixed and moved", () => {
    const before = run(make("a"), make("b"), make("c", { machineId: "vm-3" }), make("d", { mac: "00:50:56:00:00:01" }));
    const after = run(
      make("a", { adapterAsWritten: "Vmxnet3" }),
      make("b"),
      make("c2", { machineId: "vm-3" }),
      make("d2", { mac: "00:50:56:00:00:01" }),
      make("e"),
    );
    assert.deepEqual(words(before, after), [
      "new e emulated-with-driver",
      "fixed a emulated-with-driver",
      "moved c to c2 emulated-with-driver",
      "moved d to d2 emulated-with-driver",
    ]);
  });

  test("finds what is about a VM by the VM, and does not call fixed what is not in the files any more", () => {
    const mixed = { guestAsWritten: "windows8Server64Guest", guestFromTools: "Ubuntu Linux (64-bit)" };
    const mac = "00:50:56:00:00:0a";
    const before = run(
      make("db1", { machineId: "vm-1", label: "Network adapter 1", mac, ...mixed }),
      make("lost", { machineId: "vm-2" }),
      make("web", { machineId: "vm-3" }),
      make("cut", { machineId: "vm-4", label: "Network adapter 2" }),
    );
    const records = [
      makeVsphere({
        machine: "db1",
        machineId: "vm-1",
        label: "Network adapter 2",
        mac: "00:50:56:00:00:0b",
        ...mixed,
      }),
      makeVsphere({ machine: "db1", machineId: "vm-1", label: "Network adapter 3", ...mixed }),
      makeVsphere({ machine: "web", machineId: "vm-5" }),
      makeVsphere({ machine: "cut", machineId: "vm-4" }),
    ];
    const expected = [{ machine: "cut", machineId: "vm-4", count: 2, place: "vInfo row 9" }];
    const after = auditFleet([makeFile(records, { expected })], advisor, fleet);
    assert.deepEqual(words(before, after), [
      // A note on VMXNET3 in this guest.
      "new db1 possible-defect",
      "new db1 possible-defect",
      "new cut adapters-missing",
      "fixed db1 emulated-with-driver",
      "gone lost emulated-with-driver",
      "gone web emulated-with-driver",
      "gone cut emulated-with-driver",
    ]);
    const { verdicts } = compareAudits(before, after, fleet);
    assert.deepEqual([verdicts.before.change, verdicts.after.change, verdicts.after.keep], [4, 0, 4]);
  });

  for (const [fact, stated, lost] of [
    ["guest", {}, { guestAsWritten: null }],
    ["type of the adapter", {}, { adapterAsWritten: null }],
    ["state of the tools", { adapterAsWritten: "Vmxnet3", tools: "missing" }, { tools: null }],
  ] as const)
    test(`does not call fixed what an export without the ${fact} cannot tell`, () => {
      const whole = { mac: "00:50:56:00:00:01", ...stated };
      const before = words(run(), run(make("a", whole)));
      assert.ok(before.length > 0);
      const after = words(run(make("a", whole)), run(make("a", { ...whole, ...lost })));
      assert.deepEqual(
        after.filter((text) => !text.startsWith("new ")),
        before.map((text) => text.replace("new", "gone")),
      );
    });

  test("names in each report what is new, was fixed, is gone or has moved", () => {
    const older = auditFleet(
      [makeFile([make("a"), make("c", { machineId: "vm-3" })]), makeFile([make("z")], { file: "other.csv" })],
      advisor,
      fleet,
    );
    const after = run(make("a", { adapterAsWritten: "Vmxnet3" }), make("c2", { machineId: "vm-3" }), make("e"));
    const compared = { ...after, comparison: compareAudits(older, after, fleet) };
    const told = {
      table: ["new warning: e / ", "fixed warning: a / ", "gone warning: z / ", "moved warning: c2 / "],
      md: ["| new | warning | e |", "| fixed | warning | a |", "| gone | warning | z |", "| moved | warning | c2 |"],
      html: ["<td>e / ", "<td>a / ", "<td>z / ", "<td>c2 / "],
    };
    for (const [format, texts] of Object.entries(told)) {
      const report = print(format as keyof typeof told, compared);
      for (const text of [...texts, "other.csv is not in this audit", "before: c / Network adapter 1 in fleet.csv"])
        assert.ok(report.includes(text), `${format}: ${text}`);
    }
  });

  test("takes an export of another name for the same file, and two machines of one name for two", () => {
    const before = auditFleet([makeFile([make("a"), make("a")], { file: "q1.csv" })], advisor, fleet);
    const after = auditFleet([makeFile([make("a"), make("a")], { file: "q2.csv" })], advisor, fleet);
    assert.deepEqual(words(before, after), []);
    assert.deepEqual(words(run(make("a")), before), ["new a emulated-with-driver"]);
  });
});

/** Reads CSV as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  return text
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
      ),
    );
}
