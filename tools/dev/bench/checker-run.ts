import { checkRecords } from "../../check/check-records.ts";
import { runCheck } from "../../check/main.ts";
import { printReport } from "../../check/report.ts";
import { rules } from "../../check/rules.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { makeWorld } from "../../check/world.ts";
import { loadRecords } from "../../records/load-records.ts";

/** Milliseconds by the clock, and those that a processor was at work: on a busy machine the first say little. */
export interface Duration {
  clock: number;
  work: number;
}

/** What one process measures. */
export interface CheckerRun {
  phases: { [phase: string]: Duration[] };
  records: number;
  findings: number;
  /** Milliseconds of work of the whole process. */
  work: number;
  /** Kilobytes. */
  peakMemory: number;
}

/** Checks a repository, some rounds phase by phase or, with none, once as the command does; the result goes to the parent. */
const [root = "", rounds = "0"] = process.argv.slice(2);
const run: CheckerRun = { phases: {}, records: 0, findings: 0, work: 0, peakMemory: 0 };
const today = new Date().toISOString().slice(0, 10);
const nowhere = (): void => undefined;

if (rounds === "0") {
  runCheck([], {
    root,
    folder: root,
    today,
    site: "/",
    print: nowhere,
    printError: (text) => process.stderr.write(text),
  });
}
for (let round = 0; round < Number(rounds); round++) {
  const set = time("load", () => loadRecords(root));
  const world = time("schema", () => makeWorld({ set, schemas: loadSchemas(root), today }));
  const findings = time("rules", () => checkRecords(world));
  const records = set.records.length + set.tombstones.length + set.unreadable.length;
  time("report", () => printReport({ findings, records, fixed: new Map(), rules, site: "/" }, "text"));
  Object.assign(run, { records, findings: findings.length });
}
run.work = countWork();
run.peakMemory = process.resourceUsage().maxRSS;
process.send?.(run);

function time<T>(phase: string, work: () => T): T {
  const [start, before] = [performance.now(), countWork()];
  const result = work();
  (run.phases[phase] ??= []).push({ clock: performance.now() - start, work: countWork() - before });
  return result;
}

function countWork(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
