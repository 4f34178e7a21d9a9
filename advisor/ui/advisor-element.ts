import { writeMarkdown } from "./answer/markdown.ts";
import knowledge from "atlas:knowledge";
import type { Advice } from "../explain/advice.ts";
import type { Advisor } from "../advisor.ts";
import type { PolicyResult } from "../policy/check-policy.ts";
import { fillPairs, type Policy } from "../policy/policy.ts";
import type { Situation } from "../questions/situation.ts";
import { FIELD_ATTRIBUTES, OWN_ATTRIBUTES, readSettings } from "./attributes.ts";
import { checkLanguage, chooseLanguage, getAdvisor } from "./component-advisor.ts";
import { type AdviceDetail, ComponentEvents, type ProblemDetail } from "./component-events.ts";
import { readAttributePairs, readSituationPairs, writePermalink } from "./component-input.ts";
import {
  adoptStyleSheets,
  nameParts,
  showFailure,
  showForm,
  showPolicyLoading,
  showPolicyProblems,
} from "./component-root.ts";
import { buildForm } from "./form/build-form.ts";
import { nextTask } from "./dom.ts";
import { describeForm } from "./form/form.ts";
import { english, type Language, type OwnTexts } from "./language.ts";
import type { LaterWords } from "./answer/later-words.ts";
import { valueText } from "./answer/names.ts";
import type { Pair } from "./form/pairs.ts";
import { readLeniently } from "./form/form-values.ts";
import { type PlatformSwitch, startSession, type Session } from "./session.ts";
import { useWords } from "./words.ts";

/** The advisor of an element. */
export type ElementAdvisor = Advisor | (Advisor & PlatformSwitch);

/** What `<vnic-advisor>` does, except for how it gets a policy. vnic-advisor.ts says what a page gives it and hears of it. */
export abstract class AdvisorElement extends HTMLElement {
  static readonly observedAttributes = [...Object.keys(FIELD_ATTRIBUTES), ...OWN_ATTRIBUTES];

  /** What the steps say, where a page brings it apart from the knowledge; the component itself has all of it in its script. */
  protected readonly later: LaterWords | null = null;
  readonly #events = new ComponentEvents(this);
  /** The form while it is built in slices, for a page that goes on meanwhile. Reading a property completes it at once. */
  #slices: Iterator<undefined, void> | null = null;
  /** Resolves once the form and its first answer are there. */
  #built: Promise<void> = Promise.resolve();
  /** The fields of the first answer, until all of it is drawn. */
  #firstPairs: readonly Pair[] | null = null;
  #session: Session | null = null;
  #advice: Advice | null = null;
  #cause: AdviceDetail["cause"] = "start";
  #isReady = false;
  /** Fields that only the page changes: fixed and hidden ones. */
  #pageFields: string[] = [];
  /** Attributes that changed and are not applied yet. */
  #changedAttributes = new Set<string>();
  /** The situation that the page set before the form was there. */
  #earlyPairs: Pair[] = [];
  /** What the last form said, while a policy leaves no form; null before the first form. */
  #keptPairs: readonly Pair[] | null = null;
  #ownTexts: OwnTexts = {};
  #language: Language = english;
  #advisor: ElementAdvisor | null = null;
  /** The policy as an object of the page, which wins over the attribute. */
  #policyObject: unknown = null;
  #policy: Policy | null = null;
  /** Counts the policies asked for, so that one that comes late does not replace a newer one. */
  #policyRequests = 0;
  #observer: IntersectionObserver | null = null;

  connectedCallback(): void {
    addEventListener("beforeprint", this.#reportPrint);
    if (this.#isStarted()) return;
    for (const name of ["words", "policy", "situation"] as const) this.#upgradeProperty(name);
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
    removeEventListener("beforeprint", this.#reportPrint);
    this.#observer?.disconnect();
    this.#observer = null;
  }

  attributeChangedCallback(name: string): void {
    if (name === "lang") this.#advisor = null;
    if (name === "loading" && this.#observer && this.getAttribute("loading") !== "lazy") this.#start();
    if (this.#slices && name !== "policy") return this.#build(null);
    // Another policy may come while there is no form for want of one.
    if (!this.#session && !this.#keptPairs && !(name === "policy" && this.#isStarted())) return;
    if (this.#changedAttributes.size === 0) queueMicrotask(() => this.#applyAttributes());
    this.#changedAttributes.add(name);
  }

  /** What is known, with ids in the atlas's spelling. */
  get situation(): Situation {
    this.#completeBuild();
    this.#applyAttributes();
    return this.#session?.read().situation ?? {};
  }

  set situation(situation: Situation | null) {
    this.#completeBuild();
    this.#applyAttributes();
    const { pairs, faults } = readSituationPairs(situation);
    this.reportFaults(faults, "input");
    if (!this.#session && !this.#keptPairs) this.#earlyPairs = pairs;
    const kept = this.#readPairs().filter(
      ([field]) => this.#pageFields.includes(field) && !pairs.some(([name]) => name === field),
    );
    this.#writePairs([...kept, ...pairs], this.#pageFields.length > 0);
  }

  /** The company policy that the answers apply, or null; set as an object, it wins over the attribute. */
  get policy(): Pick<Policy, "name" | "sha256"> | null {
    return this.#policy && { name: this.#policy.name, sha256: this.#policy.sha256 };
  }

  set policy(policy: object | null) {
    this.#policyObject = policy;
    if (this.#isStarted()) this.#loadPolicy();
  }

  /** Own texts of the page; they hold for all elements that are built from now on. */
  get words(): OwnTexts {
    return this.#ownTexts;
  }

  set words(own: OwnTexts | null) {
    this.#completeBuild();
    this.#ownTexts = own ?? {};
    this.#advisor = null;
    if (this.#session) this.#build(this.#readPairs());
  }

  /** The newest advice, or null while something is not understood and before the element is in a page. */
  get advice(): Advice | null {
    this.#completeBuild();
    this.#applyAttributes();
    return this.#advice;
  }

  /** The advisor of this element, in its language and with its policy. */
  protected get advisor(): ElementAdvisor {
    this.#advisor ??= this.#chooseAdvisor();
    return this.#advisor;
  }

  /** Makes that advisor; one that knows one platform at a time also switches between them. */
  protected makeAdvisor(language: Language, policy: Policy | null): ElementAdvisor {
    return getAdvisor(language, policy);
  }

  /** Gets a policy from an address, or takes the object of the page. */
  protected abstract loadPolicy(source: unknown): Promise<PolicyResult>;

  /** Reports what in attributes and the like cannot be used, if there is anything. */
  protected reportFaults(faults: string[], kind: ProblemDetail["kind"] = "attribute"): void {
    if (faults.length > 0) this.#events.reportProblems(kind, faults);
  }

  /** Shows the steps as soon as there are words for them, in the form that is there by then. */
  protected async loadSteps(): Promise<void> {
    await this.#built;
    await this.#session?.loadSteps();
  }

  /** A property that was set on the element before its class was known: the accessor has to see it. */
  #upgradeProperty(name: "words" | "policy" | "situation"): void {
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
    this.#events.reportActionsIn(root);
    // Elements may speak several languages: those that handle an event use this one's words.
    for (const type of ["click", "input", "change"]) root.addEventListener(type, () => useWords(this.#language), true);
    if (this.#policyObject !== null || this.hasAttribute("policy")) this.#loadPolicy();
    else this.#build(null);
  }

  #reportPrint = (): void => {
    this.#completeBuild();
    if (this.#advice) this.#events.reportAction({ kind: "printed", what: this.#advice.headline.text });
  };

  #chooseAdvisor(): ElementAdvisor {
    const { language, faults } = chooseLanguage(this.getAttribute("lang") ?? "", this.#ownTexts);
    this.reportFaults(faults);
    this.#language = language;
    return this.makeAdvisor(language, this.#policy);
  }

  /** Gets the policy and builds the form anew. Without a policy that can be used there is no form: no answer may pass the company's rules by. */
  #loadPolicy(known = this.#readPairs()): void {
    const request = ++this.#policyRequests;
    if (this.#session || this.#keptPairs) this.#keptPairs = known;
    this.#slices = null;
    this.#policy = null;
    this.#advisor = null;
    this.#session = null;
    this.#setAdvice(null);
    const source = this.#policyObject ?? this.getAttribute("policy");
    if (source === null || source === "") return this.#build(this.#keptPairs);
    useWords(this.#getLanguage());
    const root = this.shadowRoot;
    if (root) showPolicyLoading(root, this.#language.lang);
    void this.loadPolicy(source).then(({ policy, problems = [] }) => {
      if (request !== this.#policyRequests || !root) return;
      if (policy) {
        this.#policy = policy;
        this.#advisor = null;
        return this.#build(this.#keptPairs);
      }
      this.#events.reportProblems("policy", problems);
      showPolicyProblems(root, this.#language.lang, problems);
    });
  }

  /** Where the policy comes from: null without one, and an empty address for an object of the page. */
  #policySource(): string | null {
    if (!this.#policy) return null;
    return this.#policyObject === null ? (this.getAttribute("policy") ?? "") : "";
  }

  #getLanguage(): Language {
    void this.advisor;
    return this.#language;
  }

  /** Takes over the attributes that have changed, all at once; a form that asks the same as before stays, with the reader's place in it. */
  #applyAttributes(): void {
    if (this.#changedAttributes.size === 0) return;
    const names = [...this.#changedAttributes];
    this.#changedAttributes.clear();
    const changed = names.map((name) => FIELD_ATTRIBUTES[name] ?? "");
    const kept = this.#readPairs().filter(([field]) => !changed.includes(field as keyof Situation));
    const given = changed.some(Boolean) ? this.#readAttributes() : [];
    const pairs = [...kept, ...given.filter(([field]) => changed.includes(field as keyof Situation))];
    if (names.includes("policy") && this.#policyObject === null) return this.#loadPolicy(pairs);
    this.#writePairs(
      pairs,
      changed.some((field) => field === "" || this.#pageFields.includes(field)),
    );
  }

  #writePairs(pairs: readonly Pair[], isAnotherForm: boolean): void {
    if (!this.#session) {
      if (this.#keptPairs) this.#keptPairs = pairs;
      return;
    }
    if (isAnotherForm) return this.#build(pairs);
    this.#cause = "page";
    this.#session.write(pairs);
    this.#cause = "reader";
  }

  /** What the form says, or said before a policy took it away. */
  #readPairs(): readonly Pair[] {
    return this.#session?.read().pairs ?? this.#keptPairs ?? [];
  }

  #readAttributes(): Pair[] {
    const { pairs, problems, faults } = readAttributePairs((name) => this.getAttribute(name), this.advisor);
    this.#events.reportAttributeProblems(problems, faults);
    return pairs;
  }

  /**
   * Builds the form: the first one in slices, each shorter than a reader notices, and later ones at once. Without pairs to
   * fill it with, the attributes are read.
   */
  #build(written: readonly Pair[] | null): void {
    this.#slices = this.#buildInSlices(written);
    if (this.#isReady) this.#completeBuild();
    else this.#built = this.#runSlices(this.#slices);
  }

  async #runSlices(slices: Iterator<undefined, void>): Promise<void> {
    do await nextTask();
    while (this.#slices === slices && !slices.next().done);
    if (this.#slices !== slices) return;
    this.#slices = null;
    try {
      await this.#session?.writeInParts(this.#firstPairs ?? []);
    } catch (error) {
      this.#showFailure(error);
    }
    this.#endFirstAnswer();
  }

  /** Builds and draws at once what is still to come. */
  #completeBuild(): void {
    const slices = this.#slices;
    this.#slices = null;
    while (slices && !slices.next().done);
    const pairs = slices ? this.#firstPairs : this.#firstPairs && this.#readPairs();
    if (!pairs) return;
    this.#firstPairs = null;
    try {
      this.#session?.write(pairs);
    } catch (error) {
      this.#showFailure(error);
    }
    this.#endFirstAnswer();
  }

  #endFirstAnswer(): void {
    this.#firstPairs = null;
    this.#cause = "reader";
    this.#nameParts();
  }

  #showFailure(error: unknown): void {
    this.#events.reportProblems("failure", [error instanceof Error ? error.message : String(error)]);
    const root = this.shadowRoot;
    if (root) showFailure(root, this.#language.lang);
  }

  *#buildInSlices(written: readonly Pair[] | null): Generator<undefined, void> {
    const root = this.shadowRoot;
    if (!root) return;
    try {
      adoptStyleSheets(root);
      yield;
      const { advisor } = this;
      yield;
      const language = this.#getLanguage();
      const useLanguage = (): void => useWords(language);
      useLanguage();
      const given = written ?? this.#readAttributes();
      const { fixed, hidden, atlas, stylesheet, compact, faults } = readSettings(
        (name) => this.getAttribute(name),
        document.baseURI,
      );
      // A missing language pack is the page's fault: its readers need no message.
      this.reportFaults([...checkLanguage(this.getAttribute("lang") ?? ""), ...faults]);
      this.#pageFields = [...fixed, ...hidden];
      const pairs = fillPairs([...given, ...this.#earlyPairs], this.#policy);
      const { situation } = readLeniently(advisor, pairs);
      const form = buildForm(describeForm(advisor.knowledge, language.groups), {
        compact,
        fixed: new Map(fixed.map((field) => [field, valueText(advisor.knowledge, situation, field)])),
        hidden: new Set(hidden),
      });
      yield;
      useLanguage();
      const { answer, status, bar } = showForm(root, form, { lang: language.lang, stylesheet, faults });
      // A file that is not there, or that the policy of the page refuses.
      root
        .querySelector("link")
        ?.addEventListener("error", () => this.reportFaults([`attribute stylesheet: ${stylesheet} cannot be loaded`]));
      // In the same slice, since it fits the form to the answers: what is shown should not move.
      const permalink = (situation: Situation): string | null =>
        atlas === null ? null : writePermalink(atlas, situation, this.#policySource());
      this.#cause = this.#isReady ? "page" : "start";
      const session = startSession({
        form,
        answer,
        status,
        bar,
        advisor,
        ...(isSwitch(advisor) && { platforms: advisor }),
        useLanguage,
        view: {
          atlas,
          compact,
          fixed: new Set(this.#pageFields),
          hidden: new Set(hidden),
          newTab: true,
          canPrint: false,
          openCard: null,
          writeMarkdown,
          headingId: "headline",
          later: this.later,
          permalink,
        },
        onRead: ({ advice, situation, problems }, is) => {
          // A form that another one has replaced may still be drawing its answer, perhaps without the policy.
          if (this.#session !== session) return;
          // The reader was faster than the first answer.
          if (this.#firstPairs && !is.inParts) this.#endFirstAnswer();
          if (!is.new) return;
          this.#setAdvice(advice, permalink(situation));
          this.#events.reportInputProblems(problems, this.#cause);
        },
      });
      this.#session = session;
      this.#earlyPairs = [];
      // After the script that put the element into the page, which may listen only then.
      if (!this.#isReady) queueMicrotask(() => this.#events.reportReady(knowledge.knowledgeVersion));
      this.#isReady = true;
      this.#firstPairs = pairs;
    } catch (error) {
      this.#showFailure(error);
    }
  }

  #setAdvice(advice: Advice | null, permalink: string | null = null): void {
    this.#advice = advice;
    this.#nameParts();
    this.#events.reportAdvice(advice, permalink, this.#cause);
  }

  #nameParts(): void {
    if (this.shadowRoot) nameParts(this.shadowRoot);
  }
}

function isSwitch(advisor: ElementAdvisor): advisor is Advisor & PlatformSwitch {
  return "switchTo" in advisor;
}
