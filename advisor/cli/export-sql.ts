import type { Advisor } from "../advisor.ts";
import { expectOneOf } from "../questions/nearest.mjs";
import { dialects } from "../sql/dialects.ts";
import { refuseFlag, splitFlags } from "./flags.ts";
import { EXIT, type Terminal } from "./terminal.ts";

/** Flags of export-sql, with the values that are known. */
export const EXPORT_VALUES: Readonly<Record<string, readonly string[]>> = {
  "--dialect": Object.keys(dialects),
  "--out": [],
};

/** Writes the decision table as tables and a query into a folder; gives 0, or 2 for flags that cannot be used. */
export async function exportSqlCommand(words: string[], advisor: Advisor, terminal: Terminal): Promise<number> {
  const { dialect, out, problems } = parseExportFlags(words);
  if (terminal.files === undefined) problems.push(`--out: found "${out}", but files cannot be written here`);
  problems.forEach(terminal.complain);
  if (problems.length > 0) return EXIT.unusable;
  const { exportSql } = await import("../sql/export-sql.ts");
  for (const { name, text } of exportSql(advisor, dialect)) {
    const path = out.endsWith("/") ? out + name : `${out}/${name}`;
    try {
      terminal.files?.write(path, text);
    } catch (error) {
      terminal.complain(`--out: found "${path}" (${(error as Error).message}), expected a folder that can be written`);
      return EXIT.unusable;
    }
    terminal.print(path);
  }
  return EXIT.done;
}

function parseExportFlags(words: string[]): { dialect: string; out: string; problems: string[] } {
  const known = Object.keys(EXPORT_VALUES);
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const token of splitFlags(words, known)) {
    const word = words[token.index] ?? "";
    const flag = token.kind === "option" ? `--${token.name}` : word;
    if (token.kind === "option" && known.includes(flag)) {
      if (flag in values) problems.push(`${flag}: found twice, expected once`);
      // The next flag is nobody's value: `--out --dialect duckdb` lacks the folder.
      const isFlag = !token.inlineValue && token.value?.startsWith("--") === true;
      values[flag] = isFlag ? "" : (token.value ?? "");
    } else if (token.kind !== "option-terminator") problems.push(refuseFlag(word, known));
  }
  const { "--dialect": dialect = "", "--out": out = "" } = values;
  if (!Object.hasOwn(dialects, dialect))
    problems.push(
      `--dialect: found ${dialect === "" ? "nothing" : `"${dialect}"`}, ${expectOneOf(dialect, Object.keys(dialects))}`,
    );
  if (out.trim() === "") problems.push("--out: found nothing, expected a folder, which is made if it is missing");
  return { dialect, out, problems };
}
