import { findNearest } from "../../../advisor/questions/nearest.mjs";
import type { Complaint, RecordRule } from "../rule.ts";
import { select } from "../select.ts";

/** The kinds of questions to which a field belongs that not all have. */
const kindsOf: { readonly [field: string]: readonly string[] } = {
  bounds: ["number"],
  unit: ["number"],
  choices: ["choice"],
  choicesFrom: ["choice"],
  open: ["choice"],
  means: ["yes-no"],
  need: ["yes-no"],
  remedy: ["yes-no"],
  condition: ["choice", "number", "version", "guest", "features"],
};

/** What is filled in where, by a pattern of select. */
const filledIn: { readonly [pattern: string]: readonly string[] } = {
  hint: ["fullPacketsPerGbit"],
  "assumed.text": ["value", "platform", "drivers"],
  "assumed.instead.*.text": ["value", "platform", "drivers", "update"],
  need: ["adapter", "platform", "drivers"],
  "remedy.*": ["platform", "drivers"],
  condition: ["value"],
};

/**
 * A question has the fields of its kind, and its sentences leave open only what is filled in.
 *
 * Good: `kind: yes-no` with `means`, `text: '{value} packets/s are assumed.'`
 * Bad: `kind: yes-no` with `bounds`, `text: '{rate} packets/s are assumed.'`
 */
export const questionFitsKind: RecordRule = {
  name: "question-fits-kind",
  summary: "A question has the fields of its kind, and its sentences use only known placeholders.",
  scope: "question",
  check: ({ data }) => [...checkFields(data), ...checkChoices(data), ...checkSentences(data)],
};

function checkFields(data: unknown): Complaint[] {
  const [kind] = select(data, "kind");
  // The schema asks for a kind that is missing.
  if (!kind) return [];
  const own = String(kind.value);
  return Object.entries(kindsOf).flatMap(([field, kinds]) =>
    select(data, field)
      .filter(() => !kinds.includes(own))
      .map(
        ({ path }): Complaint => ({
          path,
          onKey: true,
          restsOn: [["kind"]],
          message: `"${field}" is not valid for the kind ${own}`,
          help: `remove it, or change the question to the kind ${kinds.join(" or ")}`,
        }),
      ),
  );
}

/** A choice has its values from one place. */
function checkChoices(data: unknown): Complaint[] {
  const [kind] = select(data, "kind");
  const given = ["choices", "choicesFrom"].flatMap((field) => select(data, field));
  if (kind?.value !== "choice" || given.length === 1) return [];
  return [
    {
      path: given[1]?.path ?? kind.path,
      restsOn: [["choices"], ["choicesFrom"]],
      message: given.length === 0 ? "the choice has no values" : "the values of the choice are given twice",
      help: "write either choices, a list, or choicesFrom: platforms or adapters",
    },
  ];
}

function checkSentences(data: unknown): Complaint[] {
  return Object.entries(filledIn).flatMap(([pattern, names]) =>
    select(data, pattern).flatMap(({ path, value }) =>
      [...String(value).matchAll(/\{([^}]*)\}/g)]
        .filter(([, name = ""]) => !names.includes(name))
        .map(([braces, name = ""]): Complaint => {
          const meant = findNearest(name, names);
          return {
            path,
            message: `${braces} is not filled in here`,
            help: meant ? `write {${meant}}` : `write one of ${names.map((known) => `{${known}}`).join(", ")}`,
          };
        }),
    ),
  );
}
