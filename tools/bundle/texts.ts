import type { Plugin } from "esbuild";
import { transform } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Lets a script import style sheets as minified text, for a shadow root,
 * and the compiled knowledge as `atlas:knowledge`; modules.d.ts gives both their types.
 */
export function importTexts(readKnowledge: () => string): Plugin {
  return {
    name: "texts",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: "es2022" });
        return { contents: code.trim(), loader: "text" };
      });
      onResolve({ filter: /^atlas:knowledge$/ }, ({ path }) => ({ path, namespace: "atlas" }));
      onLoad({ filter: /.*/, namespace: "atlas" }, () => {
        // Browsers parse JSON faster than the same value written as a program.
        return { contents: `export default JSON.parse(${JSON.stringify(readKnowledge())})`, loader: "js" };
      });
    },
  };
}

/** Reads the knowledge that the last build has compiled. */
export function knowledgeOf(root: string): () => string {
  return () => readFileSync(join(root, "build/advisor/knowledge.json"), "utf8");
}
