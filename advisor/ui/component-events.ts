import type { Advice } from "../explain/advice.ts";
import { describeProblem, type Problem } from "../questions/read-situation.ts";
import { version } from "../package.json";
import type { Action } from "./dom.ts";

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

/** Dispatches the events of a component; each says something new only. */
export class ComponentEvents {
  readonly #element: HTMLElement;
  /** The newest advice of the component, or null. */
  #advice: Advice | null = null;
  /** The last advice that was dispatched, as JSON; "null" where there is none after it. */
  #dispatchedAdvice = "null";
  /** The last problems of the form that were dispatched. */
  #dispatchedProblems = "";
  /** The problems that attributes brought into the form, which were dispatched as theirs. */
  #attributeProblems: string[] = [];

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  reportReady(knowledgeVersion: string): void {
    this.#dispatch("vnic-ready", { version, knowledgeVersion });
  }

  /**
   * The event comes when the script that changed the element is done, once for all its changes. Advice that comes back after
   * something was not understood is new: the page may have hidden what it made of it.
   */
  reportAdvice(advice: Advice | null, permalink: string | null, cause: AdviceDetail["cause"]): void {
    this.#advice = advice;
    queueMicrotask(() => {
      const text = JSON.stringify(advice);
      if (this.#advice !== advice || this.#dispatchedAdvice === text) return;
      this.#dispatchedAdvice = text;
      if (!advice) return;
      this.#dispatch("vnic-advice", { ...advice, advice, permalink, version, cause } satisfies AdviceDetail);
    });
  }

  /** Reports what the reader does within a shadow root. */
  reportActionsIn(root: ShadowRoot): void {
    root.addEventListener("atlas-action", (event) => this.reportAction((event as CustomEvent<Action>).detail));
    root.addEventListener("click", ({ target }) => {
      // A reader opens steps by a fold that is still closed at the click.
      const summary = target instanceof Element ? target.closest(".steps summary") : null;
      const isClosed = summary?.parentElement?.hasAttribute("open") === false;
      if (summary && isClosed) this.reportAction({ kind: "step-opened", what: summary.textContent });
    });
  }

  reportAction(action: Action): void {
    this.#dispatch("vnic-action", action);
  }

  reportProblems(kind: ProblemDetail["kind"], problems: string[]): void {
    problems.forEach(warn);
    this.#dispatch("vnic-problem", { kind, problems } satisfies ProblemDetail);
  }

  /** Reports what in attributes cannot be used, `faults` with their names; in the form the problems are not reported again. */
  reportAttributeProblems(problems: readonly Problem[], faults: string[]): void {
    this.#attributeProblems = problems.map(describeProblem);
    if (faults.length > 0) this.reportProblems("attribute", faults);
  }

  /** Reports what in the form cannot be used, once as long as it stays; the developer hears of what the page set there. */
  reportInputProblems(problems: readonly Problem[], cause: AdviceDetail["cause"]): void {
    const lines = problems.map(describeProblem).filter((line) => !this.#attributeProblems.includes(line));
    const text = lines.join("\n");
    if (text === this.#dispatchedProblems) return;
    this.#dispatchedProblems = text;
    if (cause !== "reader") for (const line of lines) warn(`property situation: ${line}`);
    if (lines.length > 0) this.#dispatch("vnic-problem", { kind: "input", problems: lines } satisfies ProblemDetail);
  }

  #dispatch(name: string, detail: object): void {
    this.#element.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

/** Warns the developer of the page, in the console. */
function warn(text: string): void {
  console.warn(`vnic-advisor: ${text}`);
}
