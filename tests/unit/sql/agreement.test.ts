import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { providePythonTools } from "../../../tools/dev/setup/python-tools.mjs";
import { isExhaustive, isThorough } from "../../thorough.ts";
import { compareWithEngine, MISSPELT } from "./agreement.ts";
import { seed } from "../../chance.ts";

/** Compares what a database answers with what the engine answers. */
async function compare(dialect: string, tools: "tools" | "spark", count: number): Promise<void> {
  const { command, env } = await providePythonTools(process.env, tools);
  const [program, ...first] = command;
  const agreement = await compareWithEngine(dialect, count, seed, async (args) => {
    const { stdout } = await promisify(execFile)(program, [...first, ...args], { env });
    return stdout;
  });
  const { ordinary, left, compared, wronglyAnswered, disagreements, ignored } = agreement;
  const shown = `seed ${seed}`;
  process.stdout.write(
    `# ${dialect}: ${compared} compared, ${disagreements.length} disagreements, ${left} of ${ordinary} ordinary ones left to the engine\n`,
  );
  assert.deepEqual(disagreements.slice(0, 5), [], shown);
  assert.deepEqual(wronglyAnswered.slice(0, 5), [], shown);
  if (dialect === "duckdb") assert.deepEqual(ignored, [MISSPELT]);
  assert.ok(compared > count / 2, `${compared} of ${count} situations compared, ${shown}`);
  assert.ok(left <= 3 + ordinary * 0.005, `${left} of ${ordinary} situations left to the engine, ${shown}`);
}

describe("the exported query agrees with the engine about situations made by chance", () => {
  test("in DuckDB", () => compare("duckdb", "tools", isExhaustive ? 1_000_000 : isThorough ? 20_000 : 200));
  if (isExhaustive) test("in Spark", () => compare("spark", "spark", 100_000));
});
