import { UsageError } from "../../records/command-line.mjs";
import { isMapping } from "../../check/select.ts";
import { openId } from "../../check/placeholders.ts";
import type { Kind } from "../../records/kinds.ts";
import { importPaths } from "../../kit/import/command.ts";
import { answerDataset, type DatasetAnswers, suggestRepetitions } from "../../kit/import/draft-dataset.ts";
import { describeProblem } from "../../kit/import/report.ts";
import type { NewArguments } from "./flags.ts";
import type { Leaf } from "./leaves.ts";

/** Reads the files of `--from`: what they say of a dataset, and what could not be read. */
export async function readFrom(
  kind: Kind,
  { from, areRepetitions }: NewArguments,
): Promise<{ answers: DatasetAnswers; problems: string[] } | undefined> {
  if (from.length === 0) {
    if (areRepetitions) throw new UsageError("--repetitions goes with --from FILE");
    return undefined;
  }
  if (kind !== "dataset") throw new UsageError(`--from makes a dataset; a ${kind} is not measured`);
  const { rows, problems } = await importPaths(from);
  const lines = problems.map(describeProblem);
  if (rows.length === 0) throw new UsageError(lines.join("\n"));
  const hint = areRepetitions ? undefined : suggestRepetitions(rows);
  return { answers: answerDataset(rows, { areRepetitions }), problems: [...lines, ...(hint ? [hint] : [])] };
}

/** Whether the files answer a field of the record; of the rows only the adapter may be open. */
export function isImported({ path }: Leaf, answers: DatasetAnswers): boolean {
  if (path[0] === "measurements")
    return path.at(-1) !== "adapter" || answers.measurements.every(({ adapter }) => adapter !== openId);
  let value: unknown = answers;
  for (const step of path) value = isMapping(value) ? value[step] : undefined;
  return value !== undefined;
}

/** Puts what somebody answered over what the files say; an answer for a row counts for every row. */
export function mergeAnswers(
  imported: DatasetAnswers,
  { measurements, ...given }: { [key: string]: unknown },
): DatasetAnswers {
  const [ofRows = {}] = Array.isArray(measurements) ? (measurements as unknown[]) : [];
  return {
    ...(merge(imported, given) as DatasetAnswers),
    measurements: imported.measurements.map((row) => merge(row, ofRows) as DatasetAnswers["measurements"][number]),
  };
}

function merge(under: unknown, over: unknown): unknown {
  if (!isMapping(under) || !isMapping(over)) return over ?? under;
  return {
    ...under,
    ...Object.fromEntries(Object.entries(over).map(([name, value]) => [name, merge(under[name], value)])),
  };
}
