import type { Advice, AdviceStep } from "../advice.ts";
import { nameOldType } from "../fill-steps.ts";
import { codeBlock } from "./code-block.ts";
import { h } from "./dom.ts";
import { findPlaceholders, renderFillFields } from "./fill-in.ts";
import { platformOf } from "./later-words.ts";
import { fold, heading } from "./section.ts";
import { renderTabs } from "./tabs.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

/** How to apply the recommendation: what comes first, the tools to choose from, fine tuning and what is left to do. */
export function renderSteps(advice: Advice, view: View): HTMLElement | null {
  const { steps, situation } = advice;
  if (steps.length === 0) return null;
  if (situation.currentAdapter !== undefined) view.values.set("old-type", nameOldType(situation.currentAdapter) ?? "");
  const during = (action: AdviceStep["action"]): AdviceStep[] => steps.filter((step) => step.action === action);
  const shown = (list: AdviceStep[]): HTMLElement[] => list.map((step) => renderStep(step, view, true));
  const [before, apply, tune, after] = [during("prepare"), during("apply"), during("tune"), during("clean-up")];
  return h("section", { class: "advice-section steps" },
    heading(words.steps),
    steps.some(({ occasion }) => occasion !== undefined) && h("div", {}, h("p", { class: "hint" }, words.presentUnknown),
      h("button", { type: "button", class: "answer-button", "data-key": "name-present", onclick: () => view.ask("currentAdapter") }, words.namePresent)),
    before.length > 0 && fold("steps-prepare", [words.stepsBefore(before.length)], ...shown(before)),
    ...renderTools(apply, platformOf(advice), view),
    tune.length > 0 && fold("steps-tune", [words.stepsTune(tune.length)], ...shown(tune)),
    after.length > 0 && fold("steps-after", [words.stepsAfter(after.length)], ...shown(after)));
}

function renderTools(steps: AdviceStep[], platform: string, view: View): HTMLElement[] {
  const byTool = new Map<string, AdviceStep[]>();
  for (const step of steps) byTool.set(step.tool, [...(byTool.get(step.tool) ?? []), step]);
  const fields = renderFillFields(findPlaceholders(steps.flatMap(({ code }) => code ?? [])), platform, view);
  const tabs = [...byTool].map(([tool, list]) => ({
    key: tool, label: words.toolNames[tool] ?? tool, panel: renderPanel(list, view),
  }));
  return tabs.length === 0 ? [] : [
    ...(fields ? [fields] : []),
    ...renderTabs("step-tabs", words.tools, tabs),
  ];
}

/** A new adapter's steps in view; what takes the place of the present one behind a fold, which is open where nothing else is there. */
function renderPanel(steps: AdviceStep[], view: View): HTMLElement[] {
  const change = steps.filter(({ occasion }) => occasion === "change");
  const others = steps.filter(({ occasion }) => occasion !== "change");
  const inPlace = fold(`steps-${steps[0]?.tool ?? ""}-change`, [words.inPlace], ...change.map((step) => renderStep(step, view, false)));
  inPlace.open = others.length === 0;
  return [...others.map((step) => renderStep(step, view, false)), ...(change.length > 0 ? [inPlace] : [])];
}

function renderStep({ title, occasion, text, code, pitfalls }: AdviceStep, view: View, isMarked: boolean): HTMLElement {
  return h("div", { class: "step" },
    h("h4", {}, title),
    isMarked && occasion !== undefined && h("p", { class: "hint" }, words.occasions[occasion]),
    text !== undefined && h("p", {}, text),
    code !== undefined && codeBlock(title, code, view.values, view.say),
    pitfalls.length > 0 && h("ul", {}, ...pitfalls.map((pitfall) => h("li", {}, pitfall))));
}
