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
export const OWN_ATTRIBUTES = ["fixed", "lang", "atlas", "theme", "compact"] as const;

const THEMES = ["auto", "light", "dark"];

/** What the component's own attributes ask for, and what is wrong with them, one line each. */
export interface Settings {
  fixed: Field[];
  /** Address of the atlas with a slash at its end, or null when it is not given. */
  atlas: string | null;
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
  const theme = read("theme");
  if (theme !== null && !THEMES.includes(theme)) refuse("theme", theme, THEMES);
  const names = new Map(
    Object.entries(FIELD_ATTRIBUTES).flatMap(
      ([attribute, field]) =>
        [
          [attribute, field],
          [field, field],
        ] as const,
    ),
  );
  const fixed = listOf(read("fixed") ?? "").flatMap((name) => {
    const field = names.get(name);
    if (!field) refuse("fixed", name, Object.keys(FIELD_ATTRIBUTES));
    return field ?? [];
  });
  const given = read("atlas");
  const atlas = given === null || given === "" ? null : atlasBase(given, documentAddress);
  if (given && atlas === null) refuse("atlas", given, [], "the address of an atlas, such as https://atlas.example/");
  return { fixed: [...new Set(fixed)], atlas, compact: read("compact") !== null, faults };
}

/** The attribute that stands for a field. */
export function attributeOf(field: string): string {
  return Object.entries(FIELD_ATTRIBUTES).find(([, name]) => name === field)?.[0] ?? field;
}

function isYesOrNo(field: Field): boolean {
  return questionWords.some((question) => question.field === field && question.kind === "yes-no");
}

/**
 * Reads an attribute of a yes-or-no field as HTML, XHTML and React write one: alone, with its own name or with a word.
 * A word that says neither yes nor no stays as it is written, so that it can be named.
 */
function readYesOrNo(written: string, ...names: readonly string[]): string {
  const text = written.trim().toLowerCase();
  if (["", "true", "yes", "1", ...names.map((name) => name.toLowerCase())].includes(text)) return "yes";
  if (["false", "no", "0"].includes(text)) return "no";
  return text === "unknown" ? text : written;
}

/** Only addresses of the web are links; anything else, such as a script, is refused. */
function atlasBase(given: string, documentAddress: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(given, documentAddress);
    return protocol === "https:" || protocol === "http:" ? origin + pathname.replace(/\/?$/, "/") : null;
  } catch {
    return null;
  }
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
