import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export type JsonSchema = { [keyword: string]: unknown };

/** The fields of a question's record that the schemas are derived from. They are not validated yet. */
export interface QuestionData {
  id: string;
  kind?: unknown;
  order?: unknown;
  description?: unknown;
  bounds?: { least?: unknown; most?: unknown; whole?: unknown };
  choices?: unknown;
  choicesFrom?: unknown;
  means?: unknown;
  condition?: unknown;
  sample?: unknown;
  flag?: unknown;
}

/** Reads a repository's schemas, completed from its questions, by the names of their files. */
export function readSchemas(root: string): Map<string, JsonSchema> {
  const folder = join(root, "data/schema");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".schema.json"))
    .sort();
  return completeSchemas(new Map(names.map((name) => [name, readSchema(join(folder, name))])), readQuestions(root));
}

/** The field of a situation that a question asks for: "packet-rate" is packetRate. */
export function fieldOf(question: string): string {
  return question.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Schemas with a property for each question: in a situation, and in the conditions of a rule where rules may depend on it.
 * Code of a step takes the numbers that questions ask for.
 */
function completeSchemas(
  files: ReadonlyMap<string, JsonSchema>,
  questions: readonly QuestionData[],
): Map<string, JsonSchema> {
  // The platform and its release come first, as a rule is read.
  const placeOf = ({ id, order }: QuestionData): number => Number(order) - (id.startsWith("platform") ? 1000 : 0);
  const ordered = [...questions].sort((a, b) => placeOf(a) - placeOf(b));
  return new Map(
    [...files].map(([file, schema]) => [
      file,
      file === "common.schema.json"
        ? addProperties(schema, "situation", ordered.map(situationField))
        : file === "rule.schema.json"
          ? addProperties(schema, "conditions", ordered.flatMap(conditionField))
          : file === "step.schema.json"
            ? limitCodeValues(schema, ordered)
            : schema,
    ]),
  );
}

function readSchema(file: string): JsonSchema {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JsonSchema;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Skips unreadable questions and tombstones. The check reports what is wrong with them. */
export function readQuestions(root: string): QuestionData[] {
  const folder = join(root, "data/questions");
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    try {
      const data = parse(readFileSync(join(folder, name), "utf8"), { logLevel: "error" }) as Omit<QuestionData, "id">;
      return typeof data?.kind === "string" ? [{ ...data, id: name.replace(/\.yaml$/, "") }] : [];
    } catch {
      return [];
    }
  });
}

type Property = [field: string, schema: JsonSchema];

function limitCodeValues(schema: JsonSchema, questions: readonly QuestionData[]): JsonSchema {
  const definitions = (schema.$defs ?? {}) as Record<string, JsonSchema>;
  const { codeValue } = definitions;
  if (!codeValue) return schema;
  const properties = codeValue.properties as Record<string, JsonSchema>;
  const numbers = questions.filter(({ kind }) => kind === "number").map(({ id }) => fieldOf(id));
  const field = { ...properties.field, enum: numbers };
  return { ...schema, $defs: { ...definitions, codeValue: { ...codeValue, properties: { ...properties, field } } } };
}

function addProperties(schema: JsonSchema, name: string, properties: readonly Property[]): JsonSchema {
  const definitions = schema.$defs as Record<string, JsonSchema> | undefined;
  const definition = definitions?.[name];
  if (!definition) return schema;
  const own = Object.entries((definition.properties ?? {}) as JsonSchema) as Property[];
  // Fields that are derived from the guest follow the guest.
  const at = properties.findIndex(([field]) => field === "guest") + 1;
  const completed = {
    ...definition,
    additionalProperties: false,
    properties: Object.fromEntries([...properties.slice(0, at), ...own, ...properties.slice(at)]),
  };
  return { ...schema, $defs: { ...definitions, [name]: completed } };
}

const common = (name: string): string => `common.schema.json?version=1#/$defs/${name}`;

/** The property of a field; what is no number or text where one belongs is left out, for the check has more to say of it. */
function situationField({ id, kind, description, bounds, choices, sample }: QuestionData): Property {
  const plain = (value: unknown): boolean => typeof value === "number" || typeof value === "string";
  const examples = (...values: unknown[]): JsonSchema => {
    const [found] = values.filter(plain);
    return found === undefined ? {} : { examples: [found] };
  };
  const shape = (): JsonSchema => {
    switch (kind) {
      case "yes-no":
        return { type: "boolean", examples: [true] };
      case "number":
        return {
          type: bounds?.whole === true ? "integer" : "number",
          ...(Number.isFinite(bounds?.least) ? { minimum: bounds?.least } : {}),
          ...(Number.isFinite(bounds?.most) ? { maximum: bounds?.most } : {}),
          ...examples(sample, bounds?.least),
        };
      case "version":
        return { $ref: common("version") };
      case "choice": {
        if (!Array.isArray(choices)) return { $ref: common("id") };
        const values = new Set(
          choices.map((choice: { value?: unknown } | null) => choice?.value).filter(Number.isInteger),
        );
        return { type: "integer", ...(values.size > 0 ? { enum: [...values] } : {}), ...examples(sample, ...values) };
      }
      case "features":
        return { type: "array", uniqueItems: true, items: { $ref: common("id") }, examples: [["vmotion"]] };
      default:
        return { type: "string", minLength: 1, ...examples(sample, "rhel9-64") };
    }
  };
  return [fieldOf(id), { ...describe(description), ...shape() }];
}

function describe(description: unknown): JsonSchema {
  return typeof description === "string" ? { description } : {};
}

/** The folder of the records that the answer to a question names. */
function recordsNamedBy({ kind, choicesFrom }: QuestionData): string {
  return kind === "guest" ? "guests" : kind === "features" ? "features" : String(choicesFrom);
}

function conditionField(question: QuestionData): Property[] {
  const { id, kind, description, choices, means, condition } = question;
  if (means === undefined && condition === undefined) return [];
  const shape = (): JsonSchema => {
    switch (kind) {
      case "number":
        return { $ref: "#/$defs/numberRange" };
      case "version":
        return { $ref: "#/$defs/versionRange" };
      case "yes-no":
        return situationField(question)[1];
      default:
        if (Array.isArray(choices)) return situationField(question)[1];
        return {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          items: { $ref: common("id") },
          description: `Ids of records in data/${recordsNamedBy(question)}, of which one must be the situation's.`,
          examples: [[typeof question.sample === "string" ? question.sample : "pxe-boot"]],
        };
    }
  };
  return [[fieldOf(id), { ...describe(description), ...shape() }]];
}
