import type { HTMLAttributes } from "svelte/elements";
import type { VnicAdvisorAttributes } from "./attributes.ts";
import type { OwnTexts, Situation, VnicAdvisor, VnicAdvisorEvents } from "./index.ts";

export { VnicAdvisor };

type Heard<Name extends keyof VnicAdvisorEvents> = VnicAdvisorEvents[Name] & { readonly currentTarget: VnicAdvisor };

/** What a component may write on `<vnic-advisor>`: attributes, properties and listeners. */
export interface VnicAdvisorProps
  extends Omit<HTMLAttributes<VnicAdvisor>, "lang">,
    Omit<VnicAdvisorAttributes, "policy"> {
  policy?: string | object | null;
  situation?: Situation | null;
  words?: OwnTexts | null;
  "onvnic-ready"?: (event: Heard<"vnic-ready">) => void;
  "onvnic-advice"?: (event: Heard<"vnic-advice">) => void;
  "onvnic-action"?: (event: Heard<"vnic-action">) => void;
  "onvnic-problem"?: (event: Heard<"vnic-problem">) => void;
}

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "vnic-advisor": VnicAdvisorProps;
  }
}
