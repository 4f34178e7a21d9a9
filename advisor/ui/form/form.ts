import type { Knowledge, Platform, Question } from "../../knowledge/knowledge.ts";
import { nameOn } from "../../knowledge/part-platform.ts";
import { assumedPlatform, GROUPS } from "../../questions/questions.ts";
import type { Situation } from "../../questions/situation.ts";
import { words } from "../words.ts";

/** A value that a field offers; the group is the platform that it belongs to. */
export interface Choice {
  value: string;
  label: string;
  platform?: { id: string; name: string };
  feature?: string;
}

/** One question of the form, described without any element. */
export interface Field {
  id: string;
  name: keyof Situation;
  /** What is asked. */
  label: string;
  /** What the field is called where it is not asked. */
  title: string;
  hint?: string | undefined;
  /** Name of the guide that says how to find the answer. */
  guide?: string | undefined;
  /** suggest: text with suggestions; text: text without; one: one of few, in view; list: one of many; several: any of them. */
  kind: "suggest" | "text" | "number" | "one" | "list" | "several";
  choices: Choice[];
  bounds?: Question["bounds"];
  /** Platforms on which it is asked; left out where it is on all. */
  platforms?: string[] | undefined;
  /** Whether it may stand beside the one before it. */
  isNarrow: boolean;
  /** Not asked at first, but folded away. */
  isFolded: boolean;
}

/** Questions that belong together, under one heading. */
export interface FieldGroup {
  title: string;
  more: string;
  fields: Field[];
}

/** Features that are in view; the rest is folded away. */
const USUAL_FEATURES = 8;

/** The questions of the advisor, in the order in which they are asked: for the form of the page and for that of the component. */
export function describeForm(
  knowledge: Knowledge,
  titles: Partial<Record<Question["group"], { title: string; more: string }>> = {},
): FieldGroup[] {
  return GROUPS.map(({ id, title, more }) => ({
    title,
    more,
    ...titles[id],
    fields: knowledge.questions
      .filter(({ group }) => group === id)
      .flatMap((question) => toFields(knowledge, question)),
  })).filter(({ fields }) => fields.length > 0);
}

function toFields(knowledge: Knowledge, question: Question): Field[] {
  const { id, field, label, hint, guide, bounds, platforms, kind, folded = false } = question;
  const described: Field = {
    id,
    name: field,
    label: question.question,
    title: label,
    hint,
    guide,
    kind: controlOf(question),
    choices: choicesOf(knowledge, question),
    ...(bounds && { bounds }),
    platforms,
    isNarrow: ["number", "version", "choice"].includes(kind),
    isFolded: folded,
  };
  if (kind !== "features") return [described];
  return [
    { ...described, choices: described.choices.slice(0, USUAL_FEATURES) },
    { ...described, choices: described.choices.slice(USUAL_FEATURES), isFolded: true },
  ].filter((part) => part.choices.length > 0);
}

function controlOf({ kind, condition }: Question): Field["kind"] {
  switch (kind) {
    case "guest":
      return "suggest";
    case "number":
      return "number";
    case "features":
      return "several";
    case "yes-no":
      return "one";
    case "version":
      return condition === undefined ? "text" : "list";
    default:
      return "list";
  }
}

function choicesOf(
  knowledge: Knowledge,
  { kind, choices = [], choicesFrom, condition, open = words.unknown }: Question,
): Choice[] {
  const unknown = { value: "", label: open };
  const { platforms } = knowledge;
  switch (kind) {
    case "yes-no":
      return [{ value: "true", label: words.choiceYes }, { value: "false", label: words.choiceNo }, unknown];
    case "features":
      return knowledge.features.map(({ id, name, platforms: names }) => ({
        value: id,
        label: names[assumedPlatform(knowledge)] ?? name,
        feature: id,
      }));
    case "version":
      return condition === undefined ? [] : [unknown, ...platforms.flatMap(releasesOf)];
    case "choice":
      if (choicesFrom === "platforms")
        return [unknown, ...platforms.map(({ id, name }) => ({ value: id, label: name }))];
      if (choicesFrom === "adapters")
        return [unknown, ...platforms.flatMap((platform) => adaptersOf(knowledge, platform))];
      return [unknown, ...choices.map(({ value, label }) => ({ value: String(value), label }))];
    default:
      return [];
  }
}

function releasesOf({ id, name: platform, versions }: Platform): Choice[] {
  return [...versions]
    .reverse()
    .map(({ version, name }) => ({ value: version, label: name ?? version, platform: { id, name: platform } }));
}

function adaptersOf({ adapters }: Knowledge, { id, name: platform }: Platform): Choice[] {
  return adapters.flatMap((adapter) => {
    const label = nameOn(adapter, id);
    return label === undefined ? [] : [{ value: adapter.id, label, platform: { id, name: platform } }];
  });
}

/** Rows of a form: narrow fields that follow each other stand two in a row. */
export function pairNarrow(fields: readonly Field[]): Field[][] {
  const rows: Field[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.isNarrow && last?.length === 1 && last[0]?.isNarrow) last.push(field);
    else rows.push([field]);
  }
  return rows;
}
