import { ToolError } from "../../records/command-line.mjs";
import type { ErrorObject } from "ajv";
import type { Scalar } from "./placeholder.ts";
import { type Draft, draftRecord, type Order, toData } from "./draft.ts";

/** The schema asks for something that a draft cannot bring by itself; the answers do not fit each other. */
export class Unsettled extends ToolError {
  constructor(readonly data: unknown) {
    super("the answers do not fit each other");
  }
}

/** Drafts a record that its schema accepts: a condition of the schema may ask for more fields, or for other values, than the fields alone show. */
export function settleDraft(order: Omit<Order, "asked">): Draft {
  const validate = order.schemas.validatorOf(order.kind);
  let asked: ReadonlyMap<string, Scalar | undefined> = new Map();
  for (;;) {
    const drafted = draftRecord({ ...order, asked });
    const data = toData(drafted);
    if (validate(data)) return drafted;
    const wanted = (validate.errors ?? []).flatMap(readWish).find(([pointer]) => !asked.has(pointer));
    if (!wanted) throw new Unsettled(data);
    asked = new Map([...asked, wanted]);
  }
}

/** Reads from an error which field, or which value of a field, would do instead. */
function readWish({ keyword, instancePath, params }: ErrorObject): [pointer: string, value: Scalar | undefined][] {
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return [[`${instancePath}/${String(params.missingProperty)}`, undefined]];
    case "enum":
      return [[instancePath, (params.allowedValues as Scalar[])[0]]];
    case "const":
      return [[instancePath, params.allowedValue as Scalar]];
    default:
      return [];
  }
}
