import type { OWN_ATTRIBUTES } from "../../advisor/ui/attributes.ts";
import { readQuestions } from "../records/read-schemas.ts";

/** An attribute of the element: its name, the type of its value in TypeScript, and what it is for. */
interface Attribute {
  name: string;
  type: string;
  description: string;
}

const yesOrNo = '"" | "yes" | "no" | "true" | "false" | boolean';

/** Types of values by the kind of question; templates write numbers as numbers or as text. */
const types: Readonly<Record<string, string>> = {
  "yes-no": yesOrNo,
  number: "number | `${number}`",
  features: "string",
  guest: "string",
  version: "string",
};

/** The attributes that are fields of the situation, from the records of the questions. */
function listFieldAttributes(root: string): Attribute[] {
  return [...readQuestions(root)]
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(({ id, kind, flag = id, description, choices }) => ({
      name: String(flag),
      type: types[String(kind)] ?? (Array.isArray(choices) ? describeChoices(choices) : "string"),
      description: String(description),
    }));
}

function describeChoices(choices: readonly { value: number }[]): string {
  return choices.map(({ value }) => `${value} | "${value}"`).join(" | ");
}

/** The attributes of the element itself. */
const ownAttributes: Readonly<Record<(typeof OWN_ATTRIBUTES)[number], Omit<Attribute, "name">>> = {
  fixed: { type: "string", description: "Fields that readers see and cannot change, separated by spaces or commas." },
  hide: {
    type: "string",
    description:
      "Fields that readers do not see, separated by spaces or commas; they keep the values that the page gives.",
  },
  lang: { type: "string", description: "Language of a language pack that the page has loaded." },
  atlas: { type: "string", description: "Address of the atlas: evidence is linked, and each answer has an address." },
  theme: { type: '"auto" | "light" | "dark"', description: "Colours; auto follows the page's color-scheme." },
  stylesheet: { type: "string", description: "Address of a style sheet that comes after the element's own." },
  policy: { type: "string", description: "Address of a company policy as JSON." },
  compact: { type: '"" | boolean', description: "Folds all but the first questions and the recommendation." },
  loading: { type: '"eager" | "lazy"', description: "lazy builds the form only when the reader scrolls near it." },
};

/** The types of the attributes, as HTML and templates write them. */
export function writeAttributeTypes(root: string): string {
  const own = Object.entries(ownAttributes).map(([name, rest]) => ({ name, ...rest }));
  return `/** The attributes that say how the element shows itself. */
export interface OwnAttributes {
${own.map(writeProperty).join("\n")}
}

/** All attributes of \`<vnic-advisor>\`; a field that is left out is unknown. */
export interface VnicAdvisorAttributes extends OwnAttributes {
${listFieldAttributes(root).map(writeProperty).join("\n")}
}
`;
}

function writeProperty({ name, type, description }: Attribute): string {
  return `  /** ${description} */\n  ${JSON.stringify(name)}?: ${type};`;
}

const properties: readonly Attribute[] = [
  {
    name: "situation",
    type: "Situation | null",
    description: "What is known, with ids in the atlas's spelling. Null empties the form; it is never read.",
  },
  {
    name: "policy",
    type: "object | null",
    description: "The company policy; as an object it wins over the attribute.",
  },
  { name: "words", type: "OwnTexts", description: "Own texts in place of the element's." },
  { name: "advice", type: "Advice | null", description: "The newest advice; it can only be read." },
];

const events: readonly Attribute[] = [
  { name: "vnic-ready", type: "CustomEvent", description: "The form is there." },
  { name: "vnic-advice", type: "CustomEvent<AdviceDetail>", description: "There is a new advice." },
  { name: "vnic-action", type: "CustomEvent<Action>", description: "A reader did something with an answer." },
  { name: "vnic-problem", type: "CustomEvent<ProblemDetail>", description: "Something cannot be used." },
];

const slots = [
  { name: "", description: "Shown until the script has run, and if it cannot." },
  { name: "intro", description: "Above the form." },
  { name: "actions", description: "Beside the buttons of the answer." },
  { name: "after", description: "Below the answer." },
];

/** The manifest from which editors and catalogues learn the element (custom-elements-manifest, version 1.0.0). */
export function writeCustomElements(root: string, names: { parts: string[]; cssProperties: string[] }): string {
  const own = Object.entries(ownAttributes).map(([name, rest]) => ({ name, ...rest }));
  const typed = ({ name, type, description }: Attribute) => ({ name, type: { text: type }, description });
  const declaration = {
    kind: "class",
    name: "VnicAdvisor",
    tagName: "vnic-advisor",
    customElement: true,
    description: "Asks what is known of a virtual machine and recommends a virtual network adapter.",
    superclass: { name: "HTMLElement" },
    attributes: [...listFieldAttributes(root), ...own].map(typed),
    members: properties.map((property) => ({ kind: "field", ...typed(property) })),
    events: events.map(typed),
    slots,
    cssParts: names.parts.map((name) => ({ name })),
    cssProperties: names.cssProperties.map((name) => ({ name })),
  };
  const reference = { name: "VnicAdvisor", module: "class.js" };
  const manifest = {
    schemaVersion: "1.0.0",
    modules: [
      {
        kind: "javascript-module",
        path: "class.js",
        declarations: [declaration],
        exports: [{ kind: "js", name: "VnicAdvisor", declaration: reference }],
      },
      {
        kind: "javascript-module",
        path: "index.js",
        exports: [{ kind: "custom-element-definition", name: "vnic-advisor", declaration: reference }],
      },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
