import type { Advice, AdviceStep } from "../../explain/advice.ts";
import { nameOldType } from "../../steps/fill-steps.ts";
import { PHASES, type Phase } from "../../knowledge/knowledge.ts";
import { findPlatform } from "../../questions/questions.ts";
import { codeBlock } from "./copy.ts";
import { add, answerButton, h, fold, heading, section } from "../dom.ts";
import { renderFillFields, showFillFields } from "../form/fill-in.ts";
import { platformOf } from "./later-words.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";
import { atlasLink } from "./links.ts";
import { adapterName, splitResult, toolName, validationTexts } from "./names.ts";
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
  const [choice, ...panels] = renderChoice(words.tools, tabs, (tool) => {
    if (fields)
      showFillFields(
        fields,
        steps.filter((step) => step.tool === tool),
      );
    onChoose(tool);
  });
  return [choice, ...(fields ? [fields] : []), ...panels];
}

/** Steps for a new adapter in view; those that replace the current adapter behind a fold, which is open if there are no others. */
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

/** Texts of steps are English in all languages. */
const english = { lang: "en" };

function renderStep(
  { title, tool, occasion, text, code, language, pitfalls }: AdviceStep,
  view: View,
  isMarked: boolean,
): HTMLElement {
  return h(
    "div",
    { class: "step", "data-tool": tool },
    h("h4", english, title),
    isMarked && occasion !== undefined && h("p", { class: "hint" }, words.occasions[occasion]),
    text !== undefined && h("p", english, text),
    code !== undefined && codeBlock(title, { code, language }, view.values, view.announce),
    pitfalls.length > 0 && h("ul", english, ...pitfalls.map((pitfall) => h("li", {}, pitfall))),
  );
}

/** Something to choose, under a key that stays the same when the answer is drawn again. */
interface Choice {
  key: string;
  label: string;
  panel: HTMLElement[];
}

/** A select and the panel of what is chosen. */
function renderChoice(
  label: string,
  choices: readonly Choice[],
  onChoose: (key: string) => void,
): [HTMLElement, ...HTMLElement[]] {
  const panels = choices.map(({ key, label: title, panel }) =>
    h("div", { class: "tool-panel", id: `panel-${key}` }, h("h4", { class: "on-paper" }, title), ...panel),
  );
  const select = h(
    "select",
    { "data-key": "tool", onchange: () => choose(select.value) },
    ...choices.map(({ key, label: title }) => h("option", { value: key }, title)),
  );
  function choose(chosen: string): void {
    choices.forEach(({ key }, at) => {
      if (panels[at]) panels[at].hidden = key !== chosen;
    });
    onChoose(chosen);
  }
  if (choices[0]) choose(choices[0].key);
  return [h("p", { class: "tool-choice" }, h("label", {}, label, " ", select)), ...panels];
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
    codeBlock(words.otherEnd, { code: otherEnd, language }, view.values, view.announce),
    ...runs.flatMap(({ title, command }) => [
      h("h4", {}, title),
      codeBlock(
        runs.length > 1 ? `${words.verify}, ${title}` : words.verify,
        { code: command, language },
        view.values,
        view.announce,
      ),
    ]),
    ...(onHost === null
      ? []
      : [
          h("h4", {}, words.onHost),
          codeBlock(words.onHost, { code: onHost, language: "shell" }, view.values, view.announce),
        ]),
    ...outcome.flatMap((text) => renderExpectation(text, view)),
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

/** The page that compares two files of the kit. */
const COMPARE = "/validate/compare/";

/** How to run the validation and what passes and fails it, in a paragraph each; the page that compares files is a link. */
function renderExpectation(text: string, view: View): HTMLElement[] {
  const { how, pass, fail } = splitResult(text);
  const [before = "", ...after] = how.split(COMPARE);
  const link = after.flatMap((rest) => [atlasLink(view, COMPARE, "kit-link", COMPARE), rest]);
  const results = [pass, fail].map(
    (result, at) => result && h("p", {}, h("strong", {}, words.results[at]), " ", result),
  );
  return [h("p", {}, before, ...link), ...results.filter((one) => one !== "")];
}
