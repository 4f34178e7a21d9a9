import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fillCode } from "../../../advisor/steps/fill-code.ts";
import { chooseCases } from "../../thorough.ts";
import { demand } from "../kit/shells.ts";
import { blocks, nameAll, putIn, text, withoutUnfit } from "./filled-code.ts";
import { fc } from "../../chance.ts";

/** The commands of the steps. Each only writes down what it was given. */
const COMMANDS = [
  "awk",
  "cp",
  "dpdk-devbind.py",
  "dpdk-testpmd",
  "echo",
  "esxcli",
  "ethtool",
  "govc",
  "grep",
  "hostname",
  "ifconfig",
  "ip",
  "iperf",
  "iperf3",
  "ls",
  "lspci",
  "modprobe",
  "ndr",
  "netperf",
  "netserver",
  "netstat",
  "ping",
  "pve-firewall",
  "pvesh",
  "qemu",
  "qm",
  "sar",
  "sed",
  "sh",
  "t-rex-64",
  "tee",
  "vdpa",
  "vi",
  "vim-cmd",
  "virsh",
  "virt-xml",
];
const SHELLS = [
  { name: "sh", argv: ["sh"], before: "" },
  // As pasted into a terminal: an interactive shell looks for its history in each line.
  { name: "bash", argv: ["bash", "--norc", "--noprofile"], before: "set -o history -o histexpand\n" },
];
const scripts = blocks.filter(({ language }) => language === "shell");

test("the commands of every step are known", () => {
  assert.ok(scripts.length > 80);
  assert.deepEqual(run(SHELLS[0] as Shell, "web-01").complaints, "");
});

const values = [
  'a`id`$(id)"x',
  "it's \"a\" 'b'!",
  "a;id $(id)|id&&id #",
  "\\!!\\",
  "--help",
  "~root*?[a]{b,c}",
  "${HOME}%{x}$$ <&>",
  "# \u00e9\u{1f600}\u201d",
  ...fc.sample(text, 4).map((value) => value.replaceAll("/", "|")),
];
const expectations = new Map<string, Outcome>();

for (const shell of SHELLS) {
  describe(`${shell.name} hands every command of the steps exactly the value`, () => {
    for (const value of chooseCases(values)) {
      test(JSON.stringify(value), () => {
        const { calls, documents, complaints } = run(shell, value);
        assert.equal(complaints, "");
        const expected = expect(value);
        assert.deepEqual(calls, putIn(expected.calls, value).sort());
        const [read, readPlain] = readDocuments(documents, expected.documents);
        assert.deepEqual(read, putIn(readPlain, value));
      });
    }
  });
}

/** What a plain value leads to, put only where the other one fits. */
function expect(value: string): Outcome {
  const places = JSON.stringify(scripts.map((script) => listFitting(script, value)));
  const known = expectations.get(places) ?? run(SHELLS[0] as Shell, "Q1Q", value);
  expectations.set(places, known);
  return known;
}

function listFitting({ code, language }: (typeof scripts)[number], value: string): string[] {
  return Object.keys(withoutUnfit(code, language, nameAll(value)));
}

interface Shell {
  name: string;
  argv: string[];
  before: string;
}
/** What commands were given, with the names of the files that came to be, and the XML among these. */
interface Outcome {
  calls: string[];
  documents: string[];
  complaints: string;
}

/** Runs all steps with one value, those places apart that do not take `fitting`. */
function run(shell: Shell, value: string, fitting = value): Outcome {
  const folder = mkdtempSync(join(tmpdir(), "fill-"));
  try {
    const tools = join(folder, "bin");
    mkdirSync(tools);
    for (const tool of ["cat", "seq"]) symlinkSync(demand(tool), join(tools, tool));
    const record = (command: string): string =>
      `${functionName(command)}() { printf '%s\\0' "${command}" "$@" "end of call" >> "$LOG"; }\n${command.includes("-") ? `alias ${command}=${functionName(command)}\n` : ""}`;
    const lines = scripts.map((script, at) => {
      mkdirSync(join(folder, String(at)));
      const filled = fillCode(
        script.code,
        script.language,
        Object.fromEntries(listFitting(script, fitting).map((name) => [name, value])),
      );
      // Options of QEMU come without its name; files of the kernel's generator are files here.
      const runnable = filled
        .replace(/(?<!\\\n)^-(?=[a-z])/gm, "qemu -")
        .replaceAll("/proc/net/pktgen", ".")
        .replace(/\.\/(?=ndr|t-rex)/g, "");
      return `(\ncd ${at} || exit\n${runnable}\n)\n`;
    });
    const script = `${shell.before}${shell.name === "bash" ? "shopt -s expand_aliases\n" : ""}${COMMANDS.map(record).join("")}${lines.join("")}`;
    const { stderr, status } = spawnSync(demand(shell.argv[0] as string), shell.argv.slice(1), {
      cwd: folder,
      input: script,
      encoding: "utf8",
      env: { PATH: tools, LOG: join(folder, "log"), HISTFILE: "/dev/null" },
    });
    const files = scripts.flatMap((_, at) =>
      readdirSync(join(folder, String(at))).map((file) => [`${at}/${file}`, join(folder, String(at), file)] as const),
    );
    const calls = readFileSync(join(folder, "log"), "utf8").split("end of call\0");
    return {
      calls: [...calls, ...files.map(([name]) => `file ${name}`)].sort(),
      documents: files
        .filter(([name]) => name.endsWith(".xml"))
        .map(([, file]) => readFileSync(file, "utf8"))
        .filter((text) => text.startsWith("<")),
      complaints: status === 0 ? stderr : `${stderr}, status ${String(status)}`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function functionName(command: string): string {
  return command.replaceAll(/[-.]/g, "_");
}

/** The elements and attributes of each document, by a parser that refuses what is not well-formed. */
function readDocuments(...documents: readonly string[][]): unknown[] {
  const program =
    "import json,sys,xml.etree.ElementTree as x\nprint(json.dumps([[[[n.tag,sorted(n.items())] for n in x.fromstring(d).iter()] for d in one] for one in json.load(sys.stdin)]))";
  const { stdout, stderr } = spawnSync("python3", ["-c", program], {
    input: JSON.stringify(documents),
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return JSON.parse(stdout) as unknown[];
}
