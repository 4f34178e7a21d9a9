import { Ajv2020 } from "ajv/dist/2020.js";
import { isNode, LineCounter, parseDocument } from "yaml";
import type { Document } from "yaml";
import { describeProblem, readSituation } from "../../../advisor/read-situation.ts";
import type { Advisor } from "../../../advisor/advise.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { BrokenRecords } from "../broken-records.ts";

/** What is authored in assets/examples, as text. */
export interface ExampleFiles { text: string; schema: object }

/** A situation that the page of examples shows; a hard case has a sheet of its own. */
export type AuthoredExample = { id: string; says: string; situation: Situation } & ({ group: "first" | "more" } | { group: "hard"; title: string });

const file = "assets/examples/examples.yaml";

/** Reads the file of examples; whatever the schema or the advisor refuses is named with its place. */
export function readExamples({ text, schema }: ExampleFiles, advisor: Advisor): AuthoredExample[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, lineCounter: lines });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  refuse(document.errors.map(({ pos, message }) => `${place(pos[0])}  ${message}`));
  const data: unknown = document.toJS();
  const placeOf = (path: readonly string[]): string => place(offsetOf(document, path));
  const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false }).compile(schema);
  if (!validate(data)) {
    // What "if" leads to says it better than that it failed.
    refuse((validate.errors ?? []).filter(({ keyword }) => keyword !== "if").map(({ instancePath, message = "", params }) => {
      const path = instancePath.split("/").slice(1);
      return `${placeOf(path)}  ${path.join(".") || "the file"} ${message} ${JSON.stringify(params)}`;
    }));
  }
  const examples = Object.entries(data as Record<string, Omit<AuthoredExample, "id">>).map(([id, example]) => ({ id, ...example }) as AuthoredExample);
  refuse(examples.flatMap(({ id, situation }) =>
    readSituation(advisor, situation).problems.map((problem) => `${placeOf([id, "situation", problem.field])}  ${id}: ${describeProblem(problem)}`)));
  return examples;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new BrokenRecords(problems.join("\n"));
}

/** Where a value begins, or the innermost thing around it that exists. */
function offsetOf(document: Document.Parsed, path: readonly string[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
