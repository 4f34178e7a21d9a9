import { Document, visit } from "yaml";

/** Text that older readers of YAML take for something else: for true or false, or for a date. */
const misread = /^(?:y|n|yes|no|on|off|\d{4}-\d\d?(?:-\d\d?)?)$/i;

/** Writes a value as an author would: in blocks, with quotes where text could be misread. */
export function writeYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && misread.test(node.value)) node.type = "QUOTE_SINGLE";
    },
  });
  return document.toString({ lineWidth: 0, singleQuote: true });
}
