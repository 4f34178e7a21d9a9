import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { Language, Parser } from "web-tree-sitter";
import type { Node } from "web-tree-sitter";
import { schema } from "./result.ts";
import { script } from "./shells.ts";

const text = readFileSync("assets/kit/vnic-validate.ps1", "utf8");
const shellText = readFileSync(script, "utf8");
const grammar = createRequire(import.meta.url).resolve("tree-sitter-powershell/tree-sitter-powershell.wasm");

/** Cmdlets of Windows PowerShell 5.1 and of the modules that every Windows since 8 and Server 2012 has. */
const cmdlets = new Set(
  `ConvertFrom-Json ConvertTo-Json ForEach-Object Get-Command Get-CimInstance Get-Item Get-NetAdapter
Get-NetAdapterAdvancedProperty Get-NetAdapterChecksumOffload Get-NetAdapterHardwareInfo Get-NetAdapterLso Get-NetAdapterRsc
Get-NetAdapterRss Get-NetAdapterStatistics Get-NetIPAddress Get-NetTCPSetting Find-NetRoute Group-Object Join-Path Measure-Object
Move-Item New-Object Remove-Item Resolve-Path Select-Object Set-StrictMode Sort-Object Start-Process Start-Sleep Test-Path
Where-Object`.split(/\s+/),
);

describe("the kit's PowerShell script", () => {
  let root: Node;
  before(async () => {
    // The grammar is large: optimising its machine code takes a minute, and parsing once takes a moment without.
    setFlagsFromString("--liftoff-only");
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammar));
    const tree = parser.parse(text);
    assert.ok(tree);
    root = tree.rootNode;
  });
  const textsOf = (kind: string): string[] => root.descendantsOfType(kind).map((node) => node?.text ?? "");

  it("is PowerShell without an error", () => {
    const faults = root
      .descendantsOfType("ERROR")
      .map((node) => `line ${(node?.startPosition.row ?? 0) + 1}: ${node?.text}`);
    assert.deepEqual(faults, []);
    assert.equal(root.hasError, false);
  });
  it("calls nothing but its own functions and cmdlets that every Windows has", () => {
    const own = textsOf("function_name");
    const called = textsOf("command_name").filter((name) => /^[A-Za-z]/.test(name));
    assert.ok(called.length > 100);
    assert.deepEqual(
      [...new Set(called)].filter((name) => !own.includes(name) && !cmdlets.has(name)),
      [],
    );
    const unused = own.filter((name) => !called.includes(name));
    assert.deepEqual(unused, []);
  });
  it("has plain ASCII, which Windows PowerShell reads without a byte order mark", () => {
    assert.match(text, /^[\n\x20-\x7e]*$/);
  });
  it("plans as many streams for NTttcp as the receiver that it serves has threads", () => {
    const bodyOf = (name: string): string =>
      textsOf("function_statement").find((own) => own.startsWith(`function ${name} `)) ?? "";
    assert.match(bodyOf("Start-Servers"), /\$script:ToolFiles\.ntttcp, @\('-r', '-m', "1,\*,\$own"/);
    const [beforeSeries = ""] = bodyOf("Get-Plan").split('New-Series "throughput-$way-$count"');
    assert.match(
      beforeSeries,
      /if \(\$with -eq 'ntttcp' -and \$count -ne 1\) \{ \$plan \+= New-Unknown [^}]*; continue \}/,
    );
  });
  const bodyOf = (name: string): string =>
    textsOf("function_statement").find((own) => own.startsWith(`function ${name}`)) ?? "";
  it("continues a session with its own tools, privacy and interface, as the shell script does", () => {
    const body = bodyOf("Restore-Session");
    for (const name of ["Tool", "IncludePrivate", "Interface", "OldSeries"])
      assert.match(body, new RegExp(`\\$script:${name} = `), name);
    assert.ok(body.indexOf("Stop-Refused") < body.indexOf("Remove-TornLine"), "another file is left as it is");
    assert.match(bodyOf("Get-Plan"), /'iperf3', 'ntttcp' \| Where-Object \{ \(Test-Planned \$kind \$_\)/);
    assert.match(bodyOf("Main"), /if \(\$Resume -notmatch '\\\.jsonl\$'\) \{ Stop-Refused /);
  });
  it("records the runs and the percentage that were asked for, as the shell script does", () => {
    assert.doesNotMatch(bodyOf("Measure-All"), /\$script:Runs = /);
    const [, pattern = "", replacement = ""] = /-replace '(\("runs.*?)', \((.*)\)\n/.exec(bodyOf("Write-Result")) ?? [];
    const line = '"method":{"runs":5,"untilPercent":null,"maximumRuns":30,"durationSeconds":30}';
    assert.match(line, new RegExp(pattern));
    assert.match(replacement, /\$Runs .*\$percent .*\$MaxRuns/);
  });
  it("leaves names and addresses out of the reason of a failure", () => {
    assert.match(bodyOf("Main"), /\$reason = Hide-Private "\$\(\$_\.Exception\.Message\)" \$sides/);
  });
  it("marks drops of the other end while rates are tried, as the shell script does", () => {
    assert.match(bodyOf("Measure-Packets"), /\$script:TrialPeer = if /);
    assert.match(bodyOf("Measure-Once"), /Compare-PeerStates \$script:TrialPeer \$peerAfter/);
  });
  it("takes the options of the shell script", () => {
    const [, options = ""] = /^options='([^']+)'/m.exec(shellText) ?? [];
    const pascal = (option: string): string =>
      option.replace(/^--/, "").replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const block = root.namedChildren.find((node) => node?.type === "param_block");
    const parameters = block
      ?.descendantsOfType("script_parameter")
      .map((node) => node?.descendantsOfType("variable")[0]?.text);
    assert.deepEqual(parameters?.map((name) => name?.slice(1)).sort(), options.trim().split(/\s+/).map(pascal).sort());
  });
  it("takes lists as text, because -File gives 1,4 as one word that would be the number 14", () => {
    assert.doesNotMatch(text, /\[int\[\]\]/);
  });
  it("has the version and the limits of the shell script", () => {
    const find = (source: string, pattern: RegExp): string | undefined => pattern.exec(source)?.[1];
    assert.equal(find(text, /^\$ScriptVersion = '(.+)'/m), find(shellText, /^version=(.+)/m));
    assert.equal(find(text, /^\$LossLimits = @\((.+)\)/m), find(shellText, /^loss_limits='(.+)'/m)?.replace(" ", ", "));
    for (const [name, own] of [
      ["Resolution", "resolution"],
      ["StealLimit", "steal_limit"],
      ["BackgroundLimit", "background_limit"],
      ["StateSize", "state_size"],
    ])
      assert.equal(
        find(text, new RegExp(`^\\$${name} = (\\d+)`, "m")),
        find(shellText, new RegExp(`^${own}=(\\d+)`, "m")),
        name,
      );
  });
  it("reads the other end's counters by the names under which the shell script serves them", () => {
    const body = root
      .descendantsOfType("function_statement")
      .map((node) => node?.text ?? "")
      .filter((one) => /^function (?:Get-PeerState|Get-Peer|Compare-PeerStates)\b/.test(one))
      .join("\n");
    const counters = [...body.matchAll(/"(?:net|count)`t(?:\$Nic|-)`t(\w+)"/g)].map(([, name]) => name ?? "");
    const kinds = [...body.matchAll(/'(\w+)' \{ \$state/g), ...body.matchAll(/"(\w+)`t/g)].map(
      ([, kind]) => kind ?? "",
    );
    const ticks = /foreach \(\$name in ('user'[^)]*)\)/.exec(body)?.[1]?.match(/\w+/g) ?? [];
    assert.deepEqual([new Set(counters).size, ticks.length], [14, 8]);
    for (const word of [...counters, ...kinds, ...ticks]) assert.match(shellText, new RegExp(`\\b${word}\\b`), word);
  });
  it("serves its own counters by the names by which both scripts read them", () => {
    const bodyOf = (name: string): string =>
      root.descendantsOfType("function_statement").find((node) => node?.text.startsWith(`function ${name}`))?.text ??
      "";
    const body = bodyOf("Get-StateHead") + bodyOf("Get-StateCounters") + bodyOf("Write-State");
    const written = [...body.matchAll(/"(\w+)`t(?:-|\$name|cpu\$name|performance-counters)`t(\w+)?/g)].flatMap(
      ([, kind, name]) => [kind ?? "", name ?? ""],
    );
    const ticks = /\[ordered\]@\{ (user = .*) \}/.exec(body)?.[1]?.match(/[a-z]+(?= =)/g) ?? [];
    const words = new Set([...written, ...ticks].filter((word) => word !== ""));
    assert.ok(words.size > 15, [...words].join());
    for (const word of words) assert.match(shellText, new RegExp(`\\b${word}\\b`), word);
  });
  it("writes every field that the result's schema requires", () => {
    const written = new Set(
      [...text.matchAll(/(\w+) = /g), ...text.matchAll(/`"(\w+)`":/g), ...text.matchAll(/"(\w+)":\[/g)].map(
        ([, name]) => name,
      ),
    );
    const own = new Set([...textsOf("key_expression"), "runs"]);
    const missing = requiredOf(schema).filter((name) => !written.has(name) && !own.has(name));
    // Fields of network are copied by name, and only a peer that serves has settings of its own.
    const copied = ["rxPackets", "txPackets", "rxBytes", "txBytes", "rxDropped", "txDropped", "rxErrors", "txErrors"];
    for (const name of copied) assert.ok(text.includes(`'${name}'`), name);
    assert.deepEqual(
      missing.filter((name) => !copied.includes(name)),
      [],
    );
  });
});

/** Every name that an object of the schema requires. */
function requiredOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const own =
    "required" in node && "properties" in node && Array.isArray(node.required) ? node.required.map(String) : [];
  return [...new Set([...own, ...Object.values(node).flatMap(requiredOf)])];
}
