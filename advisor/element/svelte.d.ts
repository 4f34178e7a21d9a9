import type { HTMLAttributes } from "svelte/elements";
import type { VnicAdvisorAttributes } from "./attributes.ts";
import type { OwnTexts, Situation, VnicAdvisor, VnicAdvisorEvents } from "./index.ts";

export { VnicAdvisor };

/** What a component may write on `<vnic-advisor>`: attributes, properties and listeners. */
export interface VnicAdvisorProps
  extends Omit<HTMLAttributes<VnicAdvisor>, "lang">,
    Omit<VnicAdvisorAttributes, "policy"> {
  policy?: string | object | null;
  situation?: Situation;
  words?: OwnTexts;
  "onvnic-ready"?: (event: VnicAdvisorEvents["vnic-ready"]) => void;
  "onvnic-advice"?: (event: VnicAdvisorEvents["vnic-advice"]) => void;
  "onvnic-action"?: (event: VnicAdvisorEvents["vnic-action"]) => void;
  "onvnic-problem"?: (event: VnicAdvisorEvents["vnic-problem"]) => void;
}

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "vnic-advisor": VnicAdvisorProps;
  }
}
