import { loadSchemas } from "../../../tools/check/schema/load-schemas.ts";
import type { SchemaSet } from "../../../tools/check/schema/schema-set.ts";
import type { JsonSchema } from "../../../tools/records/read-schemas.ts";
import { isMapping } from "../../../tools/check/select.ts";
import { loadRecords } from "../../../tools/records/load-records.ts";
import type { AnyRecord, RecordSet } from "../../../tools/records/record.ts";

/** What stands before and after a text, in turns: what HTML, a handler, a script, Markdown, a spreadsheet or JSON could make something of. */
const poisons: readonly (readonly [before: string, after: string])[] = [
  ["", ` <img src=x onerror=poison()><poison-tag></poison-tag><!-- poison`],
  [
    "=poison()&",
    ` <meta http-equiv=refresh content="0;url=https://poison.example/"><base href="https://poison.example/">`,
  ],
  [
    "＝poison()&",
    `"><script>poison()</script><svg onload=poison()><style>*{background:url(https://poison.example/)}</style>`,
  ],
  ["", `" onmouseover="poison()" autofocus onfocus='poison()' x='`],
  ["", ` </title></textarea></script></style></pre></code>--><iframe src="https://poison.example/"></iframe>`],
  [
    "[poison]: https://poison.example/defined ",
    ` [poison] [poison](https://poison.example/inline) [poison](javascript:poison())`,
  ],
  [
    "+poison()",
    ` ![poison](https://poison.example/picture) <https://poison.example/auto> https://poison.example/bare www.poison.example/bare`,
  ],
  ["@poison()", `;=poison();＝poison(); -poison()\n=poison()\t+poison()`],
  [
    "-poison()",
    ` <a href="javascript:poison()">x</a> [x](data:text/html,poison) {{ poison }} {{< poison >}} \${poison}`,
  ],
  ["\tpoison", ` ](https://poison.example/closed) [x][poison] \`\`\` ~~~ ]]> &lt;poison-tag&gt; &#60;poison-tag&#62;`],
];

/** Patterns of texts that a reader reads, as opposed to ids, dates and versions. */
const textPatterns: readonly unknown[] = [undefined, "^[^<>]*$", "^[^{}]+(\\{release\\}[^{}]*)?$", "^[a-z].*[^.]$"];

/** Texts by which records find each other, or that are read as data; they are as good as ids. */
const references = /^(?:dataset: (?:measurements\.\d+\.(?:baseline|quotedAs)|.*\bversion)|platform: versions\.)/;

/** Loads the records of a repository with poison in every text field, as if no checker had seen them; every other source has a script for its address. */
export function loadPoisoned(root: string): { set: RecordSet; fields: Set<string> } {
  const schemas = loadSchemas(root);
  const set = loadRecords(root);
  const fields = new Set<string>();
  let turn = 0;
  const poison = (text: string): string => {
    const [before, after] = poisons[turn++ % poisons.length] ?? ["", ""];
    return `${before}${text}${after}`;
  };
  const records = set.records.map((record, index) => {
    const data = poisonValue(
      record.data,
      [schemas.files.get(`${record.kind}.schema.json`) ?? {}],
      schemas,
      [],
      (text, path) => {
        const field = `${record.kind}: ${path.join(".")}`;
        if (references.test(field)) return text;
        fields.add(field.replace(/\.\d+/g, ""));
        return poison(text);
      },
    );
    const address =
      record.kind === "source" && index % 2 === 0 ? { url: "javascript:poison()//https://poison.example/" } : {};
    return { ...record, data: { ...(data as object), ...address } } as AnyRecord;
  });
  return { set: { ...set, records }, fields };
}

type Change = (text: string, path: readonly string[]) => string;

/** A value as its schemas describe it, with its texts changed. */
function poisonValue(
  value: unknown,
  given: readonly JsonSchema[],
  schemas: SchemaSet,
  path: readonly string[],
  change: Change,
): unknown {
  const all = given.flatMap((schema) => spread(schema, schemas));
  if (typeof value === "string") return isText(all, value) ? change(value, path) : value;
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items: item }) => (isMapping(item) ? [item] : []));
    return value.map((entry: unknown, index) => poisonValue(entry, items, schemas, [...path, String(index)], change));
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const own = all.flatMap(({ properties, additionalProperties: other }) =>
        [isMapping(properties) ? properties[key] : undefined, other].filter(isMapping).slice(0, 1),
      );
      return [key, poisonValue(entry, own, schemas, [...path, key], change)];
    }),
  );
}

/** A schema with all that it refers to and chooses from. */
function spread(schema: JsonSchema, schemas: SchemaSet): JsonSchema[] {
  const target = schemas.resolve(schema);
  const parts = ["allOf", "anyOf", "oneOf"]
    .flatMap((keyword) => [schema[keyword], target === schema ? [] : target[keyword]].flat())
    .filter(isMapping);
  return [schema, ...(target === schema ? [] : [target]), ...parts.flatMap((part) => spread(part, schemas))];
}

function isText(all: readonly JsonSchema[], value: string): boolean {
  const strings = all.filter(({ type }) => type === "string");
  const isChoice = all.some(
    (schema) => schema.const === value || (Array.isArray(schema.enum) && schema.enum.includes(value)),
  );
  return (
    strings.length > 0 &&
    !isChoice &&
    strings.every(({ pattern, format }) => format === undefined && textPatterns.includes(pattern))
  );
}

/** Poisons the texts with these keys in JSON. */
export function poisonTexts(json: string, keys: readonly string[]): string {
  let turn = 0;
  return JSON.stringify(
    JSON.parse(json, (key, value: unknown) => {
      if (typeof value !== "string" || !keys.includes(key)) return value;
      const [before, after] = poisons[turn++ % poisons.length] ?? ["", ""];
      return `${before}${value}${after}`;
    }),
  );
}
