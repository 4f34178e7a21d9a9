import type { Conditions, Situation as Authored } from "../../build/types/records.ts";

/** What the user tells the advisor, a field for each record of data/questions. A field left out is unknown. */
export type Situation = Authored;

/** Fields that are yes, no or unknown. */
export type YesNoField = {
  [F in keyof Situation]-?: NonNullable<Situation[F]> extends boolean ? F : never;
}[keyof Situation];

/** Fields that are numbers or releases and on which rules may depend. */
export type NumberField = {
  [F in keyof Situation & keyof Conditions]-?: NonNullable<Conditions[F]> extends
    | readonly unknown[]
    | boolean
    | number
    | string
    ? never
    : F;
}[keyof Situation & keyof Conditions];

/** Fields on which a row of the decision table may depend. */
export type Field = NumberField | YesNoField;
