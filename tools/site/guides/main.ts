import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { settleDraft } from "../../check/draft/draft.ts";
import { writeYaml } from "../../check/draft/write-yaml.ts";
import type { Finding } from "../../check/rule.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { ToolError } from "../../records/command-line.mjs";
import { type Kind, kinds } from "../../records/kinds.ts";
import { writeFiles } from "../../records/write-files.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import { loadRecords } from "../../records/load-records.ts";
import { openRecordCache } from "../../records/record-cache.ts";
import { checkFragment, type Example, type Guide, type Setting } from "./check-fragment.ts";

/** Writes what the guides of a repository show into its build folder. */
export function compileRepositoryGuides(root: string, cache = openRecordCache(root)): void {
  const guides = readGuides(readGuideFiles(root));
  const shown = compileGuides(guides, { set: loadRecords(root, cache), schemas: loadSchemas(root) });
  writeFiles(join(root, "build"), new Map([["knowledge/guides.json", `${JSON.stringify(shown, null, 1)}\n`]]));
}

/** Reads the files of examples, by name. */
export function readGuideFiles(root: string): Map<string, string> {
  const folder = join(root, "assets/guides");
  return new Map(
    readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

/** What the guide for a kind shows besides its prose. */
interface ShownGuide {
  examples: ShownExample[];
  /** The commented draft that `npm run new` writes without answers. */
  template: string;
}

/** An example as its page shows it. */
interface ShownExample extends Pick<Example, "id" | "title" | "why"> {
  good: Line[];
  bad: Line[];
  /** What the checker says against the bad one; without a line where that is about the mapping around it. */
  findings: (Pick<Finding, "rule" | "message" | "help"> & { line?: number })[];
}

/** A line of a fragment, and whether a finding is about it. */
interface Line {
  text: string;
  isMarked: boolean;
}

/** Reads the guides' examples from their files; a kind without a file has none. */
export function readGuides(files: ReadonlyMap<string, string>): Guide[] {
  const known = kinds.map((kind) => `${kind}.yaml`);
  const problems = [...files.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => `assets/guides/${name}  is not named after a kind of record; accepted: ${known.join(", ")}`);
  if (problems.length > 0) throw new ToolError(problems.join("\n"));
  return kinds.map((kind) => ({ kind, examples: (parse(files.get(`${kind}.yaml`) ?? "[]") ?? []) as Example[] }));
}

/** Tries every example and notes what the checker says. */
export function compileGuides(guides: readonly Guide[], setting: Setting): Record<Kind, ShownGuide> {
  const show = ({ kind, examples }: Guide): ShownGuide => ({
    examples: examples.map((example) => showExample(kind, example, setting)),
    template: template(kind, setting.schemas),
  });
  return Object.fromEntries(guides.map((guide) => [guide.kind, show(guide)])) as Record<Kind, ShownGuide>;
}

function showExample(kind: Kind, example: Example, setting: Setting): ShownExample {
  const { id, title, why, good, bad } = example;
  const findings = checkFragment(kind, example, "bad", setting);
  return {
    id,
    title,
    why,
    good: listLines(good, []),
    bad: listLines(bad, findings),
    findings: findings.map(({ line, rule, message, help }) => ({
      ...(line > 0 ? { line } : {}),
      rule,
      message,
      ...(help ? { help } : {}),
    })),
  };
}

function listLines(fragment: string, findings: readonly Finding[]): Line[] {
  const marked = new Set(findings.map(({ line }) => line));
  return fragment
    .trimEnd()
    .split("\n")
    .map((text, index) => ({ text, isMarked: marked.has(index + 1) }));
}

/** Writes the commented template of a kind's records: a valid draft in which everything has a placeholder. */
export function template(kind: Kind, schemas: SchemaSet): string {
  return writeYaml(kind, settleDraft({ kind, schemas, answers: {} }));
}
