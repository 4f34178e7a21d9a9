import type { ErrorObject } from "ajv";
import { LineCounter, parseDocument } from "yaml";
import { offsetOf } from "../../../advisor/policy/offset-of.ts";
import { validatorOptions } from "../../check/schema/load-schemas.ts";
import { cacheValidators } from "./cache-validators.ts";
import { BrokenRecords } from "./records.ts";

const compileSchema = cacheValidators(validatorOptions);

/** A file of assets as text, with its schema. */
export interface AuthoredFile {
  text: string;
  schema: object;
}

/** The data of a file, and where each part of it is. */
interface Placed {
  data: unknown;
  placeOf: (path: readonly (string | number)[]) => string;
}

/** Reads a YAML file of assets and validates it against its schema. Each problem comes with its place. */
export function readPlaced(file: string, { text, schema }: AuthoredFile): Placed {
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, lineCounter: lines });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  refuse(document.errors.map(({ pos, message }) => `${place(pos[0])}  ${message}`));
  const data: unknown = document.toJS();
  const placeOf = (path: readonly (string | number)[]): string => place(offsetOf(document, path));
  const validate = compileSchema(schema);
  if (!validate(data)) {
    // The failed "then" or "else" explains more than the "if".
    refuse(
      (validate.errors ?? [])
        .filter(({ keyword }) => keyword !== "if")
        .map((error) => {
          const path = error.instancePath.split("/").slice(1);
          const { additionalProperty } = error.params as { additionalProperty?: string };
          const place = placeOf(additionalProperty === undefined ? path : [...path, additionalProperty]);
          return `${place}  ${path.join(".") || "the file"} ${describeSchemaError(error)}`;
        }),
    );
  }
  return { data, placeOf };
}

/** Says what the validator found, with the name or the values that its message leaves out. */
export function describeSchemaError({ message = "is not valid", params }: ErrorObject): string {
  const detail: unknown = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return detail === undefined
    ? message
    : `${message}: ${[detail]
        .flat()
        .map((one) => JSON.stringify(one))
        .join(", ")}`;
}

/** Ends the build with problems, if there are any. */
export function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  // npm run check does not read these files.
  throw new BrokenRecords(problems.join("\n"), "Correct these lines. The schema beside the file describes its fields.");
}
