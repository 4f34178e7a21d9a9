import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after, before, describe, test } from "node:test";
import vm from "node:vm";
import { Ajv2020 } from "ajv/dist/2020.js";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { FIELD_ATTRIBUTES, OWN_ATTRIBUTES } from "../../advisor/ui/attributes.ts";
import { buildPackages, packPackage } from "../../tools/packages/main.ts";
import { isThorough } from "../thorough.ts";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);

/** The same text for objects that runtimes print on one line or several, and with quotes of their own. */
function joinLines(text: string): string {
  return text
    .replace(/,?\s+([\]}])/g, " $1")
    .replace(/\s+/g, " ")
    .replaceAll("'", '"')
    .trim();
}

/** Installs programs whose packages put the binary into place by a script, which npm runs only when it is asked to rebuild. */
function installRuntimes(folder: string, ...packages: string[]): void {
  for (const words of [["install", "--no-audit", "--no-fund", ...packages], ["rebuild"]])
    execFileSync("npm", words, { cwd: folder, stdio: "pipe" });
}

describe("the npm packages", () => {
  let work = "";
  let folders: string[] = [];
  let tarballs: string[] = [];
  before(async () => {
    work = mkdtempSync(join(tmpdir(), "vnic-packages-"));
    folders = await buildPackages(root);
    tarballs = folders.map((folder) => packPackage(folder, work));
  });
  after(() => rmSync(work, { recursive: true, force: true }));

  /** A project with the packed packages, as a stranger would have it; npm installs the first, the others are copies. */
  const startProject = (name: string, files: Record<string, string> = {}): string => {
    const installed = join(work, "installed");
    if (!existsSync(installed)) {
      mkdirSync(installed);
      writeFileSync(join(installed, "package.json"), JSON.stringify({ private: true, type: "module" }));
      // Nothing comes from the network.
      const words = ["install", "--offline", "--no-audit", "--no-fund", ...tarballs];
      execFileSync("npm", words, { cwd: installed, stdio: "pipe" });
    }
    const folder = join(work, name);
    cpSync(installed, folder, { recursive: true, verbatimSymlinks: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    return folder;
  };

  test("are well formed, as publint sees them", async () => {
    for (const pkgDir of folders) {
      const { messages, pkg } = await publint({ pkgDir, strict: true, pack: "npm" });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg)),
        [],
        pkgDir,
      );
    }
  });

  test("resolve with their types, as Are the types wrong? sees them", () => {
    for (const tarball of tarballs) {
      const { status, stdout } = spawnSync(bin("attw"), [tarball, "--profile", "esm-only"], { encoding: "utf8" });
      assert.equal(status, 0, stdout);
    }
  });

  test("have no dependencies, and one version", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    for (const folder of folders) {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
      assert.equal(manifest.version, version);
      assert.equal(manifest.private, undefined);
      assert.equal(manifest.dependencies, undefined);
    }
  });

  describe("of the advisor", () => {
    const readme = readFileSync(join(root, "advisor/package/README.md"), "utf8");

    test("have knowledge that their own schema describes", () => {
      const read = (name: string): object =>
        JSON.parse(readFileSync(join(root, "build/packages/advisor", name), "utf8")) as object;
      const matches = new Ajv2020({ strict: false, validateFormats: false }).compile(
        read("schemas/knowledge.schema.json"),
      );
      assert.ok(matches(read("knowledge.json")), JSON.stringify(matches.errors));
    });

    const examples = [...readme.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];

    test("do in a script of Node what their README says, example by example", () => {
      const folder = startProject("examples");
      assert.equal(examples.length, readme.match(/```js\n/g)?.length);
      assert.ok(examples.length >= 5);
      for (const [, code = "", output] of examples) {
        writeFileSync(join(folder, "example.js"), code);
        const said = execFileSync(process.execPath, ["--no-warnings", "example.js"], { cwd: folder, encoding: "utf8" });
        assert.equal(said, output);
      }
    });

    // Two runtimes of 190 MB come from the registry.
    if (isThorough)
      test("do the same in Deno and in Bun", () => {
        const folder = startProject("runtimes");
        installRuntimes(folder, "deno@2", "bun@1");
        for (const [name, runtime] of [
          ["deno", ["deno", "run", "--allow-read"]],
          ["bun", ["bun"]],
        ] as const)
          for (const [, code = "", output] of examples) {
            writeFileSync(join(folder, "example.js"), code);
            const [command, ...flags] = runtime;
            const said = execFileSync(join(folder, "node_modules/.bin", command), [...flags, "example.js"], {
              cwd: folder,
              encoding: "utf8",
            });
            assert.equal(joinLines(said), joinLines(output ?? ""), name);
          }
      });

    test("run by npx as their README says", () => {
      const vmx =
        'displayName = "web-01"\nguestOS = "rhel9-64"\nethernet0.present = "TRUE"\nethernet0.virtualDev = "e1000"\n';
      const folder = startProject("commands", { "inventory.vmx": vmx });
      const [, block = ""] = /```sh\n(.*?)```/s.exec(readme) ?? [];
      const outcomes = block
        .trim()
        .split("\n")
        .map((line) => {
          // Only what is installed: npx must not ask the registry.
          const { status, stdout, stderr } = spawnSync("sh", ["-c", line.replace("npx", "npx --no-install")], {
            cwd: folder,
            encoding: "utf8",
          });
          return { status, first: (stdout || stderr).split("\n")[0], stdout };
        });
      assert.deepEqual(
        outcomes.map(({ status, first }) => [status, first]),
        [
          [0, "Use VMXNET3"],
          // The audit has a finding.
          [1, "{"],
          [0, "windows-server-2019-64       Windows Server 2019, 64-bit"],
          [0, "NAME"],
        ],
      );
      const audit = JSON.parse(outcomes[1]?.stdout ?? "") as { adapters: { machine: string; verdict: string }[] };
      assert.deepEqual(
        audit.adapters.map(({ machine, verdict }) => [machine, verdict]),
        [["web-01", "change"]],
      );
      const refused = spawnSync("npx", ["--no-install", "vnic-advisor", "advise", "--guest", "nope"], { cwd: folder });
      assert.equal(refused.status, 2);
    });

    test("check the types of a program that uses them, with the resolution of Node and of bundlers", () => {
      const folder = startProject("types", { "program.ts": typedProgram });
      for (const [module, resolution] of [
        ["nodenext", "nodenext"],
        ["esnext", "bundler"],
      ] as const) {
        const flags = ["--noEmit", "--strict", "--skipLibCheck", "false", "--types", "", "--target", "es2022"];
        const { status, stdout } = spawnSync(
          bin("tsc"),
          [...flags, "--lib", "es2023", "--module", module, "--moduleResolution", resolution, "program.ts"],
          { cwd: folder, encoding: "utf8" },
        );
        assert.equal(status, 0, stdout);
      }
    });

    test("check the types of a page that uses the element", () => {
      const folder = startProject("element-types", { "page.ts": typedPage });
      const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--types", "", "--target", "es2022"];
      const { status, stdout } = spawnSync(
        bin("tsc"),
        [...flags, "--lib", "es2023,dom", "--module", "esnext", "--moduleResolution", "bundler", "page.ts"],
        { cwd: folder, encoding: "utf8" },
      );
      assert.equal(status, 0, stdout);
    });

    /** Bundles the worker as its tools do. */
    const bundleWorker = async (name: string, format: "iife" | "esm"): Promise<{ folder: string; text: string }> => {
      const folder = startProject(name, { "worker.js": worker });
      const { outputFiles } = await build({
        absWorkingDir: folder,
        entryPoints: ["worker.js"],
        bundle: true,
        write: false,
        format,
        globalName: "worker",
        platform: "browser",
        conditions: ["workerd", "worker", "browser"],
        logLevel: "silent",
      });
      return { folder, text: outputFiles[0]?.text ?? "" };
    };
    const checkWorker = async (fetch: (init: RequestInit) => Promise<Response>): Promise<void> => {
      const ask = async (body: unknown): Promise<[number, unknown]> => {
        const response = await fetch({ method: "POST", body: JSON.stringify(body) });
        return [response.status, await response.json()];
      };
      assert.deepEqual(await ask({ guest: "rhel9-64" }), [200, { recommended: "vmxnet3" }]);
      const [status, answer] = await ask({ guest: "nope" });
      assert.equal(status, 400);
      assert.match(JSON.stringify(answer), /expected a guest id or name/);
      assert.deepEqual(
        await ask({ inventory: 'guestOS = "rhel9-64"\nethernet0.present = "TRUE"\nethernet0.virtualDev = "e1000"' }),
        [200, { verdicts: ["change"] }],
      );
    };

    test("answer in a worker, which has no process, no files and no window", async () => {
      const { text } = await bundleWorker("worker", "iife");
      const context = vm.createContext({ Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams });
      vm.runInContext(text, context);
      await checkWorker((init) => {
        context.request = new Request("https://worker.example/", init);
        return vm.runInContext("worker.default.fetch(request)", context) as Promise<Response>;
      });
    });

    // The runtime of Cloudflare's workers, 130 MB from the registry.
    if (isThorough)
      test("answer in workerd", async () => {
        const { folder, text } = await bundleWorker("workerd", "esm");
        writeFileSync(join(folder, "bundle.js"), text);
        writeFileSync(join(folder, "config.capnp"), workerdConfig);
        installRuntimes(folder, "workerd@1");
        const server = spawn("node_modules/.bin/workerd", ["serve", "config.capnp", "--control-fd=3"], {
          cwd: folder,
          stdio: ["ignore", "inherit", "inherit", "pipe"],
        });
        try {
          const control = server.stdio[3] as Readable;
          const [line] = (await once(control, "data")) as [Buffer];
          const { port } = JSON.parse(String(line).split("\n")[0] ?? "") as { port: number };
          await checkWorker((init) => fetch(`http://127.0.0.1:${port}/`, init));
        } finally {
          server.kill();
        }
      });

    test("describe every name that they export", async () => {
      const [folder = ""] = folders;
      const names = Object.keys((await import(join(folder, "index.js"))) as object);
      const { createAdvisor } = (await import(
        join(folder, "index.js")
      )) as typeof import("../../advisor/package/index.ts");
      const { default: knowledge } = (await import(join(folder, "knowledge.json"), { with: { type: "json" } })) as {
        default: Parameters<typeof createAdvisor>[0];
      };
      const advisor = createAdvisor(knowledge);
      const reference = readme.slice(readme.indexOf("## Reference"));
      for (const name of [...names, ...Object.keys(advisor).map((method) => `advisor.${method}`)])
        assert.ok(reference.includes(`\`${name}`), name);
    });

    test("refuse rules and policies that name what does not exist", async () => {
      const [folder = ""] = folders;
      const { createAdvisor } = (await import(
        join(folder, "index.js")
      )) as typeof import("../../advisor/package/index.ts");
      const { default: knowledge } = (await import(join(folder, "knowledge.json"), { with: { type: "json" } })) as {
        default: Parameters<typeof createAdvisor>[0];
      };
      const because = "NET-7";
      const then = { exclude: ["e1000"] };
      const wrong: [Parameters<typeof createAdvisor>[1], RegExp][] = [
        [
          { rules: [{ id: "a", when: {}, then: { exclude: ["sr-iov"] }, because }] },
          /^InvalidRules: a: then\.exclude: found "sr-iov", .*nearest: sriov$/,
        ],
        [
          { rules: [{ id: "a", when: { packetrate: {} } as object, then, because }] },
          /^InvalidRules: a: when: found "packetrate", .*nearest: packetRate$/,
        ],
        [
          { rules: [{ id: "a", when: { requires: ["vmotoin"] }, then, because }] },
          /^InvalidRules: a: when\.requires: .*nearest: vmotion$/,
        ],
        [{ rules: [{ id: knowledge.rules[0]?.id ?? "", when: {}, then, because }] }, /found the id of another rule/],
        [
          { policy: { name: "x", exclude: { "sr-iov": "no" } } },
          /^InvalidPolicy: policy: exclude\.sr-iov: unknown adapter/,
        ],
        [
          { words: { headline: {} } as object },
          /^InvalidWords: words\.headline: there is no such text; nearest: headlines$/,
        ],
        [{ policy: "requires: [ha]" }, /^InvalidPolicy: policy:1: name: found nothing/],
      ];
      for (const [options, message] of wrong) assert.throws(() => createAdvisor(knowledge, options), message);
    });
  });

  describe("of the element", () => {
    const folder = join(root, "build/packages/element");

    test("can be loaded without a DOM, where it defines nothing", () => {
      for (const name of ["index", "class", "vue", "svelte"]) {
        const code = `const { VnicAdvisor } = await import(${JSON.stringify(join(folder, `${name}.js`))}); console.log(typeof VnicAdvisor, typeof customElements);`;
        assert.equal(
          execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }),
          "function undefined\n",
        );
      }
    });

    test("has a manifest with every attribute that the element observes, with type and description", () => {
      const { modules } = JSON.parse(readFileSync(join(folder, "custom-elements.json"), "utf8")) as {
        modules: {
          declarations?: Record<string, { name: string; description?: string; type?: { text: string } }[]>[];
        }[];
      };
      const [declaration] = modules.flatMap(({ declarations = [] }) => declarations);
      const attributes = declaration?.attributes ?? [];
      assert.deepEqual(
        attributes.map(({ name }) => name).sort(),
        [...Object.keys(FIELD_ATTRIBUTES), ...OWN_ATTRIBUTES].sort(),
      );
      for (const { name, description, type } of [
        ...attributes,
        ...(declaration?.events ?? []),
        ...(declaration?.members ?? []),
      ])
        assert.ok(description && type?.text, name);
      const code = ["advisor-element.ts", "component-events.ts", "component-root.ts"]
        .map((name) => readFileSync(join(root, "advisor/ui", name), "utf8"))
        .join("\n");
      for (const { name } of declaration?.events ?? []) assert.ok(code.includes(`"${name}"`), name);
      for (const { name } of declaration?.members ?? []) assert.ok(code.includes(` get ${name}()`), name);
      for (const { name } of declaration?.cssParts ?? []) assert.ok(code.includes(`"${name}",`), name);
    });
  });
});

const typedProgram = `
import { createAdvisor, type Advice, InvalidSituation, type Options, type OwnRule, type Words } from "@vnic-atlas/advisor";
import fleet from "@vnic-atlas/advisor/fleet.json" with { type: "json" };
import knowledge from "@vnic-atlas/advisor/knowledge.json" with { type: "json" };

const options: Options = {
  fleet,
  policy: { name: "Contoso" },
  rules: [{ id: "own", when: { packetRate: { above: 1 } }, then: { exclude: ["e1000"] }, because: "NET-9" }],
  words: { headlines: { use: (adapter) => adapter.toUpperCase() } },
};
const advisor = createAdvisor(knowledge, options);
export const advice: Advice = advisor.advise({ guest: "rhel9-64", requires: ["vmotion"] });
export const id: string | null = advisor.recommend({ platform: "kvm" });
export const verdicts: Promise<string[]> = advisor
  .audit([{ name: "a.vmx", bytes: new Uint8Array() }], { target: "kvm" })
  .then(({ adapters }) => adapters.map(({ verdict }) => verdict));
export const isOurs = (error: unknown): boolean => error instanceof InvalidSituation && error.problems.length > 0;
const rules = [
  { id: "own", when: { guestFamily: ["linux"] }, then: { exclude: ["e1000"] }, because: "NET-9" },
] satisfies OwnRule[];
const words = { headlines: { keep: (adapter) => adapter.toUpperCase() } } satisfies Words;
export const policy: string | undefined = createAdvisor(knowledge, { rules, words }).advise({}).policy?.name;
// @ts-expect-error There is no such field.
advisor.advise({ colour: "red" });
// @ts-expect-error Features are a list.
advisor.advise({ requires: "vmotion" });
// @ts-expect-error A rule needs its reason.
createAdvisor(knowledge, { rules: [{ id: "own", when: {}, then: {} }] });
`;

const typedPage = `
import "@vnic-atlas/element";
import type { OwnTexts } from "@vnic-atlas/element";

document.addEventListener("vnic-advice", ({ detail }) => console.log(detail.recommended));
window.addEventListener("vnic-problem", ({ detail }) => console.log(detail.problems));
const element = document.createElement("vnic-advisor");
element.situation = { guest: "rhel9-64" };
element.situation = null;
const words = {
  words: { copyMarkdown: "Copy" },
  messages: { headlines: { use: "{1} verwenden", keep: (adapter) => adapter } },
  questions: { guest: { label: "System" } },
} satisfies OwnTexts;
element.words = words;
// @ts-expect-error There is no such text.
element.words = { words: { nosuch: "x" } };
// @ts-expect-error The text is in the group words.
element.words = { copyMarkdown: "x" };
`;

const workerdConfig = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .advisor)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const advisor :Workerd.Worker = (
  modules = [(name = "bundle.js", esModule = embed "bundle.js")],
  compatibilityDate = "2024-09-01"
);
`;

const worker = `
import { createAdvisor, describeProblem } from "@vnic-atlas/advisor";
import knowledge from "@vnic-atlas/advisor/knowledge.json";

const advisor = createAdvisor(knowledge);
export default {
  async fetch(request) {
    const { inventory, ...input } = await request.json();
    if (inventory !== undefined) {
      const { adapters } = await advisor.audit([{ name: "a.vmx", bytes: new TextEncoder().encode(inventory) }]);
      return Response.json({ verdicts: adapters.map(({ verdict }) => verdict) });
    }
    const { situation, problems } = advisor.parse(input);
    if (problems.length > 0) return Response.json({ problems: problems.map(describeProblem) }, { status: 400 });
    return Response.json({ recommended: advisor.recommend(situation) });
  },
};
`;
