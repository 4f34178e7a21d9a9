import { findPlatform } from "../../../advisor/questions/questions.ts";
import { withKeptMac } from "../../../advisor/steps/fill-code.ts";
import { knowledge } from "./knowledge.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { parseDocument } from "yaml";
import { fillCode, findPlaceholders, findUnfit } from "../../../advisor/steps/fill-code.ts";
import { blocks, check, nameAll, NAMES, putIn, withoutUnfit } from "./filled-code.ts";

describe("placeholders of code", () => {
  test("are found once each, shell variables apart", () => {
    assert.deepEqual(findPlaceholders(["a {vm} ${x} {network}", "{vm} { } --target {host} HOST"]), [
      "vm",
      "network",
      "host",
    ]);
  });
  test("show what the reader has put in, and stay without a value", () => {
    assert.equal(
      fillCode('govc -vm "{vm}" -net "{network}"', "shell", { vm: "web-01", network: "" }),
      'govc -vm "web-01" -net "{network}"',
    );
    assert.equal(fillCode("{constructor}", "shell", {}), "{constructor}");
  });
  test("take no value with a line break or a character that cannot be seen", () => {
    for (const vm of ["a\nb", "a\rb", "a\u0000", "a\u001b[2J", "a\u2028b", "a\u202eb", "a\ud800", "\u0085"]) {
      for (const language of ["shell", "powershell", "yaml", "hcl", "xml", "ini", "batch", undefined]) {
        assert.equal(fillCode('x "{vm}" {vm}', language, { vm }), 'x "{vm}" {vm}');
        assert.deepEqual(findUnfit('x "{vm}"', language, { vm }), ["vm"]);
      }
    }
  });
});

describe("the address of an adapter", () => {
  const code = "find {mac}\nset {kept-mac}\nfind {new-mac}";

  test("is asked for once, whatever it is called in code", () =>
    assert.deepEqual(findPlaceholders([code, "{kept-mac}"]), ["mac"]));
  for (const [title, mac, filled] of [
    [
      "is found and set where it can be",
      "00:50:56:00:00:01",
      "find 00:50:56:00:00:01\nset 00:50:56:00:00:01\nfind 00:50:56:00:00:01",
    ],
    ["stays in braces while it is not known", "", code],
    ["is found alone if vSphere generated it", "00:50:56:80:00:01", "find 00:50:56:80:00:01\nfind {new-mac}"],
    ["takes no line away while it is being typed", "00:50:5", "find 00:50:5\nset 00:50:5\nfind 00:50:5"],
  ] as const) {
    test(title, () =>
      assert.equal(fillCode(code, "shell", withKeptMac({ mac }, findPlatform(knowledge, "vsphere"))), filled),
    );
  }
});

describe("a value is quoted for its place", () => {
  for (const [title, language, code, vm, filled] of [
    ["outside quotes", "shell", "qm config {vm}", "a;id $(id)", "qm config 'a;id $(id)'"],
    [
      "outside quotes, with an apostrophe",
      "shell",
      "qm config {vm} > {vm}.txt",
      "it's",
      "qm config 'it'\\''s' > 'it'\\''s'.txt",
    ],
    ["outside quotes, plain", "shell", "qm config {vm}", "100", "qm config 100"],
    ["in double quotes", "shell", 'govc -vm "{vm}"', 'a`id`$(id)"x\\', 'govc -vm "a\\`id\\`\\$(id)\\"x\\\\"'],
    ["in double quotes, with a mark of the history", "shell", 'govc -vm "{vm}"', "a!b", `govc -vm "a"'!'"b"`],
    ["in single quotes", "shell", "x '{vm}'", "it's", "x 'it'\\''s'"],
    [
      "in a command within double quotes",
      "shell",
      'x "$(qm config {vm} | sed s),a={vm}"',
      "a b",
      `x "$(qm config 'a b' | sed s),a={vm}"`,
    ],
    ["in a program within single quotes", "shell", `awk '$3 == "{vm}" {print}'`, 'a"; x', `awk '$3 == "{vm}" {print}'`],
    ["in a list of options", "shell", "x bridge={vm},tag=1", "a,b", "x bridge={vm},tag=1"],
    [
      "in a here-document",
      "shell",
      "cat <<'XML'\n<a b='{vm}'/>\nXML\nx {vm}",
      "a'b`",
      "cat <<'XML'\n<a b='a&#39;b&#96;'/>\nXML\nx 'a'\\''b`'",
    ],
    ["in double quotes of PowerShell", "powershell", 'Get-VM "{vm}"', 'a"b`c$d\u201de', 'Get-VM "a`"b``c`$d`\u201de"'],
    ["in single quotes of PowerShell", "powershell", "Get-VM '{vm}'", "a'b\u2019c$d", "Get-VM 'a''b\u2019\u2019c$d'"],
    ["outside quotes of PowerShell", "powershell", "Get-VM {vm}", "a;b", "Get-VM 'a;b'"],
    [
      "in a command within a string of PowerShell",
      "powershell",
      'x "a$(Get-VM {vm})b{vm}"',
      'a b"',
      `x "a$(Get-VM 'a b"')ba b\`""`,
    ],
    ["in YAML", "yaml", 'name: "{vm}"', 'a"b\\', 'name: "a\\"b\\\\"'],
    ["in YAML that Ansible takes for a template", "yaml", 'name: "{vm}"', "{{ x }}", `name: "{{ '{' }}{ x }}"`],
    ["in an expression of YAML", "yaml", "when: a | select('eq', '{vm}')", "a') | b", "when: a | select('eq', '{vm}')"],
    ["in HCL", "hcl", 'name = "{vm}"', '"\\ ${x} %{y} $${z} 5%', 'name = "\\"\\\\ $${x} %%{y} \\u0024\\u0024{z} 5%"'],
    ["in HCL, with both signs of a template", "hcl", 'name = "{vm}"', "$%{x}", 'name = "\\u0024\\u0025{x}"'],
    ["in XML", "xml", "<a b='{vm}'/>", "it's <&>\"", "<a b='it&#39;s &#60;&#38;&#62;&#34;'/>"],
    ["in a .vmx file", "ini", 'a = "{vm}"', 'b"|', 'a = "b|22|7C"'],
    ["at the command prompt", "batch", "x {vm}", "a&b", "x {vm}"],
    ["at the command prompt, plain", "batch", "x {vm}", "192.0.2.1", "x 192.0.2.1"],
    ["in a language that is not known", undefined, "x {vm}", "a b", "x {vm}"],
  ] as const) {
    test(`${title}: ${vm}`, () => assert.equal(fillCode(code, language, { vm }), filled));
  }
});

test("every placeholder of the steps has a name that is asked for, and takes a plain value", () => {
  for (const { id, code, language } of blocks) {
    assert.deepEqual(
      findPlaceholders([code]).filter((name) => !NAMES.includes(name)),
      [],
      id,
    );
    assert.deepEqual(findUnfit(code, language, nameAll("web-01")), [], id);
  }
});

test("names of the machine and the network may be any text wherever a step quotes them", () => {
  for (const { id, code, language } of blocks) {
    assert.deepEqual(findUnfit(code, language, { vm: "a \"b\" 'c' $d" }), [], id);
  }
});

describe("every step gets exactly the value", () => {
  test("in YAML, by a parser", () => {
    check((value) => {
      for (const { id, code } of blocks.filter(({ language }) => language === "yaml")) {
        const values = withoutUnfit(code, "yaml", nameAll(value));
        const marked = Object.fromEntries(Object.keys(values).map((name) => [name, "Q1Q"]));
        const read = (filled: string): string =>
          JSON.stringify(readYaml(filled), (_, one: unknown) =>
            typeof one === "string" ? one.replaceAll("{{ '{' }}", "{") : one,
          );
        assert.deepEqual(
          JSON.parse(read(fillCode(code, "yaml", values))),
          putIn(JSON.parse(read(fillCode(code, "yaml", marked))), value),
          id,
        );
      }
    });
  });

  test("in YAML, with nothing in it that Ansible runs", () => {
    check((value) =>
      assert.doesNotMatch(fillCode('"{vm}"', "yaml", { vm: value }).replaceAll("{{ '{' }}", ""), /\{[{%#]/),
    );
  });

  test("in XML, by a parser", () => {
    check((value) => {
      for (const { id, code } of blocks.filter(({ language }) => language === "xml")) {
        assert.deepEqual(
          readAttributes(fillCode(code, "xml", nameAll(value))),
          putIn(readAttributes(fillCode(code, "xml", nameAll("Q1Q"))), value),
          id,
        );
      }
    });
  });

  test("in PowerShell, by its rules of quotes", () => {
    check((value) => {
      for (const { id, code } of blocks.filter(({ language }) => language === "powershell")) {
        const fill = (name: string): string =>
          fillCode(code, "powershell", withoutUnfit(code, "powershell", nameAll(value), name));
        assert.deepEqual(readPowerShell(fill(value)), putIn(readPowerShell(fill("Q1Q")), value), id);
      }
    });
  });

  test("unless a command would take it for a pattern, an option or a folder", () => {
    for (const [language, code, ...values] of [
      ["powershell", 'Get-VM "{vm}"', "web*", "web?", "web[12]"],
      ["shell", 'govc vm.info "{vm}"', "web*", "web?", "[ab]", "-rf"],
      ["shell", "virsh domiflist {vm}", "-rf", "--all"],
      ["shell", "qm config {vm} > {vm}.txt", "--expression=w"],
    ] as const) {
      for (const value of values) {
        assert.equal(fillCode(code, language, { vm: value }), code);
        assert.deepEqual(findUnfit(code, language, { vm: value }), ["vm"]);
      }
    }
    assert.equal(fillCode("virsh dumpxml {vm} > {vm}.xml", "shell", { vm: "a/b" }), "virsh dumpxml a/b > {vm}.xml");
  });

  test("in HCL, by its rules of quotes", () => {
    check((value) => {
      for (const { id, code } of blocks.filter(({ language }) => language === "hcl")) {
        assert.deepEqual(
          readHcl(fillCode(code, "hcl", nameAll(value))),
          putIn(readHcl(fillCode(code, "hcl", nameAll("Q1Q"))), value),
          id,
        );
      }
    });
  });
});

function readYaml(code: string): unknown {
  const document = parseDocument(code);
  assert.deepEqual(document.errors, [], code);
  return document.toJS() as unknown;
}

function readAttributes(code: string): string[] {
  const read = (node: DefaultTreeAdapterTypes.Node): string[] => [
    ...("attrs" in node ? [node.nodeName, ...node.attrs.map(({ name, value }) => `${name}=${value}`)] : []),
    ...("childNodes" in node ? node.childNodes.flatMap(read) : []),
  ];
  return read(parseFragment(code));
}

/** Strings of PowerShell and the code between them, by about_Quoting_Rules: a backtick escapes, doubled quotes are one, typographic quotes count. */
function readPowerShell(code: string): string[] {
  const tokens: string[] = [];
  let rest = "";
  for (let at = 0; at < code.length; at++) {
    const letter = code[at] as string;
    const quotes = /["\u201c-\u201e]/.test(letter)
      ? /["\u201c-\u201e]/
      : /['\u2018-\u201b]/.test(letter)
        ? /['\u2018-\u201b]/
        : null;
    if (!quotes) {
      rest += letter === "`" ? letter + (code[++at] ?? "") : letter;
      continue;
    }
    let value = "";
    for (at++; ; at++) {
      const inside = code[at];
      assert.ok(inside !== undefined, `no end of a string in ${code}`);
      if (letter === '"' && inside === "`") value += code[++at] ?? "";
      else if (quotes.test(inside)) {
        if (!quotes.test(code[at + 1] ?? "")) break;
        value += code[++at] ?? "";
      } else {
        assert.ok(inside !== "$" || letter !== '"', `an expansion in ${code}`);
        value += inside;
      }
    }
    tokens.push(rest, value);
    rest = "";
  }
  return [...tokens, rest];
}

/** Strings of HCL and the code between them, by its native syntax: `$${` and `%%{` are literal, `${` and `%{` begin a template. */
function readHcl(code: string): string[] {
  const tokens: string[] = [];
  const comment = /#[^\n]*/.source;
  let end = 0;
  for (const { 0: whole, 1: inner, index } of code.matchAll(new RegExp(`${comment}|"((?:[^"\\\\\n]|\\\\.)*)"`, "g"))) {
    if (inner === undefined) continue;
    assert.doesNotMatch(inner.replace(/(?<![$%])([$%])\1\{/g, ""), /[$%]\{/, `a template in ${code}`);
    const value = inner
      .replace(/(?<![$%])([$%])\1\{/g, "$1{")
      .replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, hex: string | undefined, letter: string) =>
        hex ? String.fromCharCode(parseInt(hex, 16)) : letter,
      );
    tokens.push(code.slice(end, index), value);
    end = index + whole.length;
  }
  return [...tokens, code.slice(end)];
}
