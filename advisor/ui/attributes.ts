import { questionWords } from "../../build/types/questions.ts";
import { findNearest } from "../questions/nearest.mjs";
import type { Situation } from "../questions/situation.ts";
import type { Pair } from "./form/pairs.ts";

type Field = keyof Situation;

/** The web component's attributes that are fields of the situation. */
export const FIELD_ATTRIBUTES: Readonly<Record<string, Field>> = Object.fromEntries(
  questionWords.map(({ flag, field }) => [flag, field]),
);

/** The attributes that say how the component shows itself. */
export const OWN_ATTRIBUTES = [
  "fixed",
  "hide",
  "lang",
  "atlas",
  "theme",
  "stylesheet",
  "policy",
  "compact",
  "loading",
] as const;

const THEMES = ["auto", "light", "dark"];
const LOADING = ["eager", "lazy"];
const SWITCH = ["yes", "no"];

/** What the component's own attributes ask for, and what is wrong with them, one line each. */
export interface Settings {
  /** Fields that are shown and not asked. */
  fixed: Field[];
  /** Fields that are neither shown nor asked; they keep the values that the page gives them. */
  hidden: Field[];
  /** Address of the atlas with a slash at its end, or null when it is not given. */
  atlas: string | null;
  /** Address of a style sheet of the page's own, or null. */
  stylesheet: string | null;
  compact: boolean;
  faults: string[];
}

/** Reads an element's attributes as pairs of the situation; features may be separated by spaces or commas. */
export function readFields(read: (attribute: string) => string | null): Pair[] {
  return Object.entries(FIELD_ATTRIBUTES).flatMap(([attribute, field]) => {
    const written = read(attribute);
    const value = written !== null && isYesOrNo(field) ? readYesOrNo(written, attribute, field) : written;
    if (value === null || value.trim() === "") return [];
    return field === "requires" ? listOf(value).map((entry): Pair => [field, entry]) : [[field, value] as const];
  });
}

/** Reads the attributes that are not fields; what cannot be used is left out and named. */
export function readSettings(read: (attribute: string) => string | null, documentAddress: string): Settings {
  const faults: string[] = [];
  const refuse = (
    attribute: string,
    found: string,
    accepted: readonly string[],
    expected = `one of ${accepted.join(", ")}`,
  ): void => {
    const near = findNearest(found, accepted);
    faults.push(
      `attribute ${attribute}: found "${found}", expected ${expected}${near === undefined ? "" : `; nearest: ${near}`}`,
    );
  };
  for (const [attribute, accepted] of [
    ["theme", THEMES],
    ["loading", LOADING],
  ] as const) {
    const value = read(attribute);
    if (value !== null && !accepted.includes(value)) refuse(attribute, value, accepted);
  }
  const compact = readYesOrNo(read("compact") ?? "no", "compact");
  if (!SWITCH.includes(compact)) refuse("compact", compact, SWITCH);
  for (const [attribute, field] of Object.entries(FIELD_ATTRIBUTES)) {
    // HTML writes packetRate in small letters.
    const written = field.toLowerCase();
    if (!Object.hasOwn(FIELD_ATTRIBUTES, written) && read(written) !== null)
      faults.push(`attribute ${written}: found a field's name, expected the attribute ${attribute}`);
  }
  const names = new Map(
    Object.entries(FIELD_ATTRIBUTES).flatMap(
      ([attribute, field]) =>
        [
          [attribute, field],
          [field, field],
        ] as const,
    ),
  );
  const fieldsOf = (attribute: string): Field[] =>
    listOf(read(attribute) ?? "").flatMap((name) => {
      const field = names.get(name);
      if (!field) refuse(attribute, name, Object.keys(FIELD_ATTRIBUTES));
      return field ?? [];
    });
  const addressOf = (attribute: string, expected: string): URL | null => {
    const given = read(attribute);
    const address = given === null || given === "" ? null : webAddress(given, documentAddress);
    if (given && address === null) refuse(attribute, given, [], expected);
    return address;
  };
  const hidden = [...new Set(fieldsOf("hide"))];
  const fixed = [...new Set(fieldsOf("fixed"))].filter((field) => !hidden.includes(field));
  const atlas = addressOf("atlas", "the address of an atlas, such as https://atlas.example/");
  return {
    fixed,
    hidden,
    atlas: atlas && atlas.origin + atlas.pathname.replace(/\/?$/, "/"),
    stylesheet: addressOf("stylesheet", "the address of a style sheet, such as /look.css")?.href ?? null,
    compact: compact !== "no",
    faults,
  };
}

/** The attribute that stands for a field. */
export function attributeOf(field: string): string {
  return Object.entries(FIELD_ATTRIBUTES).find(([, name]) => name === field)?.[0] ?? field;
}

function isYesOrNo(field: Field): boolean {
  return questionWords.some((question) => question.field === field && question.kind === "yes-no");
}

/**
 * Reads an attribute that is yes or no as HTML, XHTML and React write one: alone, with its own name or with a word.
 * A word that says neither yes nor no stays as it is written, so that it can be named.
 */
function readYesOrNo(written: string, ...names: readonly string[]): string {
  const text = written.trim().toLowerCase();
  if (["", "true", "yes", "1", ...names.map((name) => name.toLowerCase())].includes(text)) return "yes";
  if (["false", "no", "0"].includes(text)) return "no";
  return text === "unknown" ? text : written;
}

/** An address of the web; anything else, such as a script, is refused. */
export function webAddress(given: string, documentAddress: string): URL | null {
  try {
    const address = new URL(given, documentAddress);
    return address.protocol === "https:" || address.protocol === "http:" ? address : null;
  } catch {
    return null;
  }
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
