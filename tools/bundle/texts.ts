import type { Plugin } from "esbuild";
import { transform } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lets a script import style sheets as minified text, for a shadow root,
 * and the compiled knowledge as `atlas:knowledge`; modules.d.ts gives both their types.
 */
export function importTexts(root: string): Plugin {
  return {
    name: "texts",
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: "es2022" });
        return { contents: code.trim(), loader: "text" };
      });
      build.onResolve({ filter: /^atlas:knowledge$/ }, ({ path }) => ({ path, namespace: "atlas" }));
      build.onLoad({ filter: /.*/, namespace: "atlas" }, () => {
        const knowledge = readFileSync(join(root, "build/advisor/knowledge.json"), "utf8");
        // Browsers parse JSON faster than the same value written as a program.
        return { contents: `export default JSON.parse(${JSON.stringify(knowledge)})`, loader: "js" };
      });
    },
  };
}
