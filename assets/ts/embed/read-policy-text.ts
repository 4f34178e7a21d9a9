import { parseDocument } from "yaml";
import { isRecord } from "../../../advisor/collections.ts";

/** Reads the text of a policy as YAML or JSON; throws with the line of a mistake. What it says, the component checks. */
export function readPolicyText(text: string): object {
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) throw new Error(error.message.split("\n")[0]);
  const data: unknown = document.toJS({ maxAliasCount: 0 });
  if (!isRecord(data)) throw new Error("Expected fields: name, platform, platformVersion, requires, exclude.");
  return data;
}
