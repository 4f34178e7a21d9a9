import type { YAMLError } from "yaml";
import type { FileProblem } from "./record.ts";

/** What is wrong, and what to do about it. */
export type Words = Pick<FileProblem, "message" | "help" | "slip">;

export const unclosedQuote: Words = {
  message: "this quote is not closed",
  help: "end the text with the same quotation mark; inside single quotes write '' for '",
};
export const unclosedBracket: Words = {
  message: "a bracket or brace is not closed",
  help: "close it, or put text that starts with one in quotes",
};
export const unevenIndentation: Words = {
  message: "this line is indented differently from its neighbours",
  help: "keys of one mapping start in the same column",
};
export const reservedKey: Words = {
  message: "this name is not allowed for a field",
  help: "programs reserve this name; use a field of the schema",
};
const noField: Words = {
  message: "this line is not a field",
  help: "write a field as `name: value`, with a space after the colon",
};

/** Says in words what the parser could not read. */
export function describeError(error: YAMLError): Words {
  const { code, message } = error;
  if (/call stack/i.test(message))
    return { message: "brackets or dashes are nested too deeply", help: "look for repeated brackets or dashes" };
  switch (code) {
    case "TAB_AS_INDENT":
      return { message: "a tab is used for indentation", help: "indent with two spaces per level", slip: "tabs" };
    case "BAD_INDENT":
      return /^Flow/.test(message) ? unclosedBracket : unevenIndentation;
    case "BLOCK_AS_IMPLICIT_KEY":
      return { message: "a colon and a space inside a value start a new key", help: "put the whole text in quotes" };
    case "MULTILINE_IMPLICIT_KEY":
    case "KEY_OVER_1024_CHARS":
      return noField;
    case "MISSING_CHAR":
      return describeMissing(error);
    case "BAD_SCALAR_START":
      return {
        message: `a plain value cannot start with ${message.at(-1) ?? ""}`,
        help: "put the whole text in quotes",
      };
    case "BAD_DQ_ESCAPE":
      return {
        message: `${message.replace(/^.* /, "")} is not a valid escape inside double quotes`,
        help: "use single quotes, or write \\\\ for one backslash",
      };
    case "MULTIPLE_DOCS":
      return { message: "the file holds more than one document (---)", help: "one record per file" };
    case "NON_STRING_KEY":
      return { message: "a key must be plain text", help: "put text that starts with [, { or ? in quotes" };
    case "BAD_ALIAS":
    case "ALIAS_PROPS":
      return { message: "an alias (*name) is not allowed", help: "put text that starts with * in quotes" };
    case "UNEXPECTED_TOKEN":
      return describeUnexpected(error);
    default:
      return {
        message: `this is not valid YAML: ${sayPlainly(error)}`,
        help: "put text with special characters in quotes",
      };
  }
}

function describeMissing(error: YAMLError): Words {
  if (/^Sequence item/.test(error.message)) return unevenIndentation;
  if (/must end with/.test(error.message)) return unclosedBracket;
  if (/^Missing closing/.test(error.message)) return unclosedQuote;
  if (/^Implicit map keys/.test(error.message)) return noField;
  return {
    message: `a character is missing: ${sayPlainly(error)}`,
    help: "look for a key without its colon and space",
  };
}

function describeUnexpected(error: YAMLError): Words {
  if (/block-seq-ind/.test(error.message))
    return {
      message: "a list cannot start on the line of its key",
      help: "start it on the next line; put text that starts with a dash in quotes",
    };
  if (/at node end/.test(error.message))
    return {
      message: "the value ends before this",
      help: "put the whole text in quotes; inside single quotes write '' for '",
    };
  return {
    message: `this does not belong here: ${sayPlainly(error)}`,
    help: "put text with such characters in quotes",
  };
}

function sayPlainly(error: YAMLError): string {
  return (error.message.split("\n")[0] ?? "").replace(/[.:]$/, "");
}
