import type { Plugin } from "esbuild";
import { dirname, join, resolve } from "node:path";

/**
 * Takes from Vega's packages only the modules that the charts use. A package's own bundle is one file whose parts keep each
 * other alive; its sources, which it ships too, can be told apart. What Vega imports but a drawing in SVG with rows at hand
 * never calls is replaced by the files of assets/ts/charts/left-out.
 */
export function pruneVega(root: string): Plugin {
  const leftOut = (name: string): string => join(root, "assets/ts/charts/left-out", name);
  return {
    name: "prune-vega",
    setup({ onResolve }) {
      onResolve({ filter: /^vega-[a-z-]+$/ }, ({ path }) => {
        const replacement = replacements.get(path);
        const file =
          replacement === undefined
            ? join(root, "node_modules", path, path === "vega-util" ? "build/index.js" : "index.js")
            : leftOut(replacement);
        return { path: file, sideEffects: false };
      });
      onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, importer }) => {
        const place = /[\\/]node_modules[\\/](vega-[a-z-]+)[\\/]/.exec(importer);
        if (!place) return undefined;
        const file = resolve(dirname(importer), path);
        const replacement = replacements.get(
          `${place[1]}/${file.slice(file.lastIndexOf("src")).replaceAll("\\", "/")}`,
        );
        return { path: replacement === undefined ? file : leftOut(replacement), sideEffects: false };
      });
    },
  };
}

/** Packages, and modules of packages, with what stands in for them. */
const replacements = new Map([
  // No address is loaded and no canvas drawn on.
  ["vega-loader", "loader.ts"],
  ["vega-canvas", "canvas.ts"],
  // Expressions are interpreted; the content policy forbids to make functions of text.
  ["vega-runtime/src/expression.js", "codegen.ts"],
  // Colours come from the style sheet.
  ["vega-scale/src/schemes.js", "schemes.ts"],
]);
