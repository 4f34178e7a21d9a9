import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportSql } from "../../../advisor/sql/export-sql.ts";
import { columnOf } from "../../../advisor/sql/conditions.ts";
import { readSituation } from "../../../advisor/questions/read-situation.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { addAdapterNames } from "../../../advisor/knowledge/adapter-names.ts";
import { createAdvisor } from "../../../advisor/index.ts";
import { fleet } from "../advisor/fleet/knowledge.ts";
import { knowledge } from "../advisor/knowledge.ts";
import { maybe, situations } from "../advisor/random-situations.ts";
import { fc } from "../../chance.ts";

const advisor = createAdvisor(addAdapterNames(knowledge, fleet.adapterNames));
const names = fc.constantFrom(...advisor.guests.keys());
/** Guests as inventories spell them. */
const listed = names.chain((name) => fc.constantFrom(name, name.toUpperCase(), `  ${name} `));
/** Guests in ways that no record lists; the query may leave them to the engine. */
const unlisted = names.chain((name) => fc.constantFrom(name.replaceAll(" ", "_"), `${name} x`, name.slice(0, -1)));
const products = fc
  .constantFrom(...knowledge.platforms.flatMap(({ id, productIds = [] }) => [id, ...productIds]))
  .chain((product) => fc.constantFrom(product, product.toUpperCase(), ` ${product.replaceAll("-", " ")} `));
/** Features in any case, and with spaces for hyphens. */
const respelt = (feature: string): string => feature.replaceAll("-", " ").toUpperCase();

/** Adapters by their ids, and by their names as inventories print them. */
const adapterSpellings = fc.constantFrom(
  ...new Set(
    knowledge.adapters.flatMap(({ id, platforms }) => [
      id,
      ...Object.values(platforms).flatMap(({ name }) => [name, name.toUpperCase(), name.toLowerCase()]),
    ]),
  ),
  ...Object.values(fleet.adapterNames).flatMap((of) =>
    Object.keys(of).flatMap((name) => [name, ` ${name.toUpperCase()}`, `Virtual${name}`]),
  ),
);

interface Made {
  input: Situation;
  isListed: boolean;
}

const made: fc.Arbitrary<Made> = fc
  .record({
    situation: situations,
    spelling: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: listed.map((guest) => ({ guest, isListed: true })) },
      { weight: 1, arbitrary: unlisted.map((guest) => ({ guest, isListed: false })) },
    ),
    product: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: products }),
    currentAdapter: maybe(adapterSpellings),
    isRespelt: fc.boolean(),
  })
  .map(({ situation, spelling, product, currentAdapter, isRespelt }) => ({
    input: {
      ...situation,
      ...(spelling && { guest: spelling.guest }),
      ...(product !== undefined && { platform: product }),
      ...(isRespelt && situation.requires && { requires: situation.requires.map(respelt) }),
      ...(currentAdapter !== undefined && { currentAdapter }),
    },
    isListed: spelling?.isListed ?? true,
  }));

/** How the query and the engine agree about situations made by chance. */
interface Agreement {
  /** Situations that the engine accepts, with a guest that is unknown or spelled as a record spells it. */
  ordinary: number;
  /** Of these, how many the query leaves to the engine. */
  left: number;
  /** Situations to which query and engine both give an answer. */
  compared: number;
  /** Situations that the engine refuses and the query answers. */
  wronglyAnswered: string[];
  /** Situations with two answers. */
  disagreements: string[];
  /** Columns that the query says it did not read; undefined if the database cannot list them. */
  ignored?: string[];
}

/** A column whose name is no field in snake_case. */
export const MISSPELT = "packetRate";

/** Runs the query over situations made by chance, and the engine beside it. `run` starts Python with arguments. */
export async function compareWithEngine(
  dialect: string,
  count: number,
  seed: number,
  run: (args: string[]) => Promise<string>,
): Promise<Agreement> {
  const folder = mkdtempSync(join(tmpdir(), "vnic-atlas-sql-"));
  try {
    for (const { name, text } of exportSql(advisor, dialect)) writeFileSync(join(folder, name), text);
    const sample = fc.sample(made, { numRuns: count, seed });
    writeFileSync(join(folder, "situations.json"), sample.map(toLine).join(""));
    const seconds = await run([join(import.meta.dirname, "decide.py"), dialect, folder]);
    process.stdout.write(`# ${dialect}: ${count} situations in ${seconds.trim()} s\n`);
    const agreement = judge(sample, readFileSync(join(folder, "recommendations.csv"), "utf8"));
    const ignored = join(folder, "ignored.txt");
    return existsSync(ignored) ? { ...agreement, ignored: readFileSync(ignored, "utf8").split("\n") } : agreement;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A row of the table `situations` as JSON. */
function toLine({ input }: Made, id: number): string {
  const columns = Object.entries(input).map(([field, value]) => [columnOf(field), value]);
  return `${JSON.stringify({ situation_id: id, [MISSPELT]: 1, ...Object.fromEntries(columns) })}\n`;
}

function judge(sample: readonly Made[], csv: string): Agreement {
  const answers = new Map(
    csv
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [id, recommended, needsEngine = ""] = line.split(",");
        return [Number(id), { recommended: recommended || null, isLeft: /^true$/i.test(needsEngine) }] as const;
      }),
  );
  assert.equal(answers.size, sample.length, "each situation has one answer");
  const agreement: Agreement = { ordinary: 0, left: 0, compared: 0, wronglyAnswered: [], disagreements: [] };
  for (const [id, { input, isListed }] of sample.entries()) {
    const { recommended, isLeft } = answers.get(id) ?? { recommended: null, isLeft: true };
    const { situation, problems } = readSituation(advisor, input);
    if (problems.length > 0) {
      if (!isLeft) agreement.wronglyAnswered.push(JSON.stringify({ input, recommended }));
      continue;
    }
    if (isListed) agreement.ordinary += 1;
    if (isLeft) agreement.left += isListed ? 1 : 0;
    else {
      agreement.compared += 1;
      const expected = advisor.brief(situation).recommended;
      if (expected !== recommended) agreement.disagreements.push(JSON.stringify({ input, expected, recommended }));
    }
  }
  return agreement;
}
