import type { Knowledge, Platform } from "../../../advisor/knowledge/knowledge.ts";
import { adapterNames } from "../../../advisor/knowledge/adapter-names.ts";
import { assumedPlatform, featureIds, hasReleasesOf, platformIds } from "../../../advisor/questions/questions.ts";
import type { JsonSchema } from "../../records/read-schemas.ts";

/** Schema of the situation. Records contain situations only as a part. */
export const situationSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "situation.schema.json?version=1",
  title: "Situation",
  description: "The user's input to the advisor. A missing field is unknown.",
  $ref: "common.schema.json?version=1#/$defs/situation",
};

/** Releases as the engine reads them: 7.0U3 is 7.0.3. */
const RELEASE = "^\\s*[0-9]{1,4}(\\.[0-9]{1,4}){0,2}(\\s*[uU][0-9]{1,2})?\\s*$";
const VERSION = "^\\s*v?[0-9]{1,5}(\\.[0-9]{1,5}){0,3}\\s*$";

/** Returns the shared definitions with all values of a situation that the engine accepts. Records contain only ids. */
export function withTakenValues(common: JsonSchema, knowledge: Knowledge): JsonSchema {
  const definitions = common.$defs as Record<string, JsonSchema>;
  const situation = definitions.situation as JsonSchema & { properties: Record<string, JsonSchema> };
  const { properties } = situation;
  const platforms = platformIds(knowledge.platforms);
  const text = (field: string, pattern: string, examples: readonly string[]): JsonSchema => ({
    description: properties[field]?.description ?? "",
    type: "string",
    pattern,
    examples,
  });
  const features = [...featureIds(knowledge).keys()];
  return {
    ...common,
    $defs: {
      ...definitions,
      situation: {
        ...situation,
        properties: {
          ...properties,
          platform: text("platform", oneOf([...platforms.keys()].map(idPattern)), [...platforms.keys()]),
          platformVersion: text("platformVersion", RELEASE, ["8.0", "7.0U3"]),
          driverVersion: text("driverVersion", VERSION, ["12.3.5"]),
          currentAdapter: text(
            "currentAdapter",
            adapterPattern(knowledge.platforms.flatMap(({ id }) => [...adapterNames(knowledge.adapters, id).keys()])),
            knowledge.adapters.map(({ id }) => id),
          ),
          requires: {
            ...properties.requires,
            items: { type: "string", pattern: oneOf(features.map(idPattern)), examples: features },
          },
        },
        allOf: knowledge.platforms.flatMap((platform) => conditionsOf(platform, knowledge)),
      },
    },
  };
}

/** The adapters of a platform, and that a product without recorded releases has none. */
function conditionsOf(platform: Platform, { adapters, questions }: Knowledge): JsonSchema[] {
  const { id, productIds = [] } = platform;
  const isNamed = (names: readonly string[]): JsonSchema => ({
    properties: { platform: { pattern: oneOf(names.map(idPattern)) } },
    required: ["platform"],
  });
  const others = productIds.filter((product) => !hasReleasesOf(platform, product));
  const here = isNamed([id, ...productIds]);
  const isAssumed = id === assumedPlatform({ questions });
  return [
    {
      if: isAssumed ? { anyOf: [here, { not: { required: ["platform"] } }] } : here,
      then: { properties: { currentAdapter: { pattern: adapterPattern([...adapterNames(adapters, id).keys()]) } } },
    },
    ...(others.length === 0
      ? []
      : [
          {
            if: isNamed(others),
            then: { properties: { platformVersion: false } },
          },
        ]),
  ];
}

/** Some words, each a pattern, with blanks around them. */
function oneOf(words: readonly string[], before = ""): string {
  return `^\\s*${before}(${[...new Set(words)].join("|")})\\s*$`;
}

/** Adapters in any case, also with the "Virtual" of the vSphere API. */
function adapterPattern(names: readonly string[]): string {
  return oneOf(names.map(anyCase), `(${anyCase("virtual")})?`);
}

/** An id in any case, with hyphens or spaces. */
function idPattern(id: string): string {
  return id.split("-").map(anyCase).join("(-|\\s+)");
}

/** JSON Schema has no flag for patterns that ignore the case. */
function anyCase(word: string): string {
  return word
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}
