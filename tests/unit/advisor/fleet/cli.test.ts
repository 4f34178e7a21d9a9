import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Audit } from "../../../../advisor/fleet/judge/audit-types.ts";
import { commonOptions } from "../../../../tools/site/bundle/options.ts";
import { knowledge } from "../knowledge.ts";
import { type Outcome, runCommand } from "../run-command.ts";
import { fleet } from "./knowledge.ts";

const HEADINGS =
  "VM,Powerstate,Template,NIC label,Adapter,Network,Connected,Mac Address,Direct Path IO,Cluster,Host,OS according to the configuration file,OS according to the VMware Tools,VM ID,VI SDK UUID";
const line = (machine: string, adapter: string, guest = "Microsoft Windows Server 2019 (64-bit)"): string =>
  `${machine},poweredOn,False,Network adapter 1,${adapter},VLAN-20,True,00:50:56:00:00:${machine.slice(-2)},False,CL-A,esx1,${guest},${guest},${machine}-id,uuid-1`;
const table = (...lines: string[]): string => [HEADINGS, ...lines, ""].join("\r\n");

const good = table(line("app01", "Vmxnet3"));
const bad = table(line("app01", "Vmxnet3"), line("app02", "E1000e"));

function call(words: string, files: Record<string, string | Uint8Array> = {}, input = ""): Promise<Outcome> {
  return runCommand(words, input, {
    files: {
      read(path) {
        const text = files[path];
        if (text === undefined) throw Object.assign(new Error(path), { code: "ENOENT" });
        return typeof text === "string" ? Buffer.from(text) : text;
      },
      list: (path) => (path.endsWith("/") ? Object.keys(files).filter((name) => name.startsWith(path)) : undefined),
      write: () => assert.fail("an audit writes no file"),
    },
    loadFleetKnowledge: () => fleet,
    today: "2026-11-25",
  });
}

async function auditOf(words: string, files: Record<string, string>, input = ""): Promise<Audit> {
  const { out, err } = await call(`audit ${words} --format json`, files, input);
  assert.equal(err, "");
  return JSON.parse(out) as Audit;
}

test("the target may be a product", async () => {
  const [product, platform] = [
    await auditOf("a.csv --target proxmox", { "a.csv": bad }),
    await auditOf("a.csv --target kvm", { "a.csv": bad }),
  ];
  assert.deepEqual(product, platform);
  assert.notDeepEqual(product, await auditOf("a.csv", { "a.csv": bad }));
});

describe("the exit status", () => {
  const cases: [string, string, Record<string, string>, number, RegExp?][] = [
    ["0 for a fleet without findings", "audit a.csv", { "a.csv": good }, 0],
    ["1 for a warning", "audit a.csv", { "a.csv": bad }, 1],
    ["0 for a warning where only errors count", "audit a.csv --fail-on error", { "a.csv": bad }, 0],
    [
      "1 for a note where notes count",
      "audit a.csv --fail-on=note",
      { "a.csv": table(line("x", "E1000", "Other (64-bit)")) },
      1,
    ],
    ["2 without a file", "audit", {}, 2, /FILE: found nothing, expected inventory files/],
    ["2 for a file that is not there", "audit b.csv", {}, 2, /FILE: found "b.csv" \(no such file\)/],
    [
      "2 for a file that is no inventory",
      "audit b.txt",
      { "b.txt": "hello" },
      2,
      /FILE: found "b.txt", expected an inventory/,
    ],
    ["2 for one such file among others", "audit a.csv b.txt", { "a.csv": good, "b.txt": "hello" }, 2, /"b.txt"/],
    ["2 for an empty folder", "audit d/", {}, 2, /an empty folder/],
    ["0 for a folder with another file in it", "audit d/", { "d/a.csv": good, "d/readme.txt": "hello" }, 0],
    [
      "2 for a format that is none",
      "audit a.csv --format pdf",
      { "a.csv": good },
      2,
      /--format: found "pdf", expected one of table, json/,
    ],
    [
      "2 for a severity that is none",
      "audit a.csv --fail-on warnin",
      { "a.csv": good },
      2,
      /--fail-on: found "warnin".*nearest: warning/,
    ],
    [
      "2 for a platform that is none",
      "audit a.csv --target vspher",
      { "a.csv": good },
      2,
      /--target: .*nearest: vsphere/,
    ],
    [
      "2 for an unknown flag, whose value is no file",
      "audit a.csv --formt json",
      { "a.csv": good },
      2,
      /^flag: found "--formt".*nearest: --format$/,
    ],
    ["2 for a flag without its value", "audit a.csv --policy", { "a.csv": good }, 2, /--policy: found nothing/],
    ["2 for a flag before a flag", "audit a.csv --policy --redact", { "a.csv": good }, 2, /--policy: found nothing/],
    ["2 for a flag given twice", "audit a.csv --format csv --format md", { "a.csv": good }, 2, /--format: found twice/],
    [
      "2 for a policy that is none",
      "audit a.csv --policy p.yaml",
      { "a.csv": good, "p.yaml": "nam: x" },
      2,
      /--policy: p.yaml:1: nam: unknown field/,
    ],
    [
      "2 for a baseline that is none",
      "audit a.csv --baseline o.json",
      { "a.csv": good, "o.json": "{}" },
      2,
      /--baseline: o.json: found no audit/,
    ],
    [
      "2 for a baseline that is no JSON",
      "audit a.csv --baseline o.json",
      { "a.csv": good, "o.json": "x" },
      2,
      /--baseline: o.json: found no JSON/,
    ],
    [
      "2 for packet rates that are none",
      "audit a.csv --packet-rates r.txt",
      { "a.csv": good, "r.txt": "hello" },
      2,
      /--packet-rates: found "r.txt", expected output of sar/,
    ],
    [
      "2 for a column that is none",
      "audit a.csv --column card=X",
      { "a.csv": good },
      2,
      /--column: found "card=X", expected a column and its heading/,
    ],
    [
      "2 for a key without redaction",
      "audit a.csv --redact-key k",
      { "a.csv": good },
      2,
      /--redact-key: found without --redact/,
    ],
  ];
  for (const [what, words, files, expected, message] of cases)
    test(`is ${what}`, async () => {
      const { code, err } = await call(words, files);
      assert.equal(code, expected, err);
      assert.match(err, message ?? /^$/);
    });
});

for (const name of ["a.csv.gz", "d/A.CSV.GZ"])
  test(`${name} is an inventory, and packet rates in gzip are packet rates`, async () => {
    const files = { [name]: gzipSync(good), "s.txt.gz": gzipSync(sar(900)) };
    const { code, out, err } = await call(`audit ${name} --packet-rates s.txt.gz --format json`, files);
    assert.deepEqual([code, err], [0, ""]);
    const audit = JSON.parse(out) as Audit;
    assert.deepEqual(
      audit.files.map(({ file }) => file),
      [`${name}!${name.slice(name.indexOf("/") + 1, -3)}`, "s.txt.gz!s.txt"],
    );
  });

test("the audit as JSON has the contract's shape", async () => {
  const audit = await auditOf("a.csv", { "a.csv": bad });
  for (const key of ["schemaVersion", "knowledgeVersion", "files", "adapters", "summary"]) assert.ok(key in audit, key);
  const [, adapter] = audit.adapters;
  const wanted =
    "file place machine machineId label mac adapter adapterAsWritten guest guestAsWritten verdict to missing findings confidence question wave";
  for (const key of wanted.split(" ")) assert.ok(adapter && key in adapter, key);
  assert.equal(adapter?.machine, "app02");
  assert.equal(adapter?.label, "Network adapter 1");
  assert.equal(adapter?.to, "vmxnet3");
  assert.equal(audit.files[0]?.adapters, 2);
});

const sar = (rate: number, sent = 0): string => `Linux 5.14.0 (app01) \t11/24/2026 \t_x86_64_\t(4 CPU)

12:00:01 AM     IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s
12:10:01 AM    ens192      ${rate}  ${sent}      1.00      1.00
`;

test("measured packet rates reach their adapters and change the verdict", async () => {
  const rhel = "Red Hat Enterprise Linux 9 (64-bit)";
  const files = {
    "a.csv": table(line("app01", "SriovEthernetCard", rhel)),
    "busy.txt": sar(400_000),
    "quiet.txt": sar(900),
    "even.txt": sar(30_000, 30_000),
  };
  const judge = async (words: string): Promise<unknown[]> => {
    const { adapters, situations } = await auditOf(`a.csv${words}`, files);
    return [adapters[0]?.packetRate, situations[0]?.situation.packetRate, adapters[0]?.verdict, adapters[0]?.to];
  };
  assert.deepEqual(await judge(""), [null, undefined, "keep", null]);
  assert.deepEqual(await judge(" --packet-rates quiet.txt"), [900, 900, "change", "vmxnet3"]);
  const both = " --packet-rates quiet.txt --packet-rates busy.txt";
  assert.deepEqual(await judge(both), [400_000, 400_000, "keep", null]);
  assert.deepEqual((await judge(" --packet-rates even.txt"))[0], 30_000, "the busier direction counts");
});

test("a measured packet rate that belongs to no adapter is named with its file and line", async () => {
  const { files, adapters } = await auditOf("a.csv --packet-rates s.txt", {
    "a.csv": table(line("other", "Vmxnet3")),
    "s.txt": sar(100),
  });
  assert.equal(adapters[0]?.packetRate, null);
  assert.deepEqual(files[1], {
    file: "s.txt",
    format: "packet-rates",
    machines: 0,
    adapters: 0,
    unread: 1,
    problems: [{ place: "line 4", text: "The packet rate of app01 ens192 matches no adapter in the inventory." }],
  });
});

test("the user's own headings are read", async () => {
  const files = { "a.csv": "Maschine,Karte,platform\nweb01,E1000,vsphere\n" };
  const { adapters } = await auditOf("a.csv --column machine=Maschine --column adapter=Karte", files);
  assert.deepEqual([adapters[0]?.machine, adapters[0]?.adapter], ["web01", "e1000"]);
});

describe("a fleet without verdicts", () => {
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, at) => `web${at},E1000,Red Hat Enterprise Linux 9 (64-bit)\n`).join("");
  const files = {
    "a.csv": `VM,Adapter,OS according to the configuration file\n${rows(2)}`,
    "p.yaml": "name: Company\nplatform: vsphere\n",
  };
  const reason = 'FILE: 2 of 2 adapters cannot be judged: The file does not name the platform. Add a column "platform"';

  test("is not clean for --fail-on: the command ends with 2 and names the reason", async () => {
    for (const flags of [" --fail-on note", " --fail-on error", " --fail-on note --format sarif"]) {
      const { code, err } = await call(`audit a.csv${flags}`, files);
      assert.equal(code, 2, flags);
      assert.ok(err.startsWith(reason), err);
    }
    const { code, out, err } = await call("audit a.csv --format json", files);
    assert.deepEqual([code, err], [0, ""]);
    const compared = await call("audit a.csv --baseline o.json --fail-on note", { ...files, "o.json": out });
    assert.equal(compared.code, 2);
  });

  test("gets verdicts once a policy names the platform", async () => {
    const { code, err } = await call("audit a.csv --policy p.yaml --fail-on note", files);
    assert.deepEqual([code, err], [1, ""]);
  });

  test("in part ends as its verdicts say", async () => {
    const mixed = "VM,Adapter,OS,platform\nweb1,Vmxnet3,rhel9-64,vsphere\nweb2,Vmxnet3,,vsphere\n";
    assert.equal((await call("audit a.csv --fail-on error", { "a.csv": mixed })).code, 0);
  });

  test("has no more lines on standard error than a person reads", async () => {
    const lines = Array.from({ length: 9 }, (_, at) => `web${at},Card ${at},rhel9-64,vsphere\n`).join("");
    const { err } = await call("audit a.csv --fail-on error", { "a.csv": `VM,Adapter,OS,platform\n${lines}` });
    assert.equal(err.split("\n").length, 6);
    assert.match(err, /\nFILE: 4 of 9 adapters cannot be judged for other reasons$/);
  });
});

test("a file comes on standard input too", async () => {
  const { adapters } = await auditOf("-", {}, bad);
  assert.equal(adapters.length, 2);
});

test("with a baseline only new findings count", async () => {
  const before = (await call("audit a.csv --format json", { "a.csv": bad })).out;
  const same = await call("audit a.csv --baseline o.json", { "a.csv": bad, "o.json": before });
  assert.equal(same.code, 0);
  assert.match(same.out, /0 {2}new/);
  // As Windows PowerShell redirects it.
  const utf16 = Buffer.from(`\ufeff${before}`, "utf16le");
  assert.equal((await call("audit a.csv --baseline o.json", { "a.csv": bad, "o.json": utf16 })).out, same.out);
  const more = await call("audit a.csv --baseline o.json --format json", {
    "a.csv": table(line("app02", "Vmxnet3"), line("app03", "E1000e")),
    "o.json": before,
  });
  assert.equal(more.code, 1);
  const { comparison } = JSON.parse(more.out) as Audit;
  assert.deepEqual(
    comparison?.new.map(({ machine }) => machine),
    ["app03"],
  );
  assert.deepEqual(
    comparison?.fixed.map(({ machine }) => machine),
    ["app02"],
  );
});

test("a redacted audit has no name, and compares with a redacted one only", async () => {
  const { out } = await call("audit a.csv --redact --format json", { "a.csv": bad });
  assert.doesNotMatch(out, /app0|00:50:56|VLAN|CL-A|a\.csv|uuid-1/);
  const again = await call("audit b.csv --redact --baseline o.json", { "b.csv": bad, "o.json": out });
  assert.equal(again.code, 0, again.err);
  const mixed = await call("audit a.csv --baseline o.json", { "a.csv": bad, "o.json": out });
  assert.equal(mixed.code, 2);
  assert.match(mixed.err, /found hashes of names, expected an audit made without --redact/);
});

test("a redacted audit compares with one of the same key only, if its key is stated", async () => {
  const { out } = await call("audit a.csv --redact --redact-key k --format json", { "a.csv": bad });
  const { redactionKey, ...older } = JSON.parse(out) as Audit;
  assert.match(redactionKey ?? "", /^[0-9a-f]{6}$/);
  const compare = (key: string, baseline = out) =>
    call(`audit a.csv --redact ${key} --baseline o.json`, { "a.csv": bad, "o.json": baseline });
  assert.equal((await compare("--redact-key k")).code, 0);
  for (const [key, made] of [
    ["--redact-key x", "with the same --redact-key"],
    ["", "without --redact-key"],
  ] as const) {
    const { code, err } = await compare(key);
    assert.deepEqual(
      [code, err],
      [2, `--baseline: o.json: found hashes of another key, expected an audit made ${made}`],
    );
  }
  assert.notEqual((await compare("--redact-key x", JSON.stringify(older))).code, 2);
});

const policy = "name: Contoso\nrequires: [vmotion]\nexclude: {sriov: 'NET-7: no passthrough'}\n";

test("a policy decides in audit and in advise, and both name it", async () => {
  const files = { "a.csv": table(line("app01", "SriovEthernetCard")), "p.yaml": policy };
  const audit = await auditOf("a.csv --policy p.yaml", files);
  assert.equal(audit.policy?.name, "Contoso");
  assert.ok(audit.adapters[0]?.findings.some(({ text }) => text.includes("NET-7")));
  const words = "advise --guest rhel9-64 --packet-rate 120000 --iommu yes --sriov-nic yes";
  const advice = JSON.parse((await call(`${words} --policy p.yaml --json`, files)).out) as Record<string, unknown>;
  assert.notEqual(advice.recommended, "sriov");
  assert.deepEqual(advice.policy, audit.policy);
  assert.match((await call(`${words} --policy p.yaml`, files)).out, /Policy: Contoso \(SHA-256 [0-9a-f]{64}\)/);
  const refused = await call(`${words} --policy q.yaml`, files);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /--policy: found "q.yaml" \(no such file\)/);
  const lean = await call("advise --batch --lean --policy p.yaml", files, '{"guest":"rhel9-64"}\n');
  assert.deepEqual((JSON.parse(lean.out) as { situation: { requires: string[] } }).situation.requires, ["vmotion"]);
});

test("help names every flag, and the completions know the values", async () => {
  const { out, code } = await call("audit --help");
  assert.equal(code, 0);
  for (const flag of ["--format", "--packet-rates", "--policy", "--baseline", "--target", "--fail-on", "--redact"])
    assert.ok(out.includes(flag), flag);
  const { out: script } = await call("completions bash");
  assert.match(script, /--fail-on\) words="error warning note"/);
  assert.match(script, /--format\) words="table json csv md html sarif"/);
});

describe("the program", () => {
  let folder = "";
  let program = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "vnic-cli-"));
    program = join(folder, "cli.mjs");
    await build({
      ...commonOptions,
      absWorkingDir: join(import.meta.dirname, "../../../.."),
      entryPoints: ["advisor/cli.ts"],
      outfile: program,
      write: true,
      platform: "neutral",
      mainFields: ["module", "main"],
      external: ["node:*"],
      format: "esm",
    });
    writeFileSync(join(folder, "knowledge.json"), JSON.stringify(knowledge));
    writeFileSync(join(folder, "fleet.json"), JSON.stringify(fleet));
    const large = Array.from({ length: 3000 }, (_, at) => line(`app${at + 1000}`, "E1000e"));
    writeFileSync(join(folder, "large.csv"), table(...large));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  // In /proc, the recursive mkdir of Node 20 never returns.
  test("exports into new folders, and refuses one that cannot be made", () => {
    const exportTo = (out: string) =>
      spawnSync(process.execPath, [program, "export-sql", "--dialect", "duckdb", "--out", out], {
        cwd: folder,
        encoding: "utf8",
        timeout: 60_000,
      });
    assert.equal(exportTo("new/sql").status, 0);
    assert.ok(existsSync(join(folder, "new/sql/decide.sql")));
    for (const out of ["/proc/x", "/proc/x/y", "knowledge.json/x"]) {
      const { status, stderr } = exportTo(out);
      assert.equal(status, 2, `${out}: ${stderr}`);
      assert.match(stderr, /^--out: found ".+" \(\w+: .*\), expected a folder that can be written\n$/);
    }
  });

  test("follows links to files in a folder, and names links to folders and broken ones", () => {
    mkdirSync(join(folder, "site/2026"), { recursive: true });
    mkdirSync(join(folder, "elsewhere"));
    writeFileSync(join(folder, "elsewhere/a.csv"), bad);
    symlinkSync("../elsewhere/a.csv", join(folder, "site/linked.csv"));
    symlinkSync("2026", join(folder, "site/latest"));
    const audit = () =>
      spawnSync(process.execPath, [program, "audit", "site", "--format", "json"], { cwd: folder, encoding: "utf8" });
    const { status, stdout, stderr } = audit();
    assert.equal(status, 1, stderr);
    assert.deepEqual(
      (JSON.parse(stdout) as Audit).files.map(({ file }) => file),
      ["site/linked.csv"],
    );
    assert.equal(
      stderr,
      "site/latest: found a link to a folder. Its files are not read. To read them, add the folder to the command: site/latest\n",
    );
    symlinkSync("nowhere.csv", join(folder, "site/broken.csv"));
    symlinkSync("circle.csv", join(folder, "site/circle.csv"));
    const broken = audit();
    assert.equal(broken.status, 2);
    assert.match(broken.stderr, /found "site\/broken.csv" \(no such file\).*\n.*found "site\/circle.csv" \(ELOOP\)/);
  });

  for (const [words, expected] of [
    ["audit large.csv --format csv", 1],
    ["audit large.csv --format csv --fail-on error", 0],
    ["audit large.csv nothing.txt", 2],
    ["advise --batch", 0],
  ] as const)
    test(`ends with ${expected} if the reader of ${words} closes the pipe`, async () => {
      writeFileSync(join(folder, "nothing.txt"), "hello");
      const child = spawn(process.execPath, [program, ...words.split(" ")], {
        cwd: folder,
        stdio: ["pipe", "pipe", "pipe"],
      });
      child.stdout.destroy();
      child.stderr.destroy();
      child.stdin.on("error", () => undefined);
      child.stdin.end('{"guest":"rhel9-64"}\n'.repeat(2000));
      const [code] = (await once(child, "close")) as [number];
      assert.equal(code, expected);
    });

  test("says that what it prints cannot be written", () => {
    // Linux: a device that is always full.
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [program, "guests"], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    assert.equal(status, 1);
    assert.match(stderr, /^The output cannot be written: ENOSPC/);
  });
});

test("a redacted audit names no file and quotes none on standard error", async () => {
  const words = "audit secret.txt --redact --packet-rates private.txt";
  const { code, out, err } = await call(words, { "secret.txt": "hidden words", "private.txt": "hidden words" });
  assert.equal(code, 2);
  assert.doesNotMatch(err, /secret|private|hidden/);
  const names = [...err.matchAll(/found "(file-[0-9a-f]{12}\.txt)", expected /g)].map(([, name]) => name);
  assert.equal(names.length, 2);
  for (const name of names) assert.ok(out.includes(String(name)), name);
});
