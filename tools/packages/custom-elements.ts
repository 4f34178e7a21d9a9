import { type Attribute, listFieldAttributes, ownAttributes } from "./element-attributes.ts";

const properties: readonly Attribute[] = [
  { name: "situation", type: "Situation", description: "What is known, with ids in the atlas's spelling." },
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
