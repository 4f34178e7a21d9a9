import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject } from "ajv";
import { parse } from "yaml";
import { BrokenRecords } from "../broken-records.ts";

/** What would fill a gap. */
export type AuthoredRun =
  | { with: "kit"; sides: Side[]; tests: string[]; from?: "target"; note: string[] }
  | { with: "ntttcp"; sides: Side[]; note: string[] }
  | { with: "paced"; sides: Side[]; payloadBytes: number; rates: number[]; note: string[] }
  | { with: "document"; note: string[] };

export interface Side {
  adapter: string;
  label?: string;
}

/** Something that nobody has published, as its file says it. */
export interface AuthoredGap {
  id: string;
  title: string;
  platform: string;
  why: string;
  nearest: string[];
  short: string;
  rules: string[];
  run: AuthoredRun;
  closedBy: string[];
}

/** Reads the file of gaps and holds it against its schema. */
export function readGaps(text: string, schema: object): AuthoredGap[] {
  const gaps: unknown = parse(text, { uniqueKeys: true });
  const validate = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
  }).compile(schema);
  if (!validate(gaps)) throw new BrokenRecords((validate.errors ?? []).map(describe).join("\n"));
  return Object.entries(gaps as Record<string, Omit<AuthoredGap, "id">>).map(([id, gap]) => ({ id, ...gap }));
}

function describe({ instancePath, message = "", params }: ErrorObject): string {
  return `assets/gaps/gaps.yaml: ${instancePath.slice(1).replaceAll("/", ".") || "the file"} ${message} ${JSON.stringify(params)}`;
}
