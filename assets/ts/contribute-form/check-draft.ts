import type { ErrorObject } from "ajv";
import world from "atlas:form-world";
import { dataset, files as schemaFiles, source } from "atlas:validators";
import { stringify } from "yaml";
import { findComplaints } from "../../../tools/check/find-complaints.ts";
import { rules } from "../../../tools/check/rules.ts";
import { linkSchemas, type SchemaSet } from "../../../tools/check/schema/schema-set.ts";
import type { JsonSchema } from "../../../tools/records/read-schemas.ts";
import type { World } from "../../../tools/check/world.ts";
import { fileOf, kinds, schemaFileOf } from "../../../tools/records/kinds.ts";
import { parseRecord } from "../../../tools/records/parse-record.ts";
import type { AnyRecord, FileProblem } from "../../../tools/records/record.ts";
import type { Checked, Data, Draft, DraftFile, FormKind, DraftProblem } from "./draft.ts";
import { knownIds } from "./known.ts";
import { listFields, orderFields } from "../../../tools/check/schema/fields.ts";
import { isMapping } from "../../../tools/check/select.ts";

const validators: { readonly [kind: string]: typeof dataset } = { dataset, source };
const schemas = linkSchemas(schemaFiles, (kind) => {
  const validator = validators[kind];
  if (!validator) throw new Error(`no validator for a ${kind} was built into the form`);
  return validator;
});

/** Writes a draft as the files that it will be, and reads and checks those as the checker does. */
export function checkDraft(draft: Draft, today: string): Checked {
  const files = [
    writeFile("dataset", draft.ids.dataset, draft.dataset),
    ...(draft.source ? [writeFile("source", draft.ids.source, draft.source)] : []),
  ];
  const parsed = files.map(({ kind, file, text }) => parseRecord({ kind, id: draft.ids[kind], file, text }));
  const drafts = parsed.flatMap(({ record }) => record ?? []);
  const formWorld = makeFormWorld(
    drafts,
    parsed.flatMap(({ problems }) => problems),
    today,
  );
  const found = findComplaints(formWorld, rules, drafts).filter(({ complaint }) =>
    formWorld.isAskedFor("record" in complaint ? complaint.record.file : complaint.file),
  );
  const kindOf = (file: string): FormKind => files.find((one) => one.file === file)?.kind ?? "dataset";
  const problems = found.map(({ rule, complaint }): DraftProblem => {
    const [kind, path] =
      "record" in complaint ? [kindOf(complaint.record.file), complaint.path] : [kindOf(complaint.file), undefined];
    const restsOn = "record" in complaint ? (complaint.restsOn ?? []) : [];
    return { kind, path, restsOn, check: rule.name, message: complaint.message, help: complaint.help ?? "" };
  });
  const ofNames = files.flatMap(({ kind }) => checkName(kind, draft.ids[kind]));
  return { files, problems: [...problems.filter((problem) => !isReportedElsewhere(problem, draft)), ...ofNames] };
}

/** A file without a name, and a dataset that lacks the id of its new source for that reason, are one mistake. */
function isReportedElsewhere({ kind, path, check }: DraftProblem, draft: Draft): boolean {
  if (path === undefined) return check === "file-name" && draft.ids[kind] === "";
  return path.join() === "source" && draft.source !== undefined && draft.ids.source === "";
}

/** Columns of text, as other records have them. */
const lineWidth = 100;

function writeFile(kind: FormKind, id: string, data: Data): DraftFile {
  const body = stringify(orderKeys(data, schemas.schemaOf(kind), schemas), {
    singleQuote: true,
    lineWidth,
    blockQuote: "folded",
  });
  return {
    kind,
    file: fileOf(kind, id),
    text: `# yaml-language-server: $schema=${schemaFileOf(kind).replace("data", "..")}\n${body}`,
  };
}

/** What other records say, as far as the checks of a dataset ask them; their files are not at hand, and nobody asks about them. */
const neighbours = world.neighbours.map(({ kind, id, data }) => {
  const start = { line: 1, col: 1 };
  const nowhere = {
    text: "",
    locate: () => start,
    locateKey: () => start,
    nodeAt: () => undefined,
    spellingOf: () => undefined,
  };
  return { kind, id, file: fileOf(kind, id), data, ...nowhere } as unknown as AnyRecord;
});

/** The records that the site was built from, with the drafts among them. */
function makeFormWorld(drafts: AnyRecord[], problems: FileProblem[], today: string): World {
  const known = new Map<string, readonly string[]>(Object.entries(knownIds));
  const records = [...neighbours, ...drafts];
  const ids = new Map(
    kinds.map((kind) => [
      kind,
      new Set([...(known.get(kind) ?? []), ...records.filter((record) => record.kind === kind).map(({ id }) => id)]),
    ]),
  );
  const errors = new Map(drafts.map((record) => [record, validate(record)]));
  return {
    set: { records, unreadable: [], tombstones: [], strays: [], problems },
    schemas,
    today,
    ids,
    find: (kind, id) => records.find((record) => record.kind === kind && record.id === id),
    findTombstone: () => undefined,
    errorsOf: (record) => errors.get(record) ?? [],
    isSound: () => true,
    isAskedFor: (file) => drafts.some((draft) => draft.file === file),
  };
}

function validate({ kind, data }: AnyRecord): readonly ErrorObject[] {
  const validator = schemas.validatorOf(kind);
  return validator(data) ? [] : (validator.errors ?? []);
}

function checkName(kind: FormKind, id: string): DraftProblem[] {
  const report = (message: string, help: string): DraftProblem[] => [
    { kind, path: undefined, restsOn: [], check: "file-name", message, help },
  ];
  if (id === "") return report("the file has no name yet", "lowercase letters and digits, with hyphens");
  const isGone = world.gone.some((gone) => gone.kind === kind && gone.id === id);
  const isThere = knownIds[kind].includes(id);
  if (!isGone && !isThere) return [];
  const why = isGone ? "has the id of a removed record, and an id is never reused" : "already exists";
  return report(`${fileOf(kind, id)} ${why}`, "use another name");
}

/** Puts the keys of data, and of what is in them, into the order that the checker wants. */
function orderKeys(value: unknown, schema: JsonSchema, schemas: SchemaSet): unknown {
  const target = schemas.resolve(schema);
  if (Array.isArray(value)) {
    const items = isMapping(target.items) ? target.items : {};
    return value.map((item: unknown) => orderKeys(item, items, schemas));
  }
  if (!isMapping(value)) return value;
  const names = orderFields(target, value, schemas);
  const fields = listFields(target, value, schemas);
  const place = (key: string): number => (names.includes(key) ? names.indexOf(key) : names.length);
  const keys = Object.keys(value).sort((a, b) => place(a) - place(b));
  return Object.fromEntries(keys.map((key) => [key, orderKeys(value[key], fields[key] ?? {}, schemas)]));
}
