import type { DefineComponent } from "vue";
import type { VnicAdvisorAttributes } from "./attributes.ts";
import type { OwnTexts, Situation, VnicAdvisor, VnicAdvisorEvents } from "./index.ts";

export { VnicAdvisor };

/** What a template may write on `<vnic-advisor>`: attributes, properties with a dot, and listeners. */
export interface VnicAdvisorProps extends Omit<VnicAdvisorAttributes, "policy"> {
  policy?: string | object | null;
  situation?: Situation | null;
  words?: OwnTexts | null;
  onVnicReady?: (event: VnicAdvisorEvents["vnic-ready"]) => void;
  onVnicAdvice?: (event: VnicAdvisorEvents["vnic-advice"]) => void;
  onVnicAction?: (event: VnicAdvisorEvents["vnic-action"]) => void;
  onVnicProblem?: (event: VnicAdvisorEvents["vnic-problem"]) => void;
}

declare module "vue" {
  interface GlobalComponents {
    "vnic-advisor": DefineComponent<VnicAdvisorProps>;
  }
}
