import { findComplaints } from "./find-complaints.ts";
import { vetFixes } from "./fix/vet-fixes.ts";
import type { Finding, Rule, WorldComplaint } from "./rule.ts";
import { rules as allRules } from "./rules.ts";
import type { World } from "./world.ts";
import { dropUndefined } from "../records/objects.ts";
import { compareText, endSentence } from "../records/words.ts";

/** Runs the rules over all records and returns every finding in the files asked for, sorted by file and place. */
export function checkRecords(world: World, rules: readonly Rule[] = allRules): Finding[] {
  // Rules still read the other records through the world.
  const asked = world.set.records.filter(({ file }) => world.isAskedFor(file));
  const findings = findComplaints(world, rules, asked)
    .map(({ rule, complaint }) => placeFinding(complaint, rule.name))
    .filter(({ file }) => world.isAskedFor(file))
    .sort(byPlace);
  return vetFixes(findings, world.set).map(mentionFix);
}

function placeFinding(complaint: WorldComplaint, rule: string): Finding {
  if (!("record" in complaint)) return dropUndefined({ ...complaint, rule });
  const { record, path, onKey, at, message, help, fix, others } = complaint;
  const position = at ?? (onKey ? record.locateKey(path) : record.locate(path));
  return dropUndefined({ file: record.file, ...position, rule, message, help: help || undefined, fix, others });
}

function mentionFix(finding: Finding): Finding {
  if (!finding.fix) return finding;
  return {
    ...finding,
    help: finding.help ? `${endSentence(finding.help, ";")} run ${fixCommand}` : `run ${fixCommand}`,
  };
}

const fixCommand = "npm run check -- --fix";

function byPlace(a: Finding, b: Finding): number {
  return compareText(a.file, b.file) || a.line - b.line || a.col - b.col || compareText(a.message, b.message);
}
