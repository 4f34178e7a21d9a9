import knowledge from "atlas:knowledge";
import type { Advice } from "../explain/advice.ts";
import { fitToShadow, registerUnit } from "./dom.ts";
import { createAdvisor } from "../index.ts";
import { describeProblem, type Problem } from "../questions/read-situation.ts";
import type { Situation } from "../questions/situation.ts";
import { toText } from "../questions/text-fields.ts";
import { attributeOf, FIELD_ATTRIBUTES, OWN_ATTRIBUTES, readFields, readSettings } from "./attributes.ts";
import { buildForm } from "./form/build-form.ts";
import { goTo, h } from "./dom.ts";
import { describeForm } from "./form/form.ts";
import type { LaterWords } from "./answer/later-words.ts";
import { valueText } from "./answer/names.ts";
import { normalisePairs, takePairs, type Pair } from "./form/pairs.ts";
import { readLeniently } from "./form/form-values.ts";
import { startSession, type Session } from "./session.ts";
import { words } from "./words.ts";
import tokenStyle from "../../assets/css/tokens.css";
import controlStyle from "../../assets/css/controls.css";
import formStyle from "../../assets/css/form.css";
import aidStyle from "../../assets/css/form-aids.css";
import codeStyle from "../../assets/css/pre.css";
import jumpStyle from "../../assets/css/on-this-page.css";
import adviceStyle from "../../assets/css/advice.css";
import verdictStyle from "../../assets/css/advice-verdicts.css";
import effectStyle from "../../assets/css/advice-effects.css";
import stepStyle from "../../assets/css/advice-steps.css";
import ownStyle from "./component.css";

/** The advisor of all these elements. */
export const advisor = createAdvisor(knowledge);
const groups = describeForm(knowledge);

/**
 * `<vnic-advisor>`: asks what is known of a virtual machine and says which virtual network adapter it should have.
 * Everything it needs is in its script; it asks no host for anything and stores nothing.
 *
 * Content: what stands inside the element is shown until the script has run, and if it cannot.
 *
 * Attributes, all optional, each observed:
 * - those of the questions in data/questions, by their flags: fields of the situation. Yes is the attribute alone (`iommu`), yes,
 *   true, 1 or its own name; no is no, false or 0; without the attribute the field is unknown. Of features that must keep
 *   working there may be several, separated by spaces or commas
 * - fixed: fields that are shown and not asked, separated by spaces or commas; only the page around changes them, by their
 *   attributes or by the property situation
 * - atlas: address of the atlas; with it evidence is linked and the answer has an address
 * - theme: auto (follows the page's color-scheme), light or dark
 * - compact: folds all but the first questions and the recommendation
 * - lang: any; the component speaks English whatever the page around it does
 *
 * Properties: situation (get, set), advice (get).
 *
 * Event: vnic-advice after each new advice; it bubbles, leaves shadow roots, and its detail is the advice. There is no
 * advice, and no event, while a value is not understood.
 *
 * Custom properties: --vnic-bg, --vnic-surface, --vnic-sunken, --vnic-ink, --vnic-ink-soft, --vnic-line, --vnic-control,
 * --vnic-accent, --vnic-accent-strong, --vnic-accent-ink, --vnic-accent-soft, --vnic-yes, --vnic-partial, --vnic-no,
 * --vnic-no-soft, --vnic-radius, --vnic-font, --vnic-font-mono; --vnic-rem is the length that all sizes follow (1em of the text around).
 *
 * Parts: form, group, field, choice, control, answer, headline, why, confidence, actions, question, verdict, status, steps, code, button.
 */
export class VnicAdvisor extends HTMLElement {
  static readonly observedAttributes = [...Object.keys(FIELD_ATTRIBUTES), ...OWN_ATTRIBUTES];

  /** What the steps say, where a page brings it apart from the knowledge; the component itself has all of it in its script. */
  protected readonly later: LaterWords | null = null;
  #session: Session | null = null;
  #advice: Advice | null = null;
  #announced = "";
  #fixed: string[] = [];
  #waiting = new Set<string>();

  connectedCallback(): void {
    if (this.#session) return;
    // Set on the element before its class was known: the accessor has to see it.
    const early = Object.getOwnPropertyDescriptor(this, "situation")?.value as Situation | undefined;
    delete (this as { situation?: Situation }).situation;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = styleSheets();
    this.#build([...this.#fields(), ...(early ? takeSituation(early) : [])]);
  }

  attributeChangedCallback(name: string): void {
    if (!this.#session) return;
    if (this.#waiting.size === 0) queueMicrotask(() => this.#settle());
    this.#waiting.add(name);
  }

  /** What is known, with ids in the atlas's spelling. */
  get situation(): Situation {
    this.#settle();
    return this.#session?.read().situation ?? {};
  }

  set situation(situation: Situation) {
    this.#settle();
    const pairs = takeSituation(situation ?? {});
    const kept = this.#pairs().filter(
      ([field]) => this.#fixed.includes(field) && !pairs.some(([name]) => name === field),
    );
    this.#show([...kept, ...pairs], this.#fixed.length > 0);
  }

  /** The newest advice, or null while something is not understood and before the element is in a page. */
  get advice(): Advice | null {
    this.#settle();
    return this.#advice;
  }

  /** Shows the steps as soon as there are words for them, in the form that is there by then. */
  protected async loadSteps(): Promise<void> {
    await this.#session?.loadSteps();
  }

  /** Takes over the attributes that have changed, all at once; a form that asks the same as before stays, with the reader's place in it. */
  #settle(): void {
    if (this.#waiting.size === 0) return;
    const names = [...this.#waiting];
    this.#waiting.clear();
    const changed = names.map((name) => FIELD_ATTRIBUTES[name] ?? "");
    const kept = this.#pairs().filter(([field]) => !changed.includes(field as keyof Situation));
    const pairs = [...kept, ...this.#fields().filter(([field]) => changed.includes(field as keyof Situation))];
    this.#show(
      pairs,
      changed.some((field) => field === "" || this.#fixed.includes(field)),
    );
  }

  #show(pairs: readonly Pair[], isAnotherForm: boolean): void {
    if (isAnotherForm) this.#build(pairs);
    else this.#session?.write(pairs);
  }

  #pairs(): Pair[] {
    return this.#session?.read().pairs ?? [];
  }

  #fields(): Pair[] {
    const pairs = normalisePairs(
      knowledge,
      readFields((name) => this.getAttribute(name)),
    );
    for (const problem of readLeniently(advisor, pairs).problems)
      warn(`attribute ${describeProblem(asAttribute(problem))}`);
    return pairs;
  }

  #build(pairs: readonly Pair[]): void {
    const root = this.shadowRoot;
    if (!root) return;
    try {
      const { fixed, atlas, compact, faults } = readSettings((name) => this.getAttribute(name), document.baseURI);
      faults.forEach(warn);
      this.#fixed = fixed;
      const { situation } = readLeniently(advisor, pairs);
      const form = buildForm(groups, {
        compact,
        fixed: new Map(fixed.map((field) => [field, valueText(knowledge, situation, field)])),
      });
      const answer = h("section", { class: "answer", "aria-labelledby": "headline" });
      const status = h("p", { class: "visually-hidden", role: "status" });
      const bar = h("button", {
        type: "button",
        onclick: () => {
          goTo(answer.querySelector("h2"));
        },
      });
      showIn(
        root,
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
      );
      this.#session = startSession({
        form,
        answer,
        status,
        bar,
        advisor,
        view: {
          atlas,
          compact,
          fixed: new Set(fixed),
          newTab: true,
          canPrint: false,
          openCard: null,
          headingId: "headline",
          later: this.later,
          permalink: (situation) =>
            atlas === null ? null : `${atlas}advisor/?${new URLSearchParams(toText(situation))}`,
        },
        onRead: ({ advice }, is) => {
          if (is.new) this.#take(advice);
        },
      });
      this.#session.write(pairs);
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
      showIn(root, h("p", { role: "alert" }, words.failed), h("slot", {}));
    }
  }

  /** The event comes when the script that changed the element is done, once for all its changes. */
  #take(advice: Advice | null): void {
    this.#advice = advice;
    if (this.shadowRoot) nameParts(this.shadowRoot);
    if (advice)
      queueMicrotask(() => {
        const text = JSON.stringify(advice);
        if (this.#advice !== advice || this.#announced === text) return;
        this.#announced = text;
        this.dispatchEvent(new CustomEvent<Advice>("vnic-advice", { bubbles: true, composed: true, detail: advice }));
      });
  }
}

/** On a ground of its own, to which nothing of the page around comes through; see component.css. */
function showIn(root: ShadowRoot, ...content: HTMLElement[]): void {
  root.replaceChildren(h("div", { class: "ground", lang: "en", dir: "ltr" }, ...content));
}

/** Constructed sheets need no exception in a page's content policy. */
function styleSheets(): CSSStyleSheet[] {
  registerUnit();
  return [
    tokenStyle,
    controlStyle,
    formStyle,
    aidStyle,
    codeStyle,
    jumpStyle,
    adviceStyle,
    verdictStyle,
    effectStyle,
    stepStyle,
    ownStyle,
  ].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(fitToShadow(text));
    return sheet;
  });
}

/** The pairs of a situation that a page sets, which may be anything; what cannot be used is named. */
function takeSituation(situation: unknown): Pair[] {
  const { pairs, refused } = takePairs(situation);
  for (const refusal of refused) warn(`property situation: ${refusal}`);
  return pairs;
}

function asAttribute(problem: Problem): Problem {
  return {
    ...problem,
    field: attributeOf(problem.field),
    ...(problem.field === "guest" ? { expected: "an id or a name of a guest" } : {}),
  };
}

function warn(text: string): void {
  console.warn(`vnic-advisor: ${text}`);
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

/** Gives the elements below a root their part names. */
export function nameParts(root: ParentNode): void {
  for (const [selector, name] of Object.entries(PARTS)) {
    for (const element of root.querySelectorAll(selector)) element.setAttribute("part", name);
  }
}
