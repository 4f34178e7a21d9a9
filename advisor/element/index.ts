import { type Action, type AdviceDetail, type ProblemDetail, VnicAdvisor } from "./class.ts";

export type { Action, Advice, AdviceDetail, OwnTexts, ProblemDetail, Situation } from "./class.ts";
export { VnicAdvisor };

// Without a DOM, as on a server that renders pages, there is nothing to define. A page may import it twice: the first one serves both.
if (typeof customElements !== "undefined" && !customElements.get("vnic-advisor"))
  customElements.define("vnic-advisor", VnicAdvisor);

/** The events of the element with what they carry. */
export interface VnicAdvisorEvents {
  /** The form is there. */
  "vnic-ready": CustomEvent<{ version: string; knowledgeVersion: string }>;
  /** There is a new advice. */
  "vnic-advice": CustomEvent<AdviceDetail>;
  /** A reader did something with an answer. */
  "vnic-action": CustomEvent<Action>;
  /** Something cannot be used. */
  "vnic-problem": CustomEvent<ProblemDetail>;
}

declare global {
  interface HTMLElementTagNameMap {
    "vnic-advisor": VnicAdvisor;
  }
  interface HTMLElementEventMap extends VnicAdvisorEvents {}
  // The events bubble.
  interface DocumentEventMap extends VnicAdvisorEvents {}
  interface WindowEventMap extends VnicAdvisorEvents {}
}
