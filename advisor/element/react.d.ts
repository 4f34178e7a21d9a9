import type {
  CSSProperties,
  DetailedHTMLProps,
  ForwardRefExoticComponent,
  HTMLAttributes,
  ReactNode,
  RefAttributes,
} from "react";
import type { OwnAttributes, VnicAdvisorAttributes } from "./attributes.ts";
import type { VnicAdvisor as VnicAdvisorElement } from "./class.ts";
import type { OwnTexts, Situation, VnicAdvisorEvents } from "./index.ts";

/** Fields that a page may leave undefined, also with exactOptionalPropertyTypes. */
type Unknowable<Fields> = { [Field in keyof Fields]: Fields[Field] | undefined };

/** Fields of the situation and attributes of the element; a field that is left out or undefined is unknown. */
export interface VnicAdvisorProps
  extends Unknowable<Situation>,
    Unknowable<Omit<OwnAttributes, "fixed" | "hide" | "policy" | "compact">> {
  /** Fields that readers see and cannot change. */
  fixed?: string | readonly (keyof Situation)[] | undefined;
  /** Fields that readers do not see; they keep the values that you give them. */
  hide?: string | readonly (keyof Situation)[] | undefined;
  /** The policy of your company: its address, or its content. */
  policy?: string | object | null | undefined;
  /** Folds all but the first questions and the recommendation. */
  compact?: boolean | undefined;
  /** The whole situation at once; the element's form takes it over when its content changes. */
  situation?: Situation | null | undefined;
  /** Own texts in place of the element's. */
  words?: OwnTexts | null | undefined;
  onReady?: ((event: VnicAdvisorEvents["vnic-ready"]) => void) | undefined;
  onAdvice?: ((event: VnicAdvisorEvents["vnic-advice"]) => void) | undefined;
  onAction?: ((event: VnicAdvisorEvents["vnic-action"]) => void) | undefined;
  onProblem?: ((event: VnicAdvisorEvents["vnic-problem"]) => void) | undefined;
  id?: string | undefined;
  title?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** What readers see until the script has run, and content for the slots `intro`, `actions` and `after`. */
  children?: ReactNode;
}

/** `<vnic-advisor>` as a component; its ref is the element. */
export declare const VnicAdvisor: ForwardRefExoticComponent<VnicAdvisorProps & RefAttributes<VnicAdvisorElement>>;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "vnic-advisor": DetailedHTMLProps<Omit<HTMLAttributes<VnicAdvisorElement>, "lang">, VnicAdvisorElement> &
        VnicAdvisorAttributes & {
          /** Before React 19, className on a custom element becomes the attribute classname. */
          class?: string;
        };
    }
  }
}
