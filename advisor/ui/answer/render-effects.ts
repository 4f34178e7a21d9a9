import type { Advice, Effects } from "../../explain/advice.ts";
import { h } from "../dom.ts";
import { drawRatio, drawSavings } from "./draw-effects.ts";
import { citationLinks } from "./links.ts";
import { adapterName } from "./names.ts";
import { section } from "./section.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** Gain and cost in figures: what studies measured, each for itself, and what is given up. */
export function renderEffects(advice: Advice, view: View): HTMLElement | null {
  if (!hasEffects(advice)) return null;
  const { measured, savings, givesUp, conditional, modes } = advice.effects;
  return section(
    words.worth,
    measured.length > 0 &&
      h("ul", { class: "effect-list" }, ...measured.map((ratio) => renderRatio(ratio, advice, view))),
    savings && renderSavings(savings, advice, view),
    givesUp.length > 0 && h("p", {}, words.givesUp(givesUp.map(({ name }) => name).join(", "))),
    conditional.length > 0 && h("p", {}, words.conditional(conditional.map(({ name }) => name).join(", "))),
    ...modes.map(({ text, evidence }) => h("p", {}, text, " ", ...citationLinks(evidence, view))),
  );
}

/** Whether there is a gain or a cost to tell. */
export function hasEffects({ recommended, effects }: Advice): boolean {
  return (
    recommended !== null &&
    (effects.savings !== null || [effects.measured, effects.givesUp, effects.modes].some(({ length }) => length > 0))
  );
}

function renderRatio(ratio: Effects["measured"][number], advice: Advice, view: View): HTMLElement {
  const { adapter, over, low, high, text, evidence } = ratio;
  const scale = Math.max(high, 1);
  const row = (id: string, from: number, to: number, label: string): HTMLElement =>
    h(
      "div",
      { class: "effect-bar", "aria-hidden": "true" },
      h("span", {}, adapterName(advice, id)),
      drawRatio(id, from / scale, to / scale),
      h("span", {}, label),
    );
  return h(
    "li",
    { class: "effect" },
    h("p", {}, text, " ", ...citationLinks(evidence, view)),
    row(adapter, low, high, words.barLabel(low, high)),
    row(over, 1, 1, words.barLabel(1, 1)),
  );
}

function renderSavings(
  { points, here }: NonNullable<Effects["savings"]>,
  { situation }: Advice,
  view: View,
): HTMLElement {
  const evidence = [...new Set(points.flatMap((point) => point.evidence))];
  return h(
    "figure",
    { class: "effect" },
    h("p", { class: "hint", "aria-hidden": "true" }, words.savingsTitle),
    drawSavings(points, situation.packetRate),
    h("figcaption", {}, [...points.map(({ text }) => text), here].join(" "), " ", ...citationLinks(evidence, view)),
  );
}
