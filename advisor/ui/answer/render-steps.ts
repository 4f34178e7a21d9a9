import type { Advice, AdviceStep } from "../../explain/advice.ts";
import { nameOldType } from "../../steps/fill-steps.ts";
import { PHASES, type Phase } from "../../knowledge/knowledge.ts";
import { findPlatform } from "../../questions/questions.ts";
import { codeBlock } from "./copy.ts";
import { add, answerButton, h, fold, heading, section } from "../dom.ts";
import { renderFillFields } from "../form/fill-in.ts";
import { platformOf } from "./later-words.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";
import { atlasLink } from "./links.ts";
import { adapterName, toolName, validationTexts } from "./names.ts";
import { groupBy } from "../../collections.ts";

/** How to apply the recommendation: what comes first, the tools to choose from, fine tuning, what is left to do and the way back. */
export function renderSteps(advice: Advice, view: View): HTMLElement | null {
  const { steps, situation } = advice;
  if (steps.length === 0) return null;
  if (situation.currentAdapter !== undefined)
    view.values.set(
      "old-type",
      nameOldType(view.knowledge.adapters, situation.currentAdapter, situation.platform) ?? "",
    );
  const place = h("section", { class: "advice-section steps" });
  const tools = new Set(steps.filter(({ action }) => action === "apply").map(({ tool }) => tool));
  // On paper the phases before and after are told for the chosen tool only, too.
  let chosen = "";
  const markOthers = (): void => {
    for (const step of place.querySelectorAll<HTMLElement>(".step[data-tool]")) {
      const { tool = "" } = step.dataset;
      step.toggleAttribute("data-other", tools.has(tool) && tool !== chosen);
    }
  };
  const onChoose = (tool: string): void => {
    chosen = tool;
    markOthers();
  };
  add(
    place,
    heading(words.steps),
    steps.some(({ occasion }) => occasion !== undefined) &&
      h(
        "div",
        {},
        h("p", { class: "hint" }, words.presentUnknown),
        !view.fixed.has("currentAdapter") &&
          answerButton(words.namePresent, () => view.ask("currentAdapter"), "name-present"),
      ),
    ...PHASES.flatMap((phase) =>
      renderPhase(
        phase,
        steps.filter(({ action }) => action === phase),
        platformOf(advice),
        view,
        onChoose,
      ),
    ),
  );
  markOthers();
  return place;
}

function renderPhase(
  phase: Phase,
  steps: AdviceStep[],
  platform: string,
  view: View,
  onChoose: (tool: string) => void,
): HTMLElement[] {
  if (steps.length === 0) return [];
  if (phase === "apply") return renderTools(steps, platform, view, onChoose);
  return [
    fold(
      `steps-${phase}`,
      [words.phases[phase], h("span", { class: "fold-count" }, words.counted("", steps.length))],
      ...steps.map((step) => renderStep(step, view, true)),
    ),
  ];
}

function renderTools(
  steps: AdviceStep[],
  platform: string,
  view: View,
  onChoose: (tool: string) => void,
): HTMLElement[] {
  const fields = renderFillFields(steps, findPlatform(view.knowledge, platform), view);
  const tabs = [...groupBy(steps, ({ tool }) => tool)].map(([tool, list]) => ({
    key: tool,
    label: toolName(view.knowledge, platform, tool),
    panel: renderPanel(list, view),
  }));
  return [...(fields ? [fields] : []), ...renderTabs("step-tabs", words.tools, tabs, onChoose)];
}

/** A new adapter's steps in view; what takes the place of the present one behind a fold, which is open where nothing else is there. */
function renderPanel(steps: AdviceStep[], view: View): HTMLElement[] {
  const change = steps.filter(({ occasion }) => occasion === "change");
  const others = steps.filter(({ occasion }) => occasion !== "change");
  const inPlace = fold(
    `steps-${steps[0]?.tool ?? ""}-change`,
    [words.inPlace],
    ...change.map((step) => renderStep(step, view, false)),
  );
  inPlace.open = others.length === 0;
  return [...others.map((step) => renderStep(step, view, false)), ...(change.length > 0 ? [inPlace] : [])];
}

function renderStep(
  { title, tool, occasion, text, code, language, pitfalls }: AdviceStep,
  view: View,
  isMarked: boolean,
): HTMLElement {
  return h(
    "div",
    { class: "step", "data-tool": tool },
    h("h4", {}, title),
    isMarked && occasion !== undefined && h("p", { class: "hint" }, words.occasions[occasion]),
    text !== undefined && h("p", {}, text),
    code !== undefined && codeBlock(title, { code, language }, view.values, view.say),
    pitfalls.length > 0 && h("ul", {}, ...pitfalls.map((pitfall) => h("li", {}, pitfall))),
  );
}

/** One tab: its key stays the same when the tabs are drawn anew. */
export interface Tab {
  key: string;
  label: string;
  panel: HTMLElement[];
}

/** Tabs after the WAI-ARIA pattern: one stop for Tab, arrows, Home and End move and choose. Gives the list and its panels, and tells each choice. */
export function renderTabs(
  className: string,
  label: string,
  tabs: readonly Tab[],
  onChoose: (key: string) => void = () => undefined,
): HTMLElement[] {
  const buttons = tabs.map(({ key, label: text }) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${key}`,
        "aria-controls": `panel-${key}`,
        "data-key": `tab-${key}`,
        onclick: () => select(key),
      },
      text,
    ),
  );
  const panels = tabs.map(({ key, panel }) =>
    h("div", { class: "tab-panel", role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}` }, ...panel),
  );
  function select(chosen: string): void {
    tabs.forEach(({ key }, at) => {
      buttons[at]?.setAttribute("aria-selected", String(key === chosen));
      if (buttons[at]) buttons[at].tabIndex = key === chosen ? 0 : -1;
      if (panels[at]) panels[at].hidden = key !== chosen;
    });
    onChoose(chosen);
  }
  function move(event: Event): void {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const to = at < 0 ? undefined : target((event as KeyboardEvent).key, at, buttons.length);
    const button = buttons[to ?? -1];
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  }
  if (tabs[0]) select(tabs[0].key);
  return [h("div", { class: className, role: "tablist", "aria-label": label, onkeydown: move }, ...buttons), ...panels];
}

/** The place that a key leads to from a tab, or nothing for another key. */
function target(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** The runs that would confirm or refute the recommendation: the command for each adapter, how long, what to expect. */
export function renderValidation(advice: Advice, view: View): HTMLElement | null {
  const { validation } = advice;
  if (validation === null) return null;
  const { script, language, commands, otherEnd, onHost } = validation;
  const runs = commands.map(({ adapter, command }) => ({
    title: words.runWith(adapterName(advice, adapter)),
    command,
  }));
  const [how, ...outcome] = validationTexts(advice);
  const part = section(
    words.verify,
    h("p", {}, how ?? ""),
    renderFillFields(
      [otherEnd, ...commands.map(({ command }) => command)].map((code) => ({ code, language })),
      findPlatform(view.knowledge, platformOf(advice)),
      view,
    ),
    h("h4", {}, words.otherEnd),
    codeBlock(words.otherEnd, { code: otherEnd, language }, view.values, view.say),
    ...runs.flatMap(({ title, command }) => [
      h("h4", {}, title),
      codeBlock(
        runs.length > 1 ? `${words.verify}, ${title}` : words.verify,
        { code: command, language },
        view.values,
        view.say,
      ),
    ]),
    ...(onHost === null
      ? []
      : [
          h("h4", {}, words.onHost),
          codeBlock(words.onHost, { code: onHost, language: "shell" }, view.values, view.say),
        ]),
    ...outcome.map((text) => h("p", {}, text)),
    view.atlas !== null &&
      h(
        "p",
        {},
        ...(script === null ? [] : [atlasLink(view, `/kit/${script}`, "kit-link", words.getScript(script)), " · "]),
        atlasLink(view, "/validate/", "kit-link", words.howToValidate),
      ),
  );
  part.classList.add("verify");
  return part;
}
