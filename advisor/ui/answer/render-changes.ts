import type { Advice } from "../../explain/advice.ts";
import { conflictTexts } from "./conflict-texts.ts";
import { h } from "../dom.ts";
import { fold, section } from "./section.ts";
import { fieldLabel, words } from "../words.ts";

/** What would have to give way for another adapter, or for any, to fit. */
export function renderConflicts(advice: Advice): HTMLElement | null {
  if (advice.conflicts.length === 0) return null;
  return section(
    advice.recommended === null ? words.conflictsNone : words.conflicts,
    textList("conflict-list", conflictTexts(advice)),
  );
}

/** What was given and does not go together. */
export function renderWarnings({ warnings }: Advice): HTMLElement | null {
  return warnings.length === 0
    ? null
    : section(
        words.warnings,
        textList(
          "warning-list",
          warnings.map(({ field, found, expected }) => ({ text: words.problem(fieldLabel(field), found, expected) })),
        ),
      );
}

/** The nearest changes of what is known that lead to another adapter. */
export function renderTurningPoints({ turningPoints }: Advice): HTMLElement | null {
  return turningPoints.length === 0 ? null : section(words.turning, textList("turning-list", turningPoints));
}

/** What was taken for each field that is not known. */
export function renderAssumptions({ assumptions }: Advice): HTMLElement | null {
  if (assumptions.length === 0) return null;
  return h(
    "div",
    { class: "assumptions" },
    fold("assumptions", [words.assumed(assumptions.length)], textList("", assumptions)),
  );
}

function textList(className: string, entries: readonly { text: string }[]): HTMLElement {
  return h("ul", { class: className || undefined }, ...entries.map(({ text }) => h("li", {}, text)));
}
