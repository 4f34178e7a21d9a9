import { readFileSync } from "node:fs";
import { MARGIN } from "../../../advisor/steps/validation-commands.ts";
import { readCommandLine, UsageError } from "../../records/command-line.mjs";
import { describeReason, type KitCall } from "../call.ts";
import { describeProblem } from "../import/report.ts";
import {
  compareFiles,
  type Comparison,
  describeVerdict,
  formatInterval,
  formatNumber,
  formatUnits,
} from "./compare.ts";
import { describeMeasure } from "./measure.ts";
import { joinFiles, readSamples } from "./samples.ts";

const usualMargin = `${100 * MARGIN}%`;

/** What `kit compare --help` prints. */
const compareUsage = `Usage: npm run -s kit -- compare A.json B.json [--margin 5%] [--json]
       npm run -s kit -- compare BOTH.json [--margin 5%] [--json]
       npm run -s kit -- compare --a A1.xml --a A2.xml --b B1.xml --b B2.xml

Compares two adapters: for each measure the ratio B/A with its 95 % confidence interval. Reads results of the validation
kit and everything that kit import reads.

  --a FILE, --b FILE   a file of side A or B; repeatable, for files of single runs
  --margin PERCENT     difference that does not matter; default ${usualMargin}
  --json               print a list with one object for each measure

confirmed: B is better. refuted: B is worse. equivalent: the difference is within the margin. undecided: more runs are needed.
Exit status: 0 something was compared, 2 nothing could be compared.

Example: npm run -s kit -- compare e1000e.json vmxnet3.json --margin 3%
`;

/** Runs `kit compare`. */
export async function runCompare({ words, print, printError }: KitCall): Promise<number> {
  const options = {
    a: { type: "string", multiple: true, default: [] as string[] },
    b: { type: "string", multiple: true, default: [] as string[] },
    json: { type: "boolean" },
    margin: { type: "string", default: usualMargin },
  } as const;
  const { values, positionals } = readCommandLine(words, options, "see kit compare --help");
  if (values.help) {
    print(compareUsage);
    return 0;
  }
  const named = [values.a, values.b];
  if (named.flat().length > 0 && positionals.length > 0)
    throw new UsageError(`kit compare: put --a or --b before every file, found "${positionals[0]}" without either`);
  if (named.flat().length > 0 && named.some((names) => names.length === 0))
    throw new UsageError(
      `kit compare: side ${values.a.length === 0 ? "A" : "B"} has no file. Example: --a a-1.json --a a-2.json --b b.json`,
    );
  const groups = named.flat().length > 0 ? named : positionals.map((name) => [name]);
  if (groups.length === 0 || groups.length > 2)
    throw new UsageError(
      `kit compare needs one or two files, found ${positionals.length}. Example: npm run -s kit -- compare a.json b.json, or --a FILE and --b FILE for several files a side`,
    );
  const margin = readMargin(values.margin);
  const files = await Promise.all(
    groups.map(async (names) =>
      joinFiles(await Promise.all(names.map(async (name) => ({ name, ...(await readSamples(open(name))) })))),
    ),
  );
  const { comparisons, problems } = compareFiles(files, margin);
  if (values.json) print(`${JSON.stringify(comparisons, null, 2)}\n`);
  else print(comparisons.map(formatComparison).join("\n"));
  for (const problem of problems) printError(`kit: ${describeProblem(problem)}\n`);
  return comparisons.length > 0 ? 0 : 2;
}

function open(name: string): { name: string; bytes: Uint8Array } {
  try {
    return { name, bytes: readFileSync(name) };
  } catch (error) {
    throw new UsageError(`${name}: ${describeReason(error)}`);
  }
}

/** A margin such as "5%" or "5" as a part of one. */
function readMargin(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s?%?$/.exec(text.trim()) ?? [];
  const percent = Number(digits);
  if (digits === undefined || percent <= 0 || percent >= 100)
    throw new UsageError(`--margin: "${text}" is not a percentage between 0 and 100. Example: --margin 5%`);
  return percent / 100;
}

function formatComparison(comparison: Comparison): string {
  const { unit, better, a, b, notes } = comparison;
  const side = (name: string, summary: Comparison["a"]): string => {
    const { geometricMean, min, max, marks } = summary;
    return `  ${name}  ${formatNumber(geometricMean)} ${unit}, ${formatNumber(min)} to ${formatNumber(max)}, n = ${formatUnits(summary)}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
  };
  return [
    `${describeMeasure(comparison)} (${better} is better)`,
    side("A", a),
    side("B", b),
    `  B/A ${formatInterval(comparison)}: ${describeVerdict(comparison)}`,
    ...notes.map((note) => `  ${note}`),
    "",
  ].join("\n");
}
