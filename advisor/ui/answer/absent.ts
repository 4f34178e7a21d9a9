import type { Advice, Verdict } from "../../explain/advice.ts";

/** What the platform does not offer to the guest is no choice that anybody weighs; a single one is not worth a fold, and where nothing fits all of them are told. */
export function listAbsent({ recommended, verdicts }: Advice): Verdict[] {
  const absent =
    recommended === null
      ? []
      : verdicts.filter(
          ({ status, reasons }) => status === "excluded" && reasons.every(({ kind }) => kind === "guest"),
        );
  return absent.length > 1 ? absent : [];
}
