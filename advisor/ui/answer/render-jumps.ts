import type { Advice } from "../../explain/advice.ts";
import { goTo, h, isShown } from "../dom.ts";
import { hasEffects } from "./render-effects.ts";
import { idOf } from "./section.ts";
import { words } from "../words.ts";

/** Leads to the parts of the answer that do not follow at once, in their order. No links: the address is the situation's, and a shadow root's parts have none. */
export function renderJumps(advice: Advice): HTMLElement {
  const { recommended, conflicts, turningPoints, steps, validation } = advice;
  const titles = [
    words.verdicts,
    hasEffects(advice) && words.worth,
    recommended !== null && conflicts.length > 0 && words.conflicts,
    turningPoints.length > 0 && words.turning,
    steps.length > 0 && words.steps,
    validation !== null && words.verify,
  ].filter(isShown);
  return h(
    "nav",
    { class: "on-this-page", "aria-label": words.jumps },
    h("ul", {}, ...titles.map((title) => h("li", {}, h("button", { type: "button", onclick: jump }, title)))),
  );
}

/** What is not there yet has a button in its place. */
function jump({ currentTarget }: Event): void {
  const from = currentTarget as HTMLElement;
  const root = from.getRootNode() as Document | ShadowRoot;
  goTo(root.getElementById(idOf(from.textContent)) ?? root.querySelector<HTMLElement>(".later button"));
}
