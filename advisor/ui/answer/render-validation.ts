import type { Advice } from "../../explain/advice.ts";
import { codeBlock } from "./copy.ts";
import { h } from "../dom.ts";
import { renderFillFields } from "../form/fill-in.ts";
import { platformOf } from "./later-words.ts";
import { atlasLink } from "./links.ts";
import { adapterName, validationTexts } from "./names.ts";
import { section } from "./section.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** The runs that would confirm or refute the recommendation: the command for each adapter, how long, what to expect. */
export function renderValidation(advice: Advice, view: View): HTMLElement | null {
  const { validation } = advice;
  if (validation === null) return null;
  const { script, language, commands, otherEnd, onHost } = validation;
  const runs = commands.map(({ adapter, command }) => ({
    title: words.runWith(adapterName(advice, adapter)),
    command,
  }));
  const [how, ...outcome] = validationTexts(advice);
  const part = section(
    words.verify,
    h("p", {}, how ?? ""),
    renderFillFields(
      [otherEnd, ...commands.map(({ command }) => command)].map((code) => ({ code, language })),
      platformOf(advice),
      view,
    ),
    h("h4", {}, words.otherEnd),
    codeBlock(words.otherEnd, { code: otherEnd, language }, view.values, view.say),
    ...runs.flatMap(({ title, command }) => [
      h("h4", {}, title),
      codeBlock(
        runs.length > 1 ? `${words.verify}, ${title}` : words.verify,
        { code: command, language },
        view.values,
        view.say,
      ),
    ]),
    ...(onHost === null
      ? []
      : [
          h("h4", {}, words.onHost),
          codeBlock(words.onHost, { code: onHost, language: "shell" }, view.values, view.say),
        ]),
    ...outcome.map((text) => h("p", {}, text)),
    view.atlas !== null &&
      h(
        "p",
        {},
        ...(script === null ? [] : [atlasLink(view, `/kit/${script}`, "kit-link", words.getScript(script)), " · "]),
        atlasLink(view, "/validate/", "kit-link", words.howToValidate),
      ),
  );
  part.classList.add("verify");
  return part;
}
