import type { Advice } from "../advice.ts";
import { codeBlock } from "./code-block.ts";
import { h } from "./dom.ts";
import { atlasLink } from "./links.ts";
import { section } from "./section.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

/** The run that would confirm or refute the recommendation: the command, how long it takes, what to expect. */
export function renderValidation({ validation }: Advice, view: View): HTMLElement | null {
  if (validation === null) return null;
  const { script, command, seconds, expect } = validation;
  const part = section(words.verify,
    codeBlock(words.verify, command, view.say),
    h("p", {}, `${words.minutes(Math.max(1, Math.round(seconds / 60)))} ${expect}`),
    view.atlas !== null && h("p", {},
      atlasLink(view, `/kit/${script}`, "kit-link", words.getScript(script)), " · ",
      atlasLink(view, "/validate/", "kit-link", words.howToValidate)));
  part.classList.add("verify");
  return part;
}
