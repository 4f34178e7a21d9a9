import knowledge from "atlas:knowledge";
import tokenStyle from "../css/tokens.css";
import type { PolicyResult } from "../../advisor/policy/check-policy.ts";
import type { LaterTexts } from "../../advisor/knowledge/later-texts.ts";
import type { Knowledge } from "../../advisor/knowledge/knowledge.ts";
import { type PackedKnowledge, unpackKnowledge } from "../../advisor/knowledge/pack-knowledge.ts";
import { platformOfPart } from "../../advisor/knowledge/part-platform.ts";
import { getOrCompute } from "../../advisor/collections.ts";
import type { Policy } from "../../advisor/policy/policy.ts";
import { platformIds } from "../../advisor/questions/questions.ts";
import { unpackWords, type PackedWords } from "../../advisor/steps/fill-steps.ts";
import { platformIn } from "../../advisor/ui/form/pairs.ts";
import { laterWords } from "../../advisor/ui/answer/later-words.ts";
import type { Action } from "../../advisor/ui/dom.ts";
import { AdvisorElement, type ElementAdvisor } from "../../advisor/ui/advisor-element.ts";
import { makeAdvisor } from "../../advisor/ui/component-advisor.ts";
import type { Language } from "../../advisor/ui/language.ts";
import type { AdviceDetail, ProblemDetail } from "../../advisor/ui/component-events.ts";
import type { loadPolicy } from "../../advisor/ui/load-policy.ts";
import { createPageAdvisor } from "./advisor/page-advisor.ts";
import { loadData } from "./embed/later-data.ts";
import {
  actionMessage,
  adviceMessage,
  type Configuration,
  isFromParent,
  problemMessage,
  readConfigure,
  readFrameQuery,
  readyMessage,
  refusePolicy,
  resizeMessage,
} from "./embed/frame.ts";
import { onFirstActivity } from "./page/moments.ts";

/**
 * The component. Steps and texts of reasons load once somebody reads; messages to the host page do not contain them. What checks a
 * policy loads when there is one.
 */
class FramedAdvisor extends AdvisorElement {
  #texts: LaterTexts | null = null;
  protected override readonly later = laterWords({
    fetchWords: async (platform) =>
      unpackWords(await this.#load<PackedWords>(`steps-${platform}`), await loadPart(this, platform), platform),
    fetchTexts: async () => {
      this.#texts = await this.#load<LaterTexts>("texts");
      this.advisor.addTexts(this.#texts);
    },
  });

  override connectedCallback(): void {
    super.connectedCallback();
    // Where that fails, the button in their place says so.
    onFirstActivity(() => void this.loadSteps().catch(() => undefined));
  }

  protected override makeAdvisor(language: Language, policy: Policy | null): ElementAdvisor {
    const advisor = createPageAdvisor({ fetch: (platform) => loadPart(this, platform) }, first, {
      create: (part) => makeAdvisor(part, language, policy),
      platform: policy?.platform,
    });
    if (this.#texts) advisor.addTexts(this.#texts);
    return advisor;
  }

  /** Anybody can write the frame's address, so a policy from another host is refused. */
  protected async loadPolicy(source: unknown): Promise<PolicyResult> {
    const refusal = typeof source === "string" ? refusePolicy(source, location.href) : null;
    if (refusal !== null) return { problems: [refusal] };
    try {
      const result = await (await this.#load<typeof loadPolicy>("policy"))(source, this.advisor);
      await beginWith(this, result.policy?.platform);
      return result;
    } catch (error) {
      return { problems: [`policy: ${(error as Error).message}`] };
    }
  }

  /** Reports what in the frame's address or in a message cannot be used. */
  static report(element: HTMLElement, faults: string[]): void {
    (element as FramedAdvisor).reportFaults(faults);
  }

  #load<Data>(name: string): Promise<Data> {
    return loadNamed(this, name);
  }
}

/** Knowledge of the first platform: the assumed one, or the one that the frame's address or its policy names. */
let first = knowledge;

/** Loads that platform before the form is drawn, so that no field moves. If it fails, the place of the answer says so. */
async function beginWith(element: HTMLElement, named: string | undefined): Promise<void> {
  const platform = platformIds(knowledge.platforms).get(named ?? "");
  if (platform !== undefined) first = await loadPart(element, platform).catch(() => first);
}

/** Parts of platforms that are loaded or loading, by platform. */
const parts = new Map([[platformOfPart(knowledge), Promise.resolve(knowledge)]]);

/** Loads what is known of a platform: once, and again after a failure. The questions stay those that the form was built from. */
function loadPart(element: HTMLElement, platform: string): Promise<Knowledge> {
  return getOrCompute(parts, platform, async () => {
    try {
      const part = unpackKnowledge(await loadNamed<PackedKnowledge>(element, `knowledge-${platform}`));
      return { ...part, questions: knowledge.questions };
    } catch (error) {
      parts.delete(platform);
      throw error;
    }
  });
}

function loadNamed<Data>(element: HTMLElement, name: string): Promise<Data> {
  return loadData(element.getAttribute(`data-${name}`) ?? "", name);
}

/** The page for an iframe: the component, set up by the address, and the messages between it and the page around. */
function startFrame(element: HTMLElement): void {
  const { attributes, origin, problems } = readFrameQuery(location.href);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  followTheme(element);
  if (isFramed()) sendHeight(element);
  const forward = <Detail>(name: string, messageOf: (detail: Detail) => object): void =>
    element.addEventListener(name, (event) => {
      if (origin !== null && isFramed()) parent.postMessage(messageOf((event as CustomEvent<Detail>).detail), origin);
    });
  forward("vnic-ready", readyMessage);
  forward<AdviceDetail>("vnic-advice", adviceMessage);
  forward<Action>("vnic-action", actionMessage);
  forward<ProblemDetail>("vnic-problem", problemMessage);
  window.addEventListener("message", (message) => {
    if (!isFramed() || !isFromParent(message, parent, origin)) return;
    const asked = readConfigure(message.data);
    if (asked) void defined.then(() => configure(element, asked));
  });
  const platform = platformIn(knowledge, [["platform", element.getAttribute("platform") ?? ""]]);
  const defined = beginWith(element, platform).then(() => {
    customElements.define("vnic-advisor", FramedAdvisor);
    FramedAdvisor.report(element, problems);
    if (isFramed() && element.shadowRoot) restoreScroll(element.shadowRoot);
  });
}

function configure(element: HTMLElement, { attributes, properties, problems }: Configuration): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  followTheme(element);
  Object.assign(element, properties);
  FramedAdvisor.report(element, problems);
}

/** Sends the root's own height, so that the page does not grow with the frame that follows it; first with the form, or with what stands in its place. */
function sendHeight(element: HTMLElement): void {
  const root = document.documentElement;
  let sent = 0;
  new ResizeObserver(() => {
    if (!element.shadowRoot?.querySelector("form, [role=alert]")) return;
    const message = resizeMessage(root.getBoundingClientRect().height);
    if (message.height === sent) return;
    sent = message.height;
    parent.postMessage(message, "*");
  }).observe(root);
}

function followTheme(element: HTMLElement): void {
  const theme = element.getAttribute("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function isFramed(): boolean {
  return parent !== window;
}

const frameStyle = new CSSStyleSheet();
// The element inherits the site's typeface from the page, as it inherits that of any other page.
frameStyle.replaceSync(`${tokenStyle}:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
html,body{height:auto;min-height:0;margin:0}body{padding:6px;font-family:var(--atlas-font)}`);
document.adoptedStyleSheets.push(frameStyle);
const placed = document.querySelector<HTMLElement>("vnic-advisor");
if (placed) startFrame(placed);
else document.body.append("The advisor is missing.");

/**
 * Leads the reader again where the frame takes back what was scrolled within it. A frame that has more to show than its page
 * gives it room for yet scrolls by itself; once the room has come nothing is left to scroll, and the reader is back at its top.
 * What a reader is led to has the focus, though no key of its own leads there.
 */
function restoreScroll(root: ShadowRoot): void {
  // Where the focus moves within the component, its events do not leave it.
  root.addEventListener("focusin", ({ target: led }) => {
    if (!(led instanceof HTMLElement) || led.tabIndex >= 0 || innerHeight >= document.documentElement.scrollHeight)
      return;
    const isLeft = new AbortController();
    root.addEventListener("focusout", () => isLeft.abort(), { signal: isLeft.signal });
    window.addEventListener(
      "resize",
      () => {
        isLeft.abort();
        led.scrollIntoView();
      },
      { signal: isLeft.signal },
    );
  });
}
