import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "../records/command-line.mjs";
import { writeAttributeTypes, writeCustomElements } from "./element-description.ts";
import { bundlePackage, type Files, nameDeclaration, readManifest } from "./package-files.ts";

const folder = "advisor/element";
/** Modules of the package, with the ending of their source. */
const modules = { index: "ts", class: "ts", react: "js", vue: "js", svelte: "js" } as const;

/** The files of `@vnic-atlas/element`: `<vnic-advisor>` as modules with everything in them, and its types for frameworks. */
export async function buildElementPackage(root: string): Promise<Files> {
  const files = await bundlePackage(root, "element", [`${folder}/index.ts`, `${folder}/class.ts`], {
    entryPoints: Object.entries(modules).map(([name, ending]) => join(root, folder, `${name}.${ending}`)),
    external: ["react"],
    // Its class has to exist on a server, too, where nothing is one of its elements.
    inject: [join(root, folder, "without-dom.js")],
  });
  for (const name of ["react", "vue", "svelte"])
    files.set(
      `types/${folder}/${name}.d.ts`,
      readFileSync(join(root, folder, `${name}.d.ts`), "utf8").replace(/(from "\.[^"]+)\.ts"/g, '$1.js"'),
    );
  files.set(`types/${folder}/attributes.d.ts`, writeAttributeTypes(root));
  files.set("react.js", `"use client";\n${new TextDecoder().decode(files.get("react.js") as Uint8Array)}`);
  files.set("custom-elements.json", writeCustomElements(root, readDocumented(root)));
  return files.set("package.json", writeManifest(root));
}

/** The names for style sheets that the page about embedding documents. */
function readDocumented(root: string): { parts: string[]; cssProperties: string[] } {
  const text = readFileSync(join(root, "content/embed/_index.md"), "utf8");
  const [, row = ""] = /^Parts for `::part\(\)`: (.*)$/m.exec(text) ?? [];
  const parts = [...row.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name);
  const cssProperties = [...new Set([...text.matchAll(/`(--vnic-[a-z-]+)`/g)].map(([, name = ""]) => name))];
  if (parts.length === 0 || cssProperties.length === 0)
    throw new ToolError("content/embed/_index.md names no parts or no custom properties");
  return { parts, cssProperties };
}

function writeManifest(root: string): string {
  const types = (name: string): string => `./types/${folder}/${nameDeclaration(`${name}.ts`)}`;
  const entries = Object.keys(modules).map((name) => [
    name === "index" ? "." : `./${name}`,
    { types: types(name), default: `./${name}.js` },
  ]);
  const manifest = {
    ...readManifest(root),
    name: "@vnic-atlas/element",
    description: "The web component of vNIC Atlas: asks about a VM and recommends a virtual network adapter.",
    keywords: ["web component", "custom element", "vsphere", "kvm", "virtual network adapter"],
    sideEffects: ["./index.js", "./react.js", "./vue.js", "./svelte.js", "./parts/*.js"],
    customElements: "./custom-elements.json",
    exports: {
      ...Object.fromEntries(entries),
      "./custom-elements.json": "./custom-elements.json",
      "./package.json": "./package.json",
    },
    peerDependencies: { react: ">=17", svelte: ">=5", vue: ">=3.3" },
    peerDependenciesMeta: { react: { optional: true }, svelte: { optional: true }, vue: { optional: true } },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
