import knowledge from "atlas:knowledge";
import type { Advice } from "../explain/advice.ts";
import { getOrCompute } from "../collections.ts";
import { createAdvisor, type Advisor } from "../advisor.ts";
import { createPolicyAdvisor, fillPairs, type Policy } from "../policy/policy.ts";
import { describeProblem, type Problem } from "../questions/read-situation.ts";
import type { Situation } from "../questions/situation.ts";
import { toText } from "../questions/text-fields.ts";
import { attributeOf, FIELD_ATTRIBUTES, OWN_ATTRIBUTES, readFields, readSettings, webAddress } from "./attributes.ts";
import { buildForm } from "./form/build-form.ts";
import { type Action, add, type Child, fitToShadow, goTo, h, nextTask, registerUnit } from "./dom.ts";
import { describeForm } from "./form/form.ts";
import { english, type Language, type OwnTexts, translateKnowledge, withOwnTexts } from "./language.ts";
import { loadPolicy } from "./load-policy.ts";
import type { LaterWords } from "./answer/later-words.ts";
import { valueText } from "./answer/names.ts";
import { normalisePairs, takePairs, type Pair } from "./form/pairs.ts";
import { readLeniently } from "./form/form-values.ts";
import { startSession, type Session } from "./session.ts";
import { useWords, words } from "./words.ts";
import { version } from "../package.json";
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

/** What `vnic-advice` carries: the advice, and how it came about. The fields of the advice are on it as well. */
export interface AdviceDetail extends Advice {
  advice: Advice;
  /** An address that leads to the same advice again, or null without an atlas. */
  permalink: string | null;
  /** Version of the component. */
  version: string;
  /** Whether it is the first advice, or follows from what the reader or the page changed. */
  cause: "start" | "reader" | "page";
}

/** What `vnic-problem` carries: what cannot be used, one line each. Without a policy that can be used there is no advice. */
export interface ProblemDetail {
  kind: "input" | "attribute" | "policy" | "failure";
  problems: string[];
}

/**
 * `<vnic-advisor>`: asks what is known of a virtual machine and says which virtual network adapter it should have.
 * Everything it needs is in its script; it asks no host for anything but what its attributes name, and stores nothing.
 *
 * Content: what stands inside the element is shown until the script has run, and if it cannot. Slots: intro above the form,
 * actions beside the buttons of the answer, after below the answer.
 *
 * Attributes, all optional, each observed:
 * - those of the questions in data/questions, by their flags: fields of the situation. Yes is the attribute alone (`iommu`), yes,
 *   true, 1 or its own name; no is no, false or 0; without the attribute the field is unknown. Of features that must keep
 *   working there may be several, separated by spaces or commas
 * - fixed: fields that are shown and not asked, separated by spaces or commas; only the page around changes them, by their
 *   attributes or by the property situation
 * - hide: fields that are neither shown nor asked; they keep the values that the page gives them
 * - policy: address of a company policy as JSON, on the same host or one that allows it
 * - atlas: address of the atlas; with it evidence is linked and the answer has an address
 * - theme: auto (follows the page's color-scheme), light or dark
 * - stylesheet: address of a style sheet that comes after the component's own
 * - compact: folds all but the first questions and the recommendation
 * - loading: lazy builds the form only when a reader comes near
 * - lang: the language of a language pack whose script the page has loaded; without one the component speaks English
 *
 * Properties: situation (get, set), policy (get, set: an object), words (get, set: own texts), advice (get).
 *
 * Events, all of which bubble and leave shadow roots: vnic-ready once the form is there; vnic-advice after each new advice
 * (AdviceDetail); vnic-action after something that the reader did with an answer (Action); vnic-problem (ProblemDetail).
 * There is no advice, and no vnic-advice, while a value is not understood.
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
  /** The form while it is being built in slices, for a page that goes on meanwhile. Whoever asks for its values has it at once. */
  #slices: Iterator<undefined, void> | null = null;
  /** Resolves once the form and its first answer are there. */
  #built: Promise<void> = Promise.resolve();
  /** What the first answer is about, until all of it is drawn. */
  #first: readonly Pair[] | null = null;
  #session: Session | null = null;
  #advice: Advice | null = null;
  #announced = "";
  #complained = "";
  #cause: AdviceDetail["cause"] = "start";
  #isReady = false;
  /** Fields that only the page changes. */
  #kept: string[] = [];
  #waiting = new Set<string>();
  /** What the page set before the form was there. */
  #early: Pair[] = [];
  #own: OwnTexts = {};
  #language: Language = english;
  #advisor: Advisor | null = null;
  /** The policy as an object of the page, which wins over the attribute. */
  #given: unknown = null;
  #policy: Policy | null = null;
  /** Counts the policies asked for, so that one that comes late does not replace a newer one. */
  #asked = 0;
  #observer: IntersectionObserver | null = null;

  connectedCallback(): void {
    addEventListener("beforeprint", this.#onPrint);
    if (this.#isStarted()) return;
    for (const name of ["words", "policy", "situation"] as const) this.#adopt(name);
    if (this.getAttribute("loading") !== "lazy") return this.#start();
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start();
      },
      { rootMargin: "50%" },
    );
    this.#observer.observe(this);
  }

  disconnectedCallback(): void {
    removeEventListener("beforeprint", this.#onPrint);
    this.#observer?.disconnect();
    this.#observer = null;
  }

  attributeChangedCallback(name: string): void {
    if (name === "loading" && this.#observer && this.getAttribute("loading") !== "lazy") this.#start();
    if (this.#slices && name !== "policy") return this.#build(null);
    // Another policy may come while there is no form for want of one.
    if (!this.#session && !(name === "policy" && this.#isStarted())) return;
    if (this.#waiting.size === 0) queueMicrotask(() => this.#settle());
    this.#waiting.add(name);
  }

  /** What is known, with ids in the atlas's spelling. */
  get situation(): Situation {
    this.#finish();
    this.#settle();
    return this.#session?.read().situation ?? {};
  }

  set situation(situation: Situation) {
    this.#finish();
    this.#settle();
    const pairs = takeSituation(situation ?? {});
    if (!this.#session) this.#early = pairs;
    const kept = this.#pairs().filter(
      ([field]) => this.#kept.includes(field) && !pairs.some(([name]) => name === field),
    );
    this.#show([...kept, ...pairs], this.#kept.length > 0);
  }

  /** The company policy that the answers heed, or null; set as an object, it wins over the attribute. */
  get policy(): Pick<Policy, "name" | "sha256"> | null {
    return this.#policy && { name: this.#policy.name, sha256: this.#policy.sha256 };
  }

  set policy(policy: object | null) {
    this.#given = policy;
    if (this.#isStarted()) this.#takePolicy();
  }

  /** Own texts of the page; they hold for all elements that are built from now on. */
  get words(): OwnTexts {
    return this.#own;
  }

  set words(own: OwnTexts | null) {
    this.#finish();
    this.#own = own ?? {};
    this.#advisor = null;
    if (this.#session) this.#rebuild();
  }

  /** The newest advice, or null while something is not understood and before the element is in a page. */
  get advice(): Advice | null {
    this.#finish();
    this.#settle();
    return this.#advice;
  }

  /** The advisor of this element, in its language and with its policy. */
  protected get advisor(): Advisor {
    this.#advisor ??= this.#makeAdvisor();
    return this.#advisor;
  }

  /** Shows the steps as soon as there are words for them, in the form that is there by then. */
  protected async loadSteps(): Promise<void> {
    await this.#built;
    await this.#session?.loadSteps();
  }

  /** A property that was set on the element before its class was known: the accessor has to see it. */
  #adopt(name: "words" | "policy" | "situation"): void {
    const early = Object.getOwnPropertyDescriptor(this, name)?.value as object | undefined;
    if (early === undefined) return;
    delete (this as Partial<Record<typeof name, unknown>>)[name];
    this[name] = early as never;
  }

  #isStarted(): boolean {
    return this.shadowRoot !== null;
  }

  #start(): void {
    this.#observer?.disconnect();
    this.#observer = null;
    if (this.#isStarted()) return;
    const root = this.attachShadow({ mode: "open" });
    root.addEventListener("atlas-action", (event) => this.#tell("vnic-action", (event as CustomEvent<Action>).detail));
    root.addEventListener("click", ({ target }) => this.#noteStep(target));
    if (this.#given !== null || this.hasAttribute("policy")) this.#takePolicy();
    else this.#build(null);
  }

  #onPrint = (): void => {
    this.#finish();
    if (this.#advice) this.#tell("vnic-action", { kind: "printed", what: this.#advice.headline.text } satisfies Action);
  };

  /** A reader opens steps by a fold that is still closed at the click. */
  #noteStep(target: EventTarget | null): void {
    const summary = target instanceof Element ? target.closest(".steps summary") : null;
    const isClosed = summary?.parentElement?.hasAttribute("open") === false;
    if (summary && isClosed)
      this.#tell("vnic-action", { kind: "step-opened", what: summary.textContent } satisfies Action);
  }

  #makeAdvisor(): Advisor {
    const lang = this.getAttribute("lang") ?? "";
    const packs = (globalThis as { vnicAdvisorLanguages?: Record<string, Language> }).vnicAdvisorLanguages ?? {};
    const pack = Object.hasOwn(packs, lang) ? packs[lang] : packs[lang.split("-")[0] ?? ""];
    const { language, faults } =
      Object.keys(this.#own).length === 0
        ? { language: pack ?? english, faults: [] }
        : withOwnTexts(pack ?? english, this.#own);
    if (faults.length > 0) this.#complain("attribute", faults);
    this.#language = language;
    return adviseIn(language, this.#policy);
  }

  /** A link leads to the same answer only if the atlas can apply the same policy: it accepts files of its own site. */
  #permalink(atlas: string | null, situation: Situation): string | null {
    if (atlas === null) return null;
    const query = new URLSearchParams(toText(situation));
    if (this.#policy) {
      const address = this.#given === null ? webAddress(this.getAttribute("policy") ?? "", document.baseURI) : null;
      if (address?.origin !== new URL(atlas).origin) return null;
      query.set("policy", address.pathname + address.search);
    }
    return `${atlas}advisor/?${query}`;
  }

  /** Gets the policy and builds the form anew. Without a policy that can be used there is no form: no answer may pass the company's rules by. */
  #takePolicy(): void {
    const asked = ++this.#asked;
    const kept = this.#session ? this.#pairs() : undefined;
    this.#slices = null;
    this.#policy = null;
    this.#advisor = null;
    this.#session = null;
    this.#take(null);
    const source = this.#given ?? this.getAttribute("policy");
    if (source === null || source === "") return this.#build(kept ?? null);
    useWords(this.#languageOf());
    const root = this.shadowRoot;
    if (root) showIn(root, this.#language.lang, h("p", { role: "status" }, words.policyComes));
    void loadPolicy(source, this.advisor).then(({ policy, problems = [] }) => {
      if (asked !== this.#asked || !root) return;
      if (policy) {
        this.#policy = policy;
        this.#advisor = null;
        return this.#build(kept ?? null);
      }
      this.#complain("policy", problems);
      showIn(
        root,
        this.#language.lang,
        h(
          "div",
          { role: "alert", class: "policy-failed" },
          h("p", {}, words.policyFailed),
          h("ul", {}, ...problems.map((problem) => h("li", {}, problem))),
        ),
        h("slot", {}),
      );
    });
  }

  #languageOf(): Language {
    void this.advisor;
    return this.#language;
  }

  #rebuild(): void {
    this.#advisor = null;
    this.#build(this.#pairs());
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  #complain(kind: ProblemDetail["kind"], problems: string[]): void {
    problems.forEach(warn);
    this.#tell("vnic-problem", { kind, problems } satisfies ProblemDetail);
  }

  /** Takes over the attributes that have changed, all at once; a form that asks the same as before stays, with the reader's place in it. */
  #settle(): void {
    if (this.#waiting.size === 0) return;
    const names = [...this.#waiting];
    this.#waiting.clear();
    if (names.includes("policy") && this.#given === null) return this.#takePolicy();
    if (names.includes("lang")) this.#advisor = null;
    const changed = names.map((name) => FIELD_ATTRIBUTES[name] ?? "");
    const kept = this.#pairs().filter(([field]) => !changed.includes(field as keyof Situation));
    const pairs = [...kept, ...this.#fields().filter(([field]) => changed.includes(field as keyof Situation))];
    this.#show(
      pairs,
      changed.some((field) => field === "" || this.#kept.includes(field)),
    );
  }

  #show(pairs: readonly Pair[], isAnotherForm: boolean): void {
    if (!this.#session) return;
    if (isAnotherForm) return this.#build(pairs);
    this.#cause = "page";
    this.#session.write(pairs);
    this.#cause = "reader";
  }

  #pairs(): Pair[] {
    return this.#session?.read().pairs ?? [];
  }

  #fields(): Pair[] {
    const pairs = normalisePairs(
      knowledge,
      readFields((name) => this.getAttribute(name)),
    );
    const { problems } = readLeniently(this.advisor, pairs);
    if (problems.length > 0)
      this.#complain(
        "attribute",
        problems.map((problem) => `attribute ${describeProblem(asAttribute(problem))}`),
      );
    return pairs;
  }

  /**
   * Builds the form: the first one in slices, each shorter than a reader notices, and later ones at once. Without pairs to
   * fill it with, the attributes are read.
   */
  #build(written: readonly Pair[] | null): void {
    this.#slices = this.#buildInSlices(written);
    if (this.#isReady) this.#finish();
    else this.#built = this.#goOn(this.#slices);
  }

  async #goOn(slices: Iterator<undefined, void>): Promise<void> {
    do await nextTask();
    while (this.#slices === slices && !slices.next().done);
    if (this.#slices !== slices) return;
    this.#slices = null;
    try {
      await this.#session?.begin(this.#first ?? []);
    } catch (error) {
      this.#fail(error);
    }
    this.#endStart();
  }

  /** Builds and draws at once what is still to come. */
  #finish(): void {
    const slices = this.#slices;
    this.#slices = null;
    while (slices && !slices.next().done);
    const pairs = slices ? this.#first : this.#first && this.#pairs();
    if (!pairs) return;
    this.#first = null;
    try {
      this.#session?.write(pairs);
    } catch (error) {
      this.#fail(error);
    }
    this.#endStart();
  }

  #endStart(): void {
    this.#first = null;
    this.#cause = "reader";
    this.#nameParts();
  }

  #fail(error: unknown): void {
    this.#complain("failure", [error instanceof Error ? error.message : String(error)]);
    const root = this.shadowRoot;
    if (root) showIn(root, this.#language.lang, h("p", { role: "alert" }, words.failed), h("slot", {}));
  }

  *#buildInSlices(written: readonly Pair[] | null): Generator<undefined, void> {
    const root = this.shadowRoot;
    if (!root) return;
    try {
      if (root.adoptedStyleSheets.length === 0) root.adoptedStyleSheets = styleSheets();
      yield;
      const { advisor } = this;
      yield;
      const language = this.#languageOf();
      const speak = (): void => useWords(language);
      speak();
      const given = written ?? this.#fields();
      const { fixed, hidden, atlas, stylesheet, compact, faults } = readSettings(
        (name) => this.getAttribute(name),
        document.baseURI,
      );
      if (faults.length > 0) this.#complain("attribute", faults);
      this.#kept = [...fixed, ...hidden];
      const early = this.#early;
      this.#early = [];
      const pairs = fillPairs([...given, ...early], this.#policy);
      const { situation } = readLeniently(advisor, pairs);
      const form = buildForm(describeForm(advisor.knowledge, language.groups), {
        compact,
        fixed: new Map(fixed.map((field) => [field, valueText(advisor.knowledge, situation, field)])),
        hidden: new Set(hidden),
      });
      yield;
      speak();
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
        language.lang,
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
      // In the same slice, since it fits the form to the answers: what is shown should not move.
      const permalink = (situation: Situation): string | null => this.#permalink(atlas, situation);
      this.#cause = this.#isReady ? "page" : "start";
      this.#session = startSession({
        form,
        answer,
        status,
        bar,
        advisor,
        speak,
        view: {
          atlas,
          compact,
          fixed: new Set(this.#kept),
          hidden: new Set(hidden),
          newTab: true,
          canPrint: false,
          openCard: null,
          headingId: "headline",
          later: this.later,
          permalink,
        },
        onRead: ({ advice, situation, problems }, is) => {
          // The reader was faster than the first answer.
          if (this.#first && !is.begun) this.#endStart();
          if (!is.new) return;
          this.#take(advice, permalink(situation));
          this.#noteProblems(problems);
        },
      });
      // After the script that put the element into the page, which may listen only then.
      if (!this.#isReady)
        queueMicrotask(() => this.#tell("vnic-ready", { version, knowledgeVersion: knowledge.knowledgeVersion }));
      this.#isReady = true;
      this.#first = pairs;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The event comes when the script that changed the element is done, once for all its changes. */
  #take(advice: Advice | null, permalink: string | null = null): void {
    this.#advice = advice;
    this.#nameParts();
    const cause = this.#cause;
    if (advice)
      queueMicrotask(() => {
        const text = JSON.stringify(advice);
        if (this.#advice !== advice || this.#announced === text) return;
        this.#announced = text;
        this.#tell("vnic-advice", { ...advice, advice, permalink, version, cause } satisfies AdviceDetail);
      });
  }

  #nameParts(): void {
    const root = this.shadowRoot;
    if (!root) return;
    nameParts(root);
    const actions = root.querySelector(".actions");
    if (actions && !actions.querySelector("slot")) actions.append(h("slot", { name: "actions" }));
  }

  /** Says what in the form cannot be used, once as long as it stays. */
  #noteProblems(problems: readonly Problem[]): void {
    const lines = problems.map(describeProblem);
    const text = lines.join("\n");
    if (text === this.#complained) return;
    this.#complained = text;
    if (lines.length > 0) this.#tell("vnic-problem", { kind: "input", problems: lines } satisfies ProblemDetail);
  }
}

/** Advisors of all elements, by their language and the hash of their policy: their tables are built once. */
const advisors = new WeakMap<Language, Map<string, Advisor>>();

function adviseIn(language: Language, policy: Policy | null): Advisor {
  const known = advisors.get(language) ?? new Map<string, Advisor>();
  advisors.set(language, known);
  return getOrCompute(known, policy?.sha256 ?? "", () => {
    const spoken = language === english ? knowledge : translateKnowledge(knowledge, language);
    return policy ? createPolicyAdvisor(spoken, policy, language.messages) : createAdvisor(spoken, language.messages);
  });
}

/** On a ground of its own, to which nothing of the page around comes through; see component.css. */
function showIn(root: ShadowRoot, lang: string, ...content: Child[]): void {
  root.replaceChildren(add(h("div", { class: "ground", lang, dir: "ltr" }), ...content));
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
    jumpStyle,
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
function nameParts(root: ParentNode): void {
  for (const [selector, name] of Object.entries(PARTS)) {
    for (const element of root.querySelectorAll(selector)) element.setAttribute("part", name);
  }
}
