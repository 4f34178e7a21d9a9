import { add, type Child, fitToShadow, goTo, h, registerUnit } from "./dom.ts";
import { words } from "./words.ts";
import tokenStyle from "../../assets/css/tokens.css";
import controlStyle from "../../assets/css/controls.css";
import formStyle from "../../assets/css/form.css";
import aidStyle from "../../assets/css/form-aids.css";
import codeStyle from "../../assets/css/pre.css";
import adviceStyle from "../../assets/css/advice.css";
import verdictStyle from "../../assets/css/advice-verdicts.css";
import effectStyle from "../../assets/css/advice-effects.css";
import stepStyle from "../../assets/css/advice-steps.css";
import ownStyle from "./component.css";

/** Adds the component's style sheets to its shadow root, once. */
export function adoptStyleSheets(root: ShadowRoot): void {
  if (root.adoptedStyleSheets.length === 0) root.adoptedStyleSheets = styleSheets();
}

/** Constructed sheets need no exception in a page's content policy. In a layer, so that a style sheet of the page comes after them. */
function styleSheets(): CSSStyleSheet[] {
  registerUnit();
  return [
    tokenStyle,
    controlStyle,
    formStyle,
    aidStyle,
    codeStyle,
    adviceStyle,
    verdictStyle,
    effectStyle,
    stepStyle,
    ownStyle,
  ].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@layer component{${fitToShadow(text)}}`);
    return sheet;
  });
}

/** The elements around a form that its session needs. */
interface Frame {
  answer: HTMLElement;
  status: HTMLElement;
  bar: HTMLElement;
}

/** Shows a form with an empty answer beside it; faults of the attributes stand above the form. */
export function showForm(
  root: ShadowRoot,
  form: HTMLFormElement,
  { lang, stylesheet, faults }: { lang: string; stylesheet: string | null; faults: readonly string[] },
): Frame {
  const answer = h("section", { class: "answer", "aria-labelledby": "headline" });
  const status = h("p", { class: "visually-hidden", role: "status" });
  const bar = h("button", {
    type: "button",
    onclick: () => {
      goTo(answer.querySelector("h2"));
    },
  });
  show(
    root,
    lang,
    stylesheet !== null && h("link", { rel: "stylesheet", href: stylesheet }),
    h("slot", { name: "intro" }),
    h(
      "div",
      { class: "frame" },
      h(
        "div",
        {},
        h("div", { class: "answer-bar" }, bar),
        ...faults.map((fault) => h("p", { class: "field-message", "data-kind": "problem" }, fault)),
        form,
      ),
      answer,
      status,
    ),
    h("slot", { name: "after" }),
  );
  return { answer, status, bar };
}

/** Shows that the policy is on its way. */
export function showPolicyLoading(root: ShadowRoot, lang: string): void {
  show(root, lang, h("p", { role: "status" }, words.policyComes));
}

/** Shows why there is no form: the policy cannot be used. The page's own content, which is for a script that does not run, stays hidden. */
export function showPolicyProblems(root: ShadowRoot, lang: string, problems: readonly string[]): void {
  show(
    root,
    lang,
    h(
      "div",
      { role: "alert" },
      h("p", {}, words.policyFailed),
      h("ul", {}, ...problems.map((problem) => h("li", {}, problem))),
    ),
  );
}

/** Shows that the component failed. The page's own content stays hidden here too. */
export function showFailure(root: ShadowRoot, lang: string): void {
  show(root, lang, h("p", { role: "alert" }, words.failed));
}

/** On a ground of its own, to which nothing of the page around comes through; see component.css. */
function show(root: ShadowRoot, lang: string, ...content: Child[]): void {
  root.replaceChildren(add(h("div", { class: "ground", lang, dir: "ltr" }), ...content));
}

/** Names for ::part() in the host page's style sheet, and what carries them. */
const PARTS: Readonly<Record<string, string>> = {
  form: "form",
  ".form-group": "group",
  ".field": "field",
  ".choice": "choice",
  "input[type=text], select": "control",
  ".answer": "answer",
  ".advice-headline": "headline",
  ".advice-why": "why",
  ".confidence": "confidence",
  ".actions": "actions",
  ".question": "question",
  ".verdict": "verdict",
  ".status": "status",
  ".steps": "steps",
  ".code": "code",
  button: "button",
};

/** Gives the elements below a root their part names, and the answer's buttons the slot for those of the page. */
export function nameParts(root: ParentNode): void {
  for (const [selector, name] of Object.entries(PARTS)) {
    for (const element of root.querySelectorAll(selector)) element.setAttribute("part", name);
  }
  const actions = root.querySelector(".actions");
  if (actions && !actions.querySelector("slot")) actions.append(h("slot", { name: "actions" }));
}
