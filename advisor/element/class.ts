/** The class of `<vnic-advisor>`, for a page that defines the element itself, under a name of its own or in a registry of its own. */
export { VnicAdvisor } from "../ui/vnic-advisor.ts";
export type { AdviceDetail, ProblemDetail } from "../ui/vnic-advisor.ts";
export type { OwnTexts } from "../ui/language.ts";
export type { Action } from "../ui/dom.ts";
export type { Advice } from "../explain/advice.ts";
export type { Situation } from "../questions/situation.ts";
