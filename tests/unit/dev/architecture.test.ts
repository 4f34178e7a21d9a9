import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, test } from "node:test";
import { listFiles } from "../../../tools/records/list-files.mjs";
import { readImports } from "../../imports.ts";

const root = join(import.meta.dirname, "../../..");

/** From the ground up; a module imports from its own layer and those below. ARCHITECTURE.md draws them. */
const layers = [
  "advisor",
  "tools/records",
  "tools/check",
  "tools/kit",
  "assets",
  "tools/site",
  "tools/packages",
  "tools/lab",
  "tools/dev",
];

const files = layers
  .flatMap((layer) => listFiles(join(root, layer)))
  .map((path) => relative(root, path).replaceAll("\\", "/"))
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && !path.endsWith(".d.ts"));

describe("the modules of the project", () => {
  test("import nothing from a higher layer, types neither", () => {
    assert.ok(files.length > 500, `only ${files.length} modules were found`);
    assert.deepEqual(listUpward(files, importsOf), []);
  });

  test("form no circle, not by their types either", () => {
    assert.deepEqual(listCircles(files, importsOf), []);
  });
});

describe("README.md", () => {
  test("says what each dependency is for", () => {
    const rows = readFileSync(join(root, "README.md"), "utf8").matchAll(/^\| ([^|]+) \|/gm);
    const named = new Set([...rows].flatMap(([, names = ""]) => names.split(", ")));
    const manifests = ["package.json", "advisor/package.json"].map(
      (file) => JSON.parse(readFileSync(join(root, file), "utf8")) as { [list: string]: object | undefined },
    );
    const names = manifests.flatMap(({ dependencies, devDependencies }) =>
      Object.keys({ ...dependencies, ...devDependencies }),
    );
    assert.deepEqual(
      names.filter((name) => !named.has(name)),
      [],
    );
  });
});

describe("README.md, CONTRIBUTING.md and ARCHITECTURE.md", () => {
  test("name only commands that npm run offers", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
    for (const file of ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]) {
      const commands = readFileSync(join(root, file), "utf8").matchAll(/npm run (?:-s )?([a-z:]+)/g);
      for (const [, name = ""] of commands) assert.ok(name in scripts, `${file} names npm run ${name}`);
    }
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

  test("names only files that exist", () => {
    const there = ["advisor", "assets", "content", "data/rules", "tests", "tools"]
      .flatMap((folder) => listFiles(join(root, folder)))
      .map((path) => relative(root, path).replaceAll("\\", "/"));
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs|yaml|gotmpl))`/g)].map(([, name = ""]) => name);
    assert.ok(named.length > 50, `only ${named.length} files are named`);
    assert.deepEqual(
      named.filter((name) => !there.some((path) => path === name || path.endsWith(`/${name}`))),
      [],
    );
  });

  test("is right that only cli.ts of the advisor knows the file system and the clock", () => {
    assert.deepEqual(
      listKnowing(/from "node:(?!util")|import\("node:|\bprocess\.|\bnew Date\(\)|\bDate\.now\b/, ["advisor/cli.ts"]),
      [],
    );
    assert.ok(text.includes("Only `cli.ts` knows the file system and the clock"));
  });

  test("is right that only ui/ and element/ of the advisor know the DOM", () => {
    const dom =
      /\bglobalThis\.document\b|(?<![.\w])(?:document\.(?:\w*[eE]lement|body|baseURI)|window\.)|\bHTML\w*Element\b/;
    assert.deepEqual(listKnowing(dom, ["advisor/ui/", "advisor/element/"]), []);
  });

  test("has a line for every folder of the advisor and the tools", () => {
    const folders = new Set(
      ["advisor", "tools"]
        .flatMap((folder) => listFiles(join(root, folder)))
        .map((path) => dirname(relative(root, path)).replaceAll("\\", "/"))
        .filter((folder) => folder.includes("/")),
    );
    assert.ok(folders.size > 60, `only ${folders.size} folders were found`);
    assert.deepEqual(
      [...folders].filter((folder) => !text.includes(`${basename(folder)}/\``) && !text.includes(`\`${folder}\``)),
      [],
    );
  });
});

describe("the search for arrows", () => {
  const made: Record<string, string[]> = {
    "tools/records/a.ts": ["tools/check/b.ts"],
    "tools/check/b.ts": ["tools/check/c.ts"],
    "tools/check/c.ts": ["tools/check/b.ts"],
  };
  test("finds one that leads upward, and a circle", () => {
    const namesOf = (file: string): string[] => made[file] ?? [];
    assert.deepEqual(listUpward(Object.keys(made), namesOf), ["tools/records/a.ts imports tools/check/b.ts"]);
    assert.deepEqual(listCircles(Object.keys(made), namesOf), [["tools/check/b.ts", "tools/check/c.ts"]]);
  });

  test("reads imports of types", () => {
    const advice = "advisor/explain/advice.ts";
    assert.ok(importsOf("advisor/explain/reasons.ts").includes(advice));
    assert.ok(!readImports(root, "advisor/explain/reasons.ts").includes(advice));
  });
});

/** Modules of the advisor whose code, without comments, has something, apart from those at the places that may have it. */
function listKnowing(pattern: RegExp, allowed: readonly string[]): string[] {
  return files.filter(
    (file) =>
      file.startsWith("advisor/") &&
      !allowed.some((place) => file.startsWith(place)) &&
      pattern.test(readFileSync(join(root, file), "utf8").replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, "")),
  );
}

/** The style sheets of the site are bundled with the component and know of nothing. */
function importsOf(file: string): string[] {
  return readImports(root, file, { types: true }).filter((path) => !path.endsWith(".css"));
}

function findLayer(file: string): number {
  return layers.findIndex((layer) => file.startsWith(`${layer}/`));
}

function listUpward(files: readonly string[], namesOf: (file: string) => readonly string[]): string[] {
  return files.flatMap((file) =>
    namesOf(file)
      .filter((name) => findLayer(name) > findLayer(file))
      .map((name) => `${file} imports ${name}`),
  );
}

/** Groups of modules that reach each other (Tarjan's strongly connected components). */
function listCircles(files: readonly string[], namesOf: (file: string) => readonly string[]): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    let low = order.size;
    order.set(file, low);
    const own = low;
    open.push(file);
    for (const name of namesOf(file)) {
      if (!order.has(name)) low = Math.min(low, visit(name));
      else if (open.includes(name)) low = Math.min(low, order.get(name) ?? own);
    }
    if (low === own) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1 || namesOf(file).includes(file)) circles.push(members.sort());
    }
    return low;
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return circles;
}
