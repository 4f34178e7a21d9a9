import { type Plugin, transform } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { partTexts } from "../../../advisor/knowledge/later-texts.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { packKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import { partSteps } from "../../../advisor/steps/fill-steps.ts";

const unpacker = fileURLToPath(new URL("../../../advisor/knowledge/pack-knowledge.ts", import.meta.url));

/**
 * Lets a script import style sheets as minified text, for a shadow root,
 * the compiled knowledge as `atlas:knowledge`, and that of the audit as `atlas:fleet`; modules.d.ts gives their types.
 * Where the knowledge is parted, its steps say nothing, and most of what is cited has no title.
 */
export function importTexts(readCompiled: ReadCompiled, { isParted }: { isParted: boolean }): Plugin {
  return {
    name: "texts",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: "es2022" });
        return { contents: code.trim(), loader: "text" };
      });
      onResolve({ filter: /^atlas:fleet$/ }, ({ path }) => ({ path, namespace: "atlas" }));
      onLoad({ filter: /^atlas:fleet$/, namespace: "atlas" }, () => ({
        contents: `export default JSON.parse(${JSON.stringify(readCompiled("fleet"))})`,
        loader: "js",
      }));
      onResolve({ filter: /^atlas:knowledge$/ }, ({ path }) => ({ path, namespace: "atlas" }));
      onLoad({ filter: /^atlas:knowledge$/, namespace: "atlas" }, () => {
        // Browsers parse JSON faster than the same value written as a program.
        const whole = JSON.parse(readCompiled("knowledge")) as Knowledge;
        const packed = JSON.stringify(
          packKnowledge(isParted ? partTexts(partSteps(whole, { keepsIds: true }).knowledge).knowledge : whole),
        );
        const contents = `import { unpackKnowledge } from ${JSON.stringify(unpacker)}; export default unpackKnowledge(JSON.parse(${JSON.stringify(packed)}))`;
        return { contents, loader: "js", resolveDir: dirname(unpacker) };
      });
    },
  };
}

/** Gives the text of compiled knowledge: of the advisor, or of the audit of fleets. */
export type ReadCompiled = (name: "fleet" | "knowledge") => string;

/** Reads what the last build has compiled. */
export function readCompiledOf(root: string): ReadCompiled {
  return (name) => readFileSync(join(root, `build/advisor/${name}.json`), "utf8");
}
