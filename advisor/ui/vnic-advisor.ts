import type { PolicyResult } from "../policy/check-policy.ts";
import { AdvisorElement } from "./advisor-element.ts";
import { loadPolicy } from "./load-policy.ts";

export type { AdviceDetail, ProblemDetail } from "./component-events.ts";

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
 * - loading: lazy builds the form only when the reader scrolls near it
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
export class VnicAdvisor extends AdvisorElement {
  protected override loadPolicy(source: unknown): Promise<PolicyResult> {
    return loadPolicy(source, this.advisor);
  }
}
