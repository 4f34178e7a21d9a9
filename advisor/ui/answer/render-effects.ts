import type { Advice, Effects, Reason, Verdict } from "../../explain/advice.ts";
import { fold, h, svg } from "../dom.ts";
import { atlasLink, citationLinks } from "./links.ts";
import { adapterName, recommendedVerdict, statusWord } from "./names.ts";
import type { View } from "../view.ts";
import { shortenRate } from "../form/rate-scale.ts";
import { words } from "../words.ts";
import { toText } from "../../questions/text-fields.ts";
import { describeVerdict, distinctReasons, otherAdapters } from "./answer-text.ts";

/** What the recommendation rests on: its reasons with their sources, measured figures, contradictions between records. */
export function renderEvidence(advice: Advice, view: View): HTMLElement | null {
  const verdict = recommendedVerdict(advice);
  if (!verdict) return null;
  const { measured, savings, conditional, modes } = advice.effects;
  return fold(
    "evidence",
    [words.evidenceTitle],
    h("ul", { class: "reason-list" }, ...distinctReasons(verdict).map((reason) => renderReason(reason, view))),
    measured.length > 0 &&
      h("ul", { class: "effect-list" }, ...measured.map((ratio) => renderRatio(ratio, advice, view))),
    savings && renderSavings(savings, advice, view),
    conditional.length > 0 && h("p", {}, words.conditional(conditional.map(({ name }) => name).join(", "))),
    ...modes.map(({ text, evidence }) => h("p", {}, text, " ", ...citationLinks(evidence, view))),
    ...advice.confidence.contradictions.map(({ text, evidence }) =>
      h("p", { class: "contradiction" }, text, " ", ...citationLinks(evidence, view)),
    ),
    view.atlas !== null &&
      h(
        "p",
        {},
        atlasLink(
          view,
          `/rules/?${new URLSearchParams(toText(advice.situation))}`,
          "rules-link",
          words.rulesThatDecided,
        ),
      ),
  );
}

function renderRatio(ratio: Effects["measured"][number], advice: Advice, view: View): HTMLElement {
  const { adapter, over, low, high, text, evidence } = ratio;
  const scale = Math.max(high, 1);
  const row = (id: string, from: number, to: number, label: string): HTMLElement =>
    h(
      "div",
      { class: "effect-bar", "aria-hidden": "true" },
      h("span", {}, adapterName(advice, id)),
      drawRatio(id, from / scale, to / scale),
      h("span", {}, label),
    );
  return h(
    "li",
    { class: "effect" },
    h("p", {}, text, " ", ...citationLinks(evidence, view)),
    row(adapter, low, high, words.barLabel(low, high)),
    row(over, 1, 1, words.barLabel(1, 1)),
  );
}

function renderSavings(
  { points, here }: NonNullable<Effects["savings"]>,
  { situation }: Advice,
  view: View,
): HTMLElement {
  const evidence = [...new Set(points.flatMap((point) => point.evidence))];
  return h(
    "figure",
    { class: "effect" },
    h("p", { class: "hint", "aria-hidden": "true" }, words.savingsTitle),
    drawSavings(points, situation.packetRate),
    h("figcaption", {}, [...points.map(({ text }) => text), here].join(" "), " ", ...citationLinks(evidence, view)),
  );
}

/** A bar from nothing to the low end, and on to the high end in a lighter tone; both as shares of the longest bar. */
function drawRatio(adapter: string, low: number, high: number): SVGElement {
  return svg(
    "svg",
    { class: "ratio-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "data-adapter": adapter },
    svg("rect", { class: "spread", width: high * 100, height: 10 }),
    svg("rect", { width: low * 100, height: 10 }),
  );
}

/** The scale's ends, as powers of ten, and its place in the drawing. */
const [FROM, TO, LEFT, WIDTH, AXIS] = [3, 6, 14, 292, 46];

/** The packet rates whose saving is published, as marks on a logarithmic scale, with the machine's own rate between them. */
function drawSavings(points: NonNullable<Effects["savings"]>["points"], rate: number | undefined): SVGElement {
  const known = points.map(({ packetRate }) => packetRate);
  const [first, last] = [placeOf(Math.min(...known)), placeOf(Math.max(...known))];
  return svg(
    "svg",
    { class: "savings", viewBox: "0 0 320 86", role: "img", "aria-label": words.savingsTitle },
    svg("line", { class: "axis", x1: LEFT, x2: LEFT + WIDTH, y1: AXIS, y2: AXIS }),
    ...[3, 4, 5, 6].map((power) => text(placeOf(10 ** power), AXIS + 22, shortenRate(10 ** power))),
    ...(last > first
      ? [
          svg("line", { class: "gap", x1: first + 8, x2: last - 8, y1: AXIS - 18, y2: AXIS - 18 }),
          text((first + last) / 2, AXIS - 5, words.betweenRates),
        ]
      : []),
    ...points.flatMap(({ packetRate, percentOfCore }) => [
      svg("circle", {
        class: percentOfCore === undefined ? "told" : "number",
        cx: placeOf(packetRate),
        cy: AXIS - 18,
        r: 5,
      }),
      text(
        placeOf(packetRate),
        AXIS - 30,
        percentOfCore === undefined ? words.noNumber : words.percentOfCore(percentOfCore),
      ),
    ]),
    ...(rate === undefined
      ? []
      : [
          svg("path", { class: "here", d: `M${placeOf(rate)} ${AXIS + 1}l5 9h-10z` }),
          text(placeOf(rate), AXIS + 36, words.youAreHere, "here"),
        ]),
  );
}

function placeOf(rate: number): number {
  const share = (Math.log10(Math.max(rate, 1)) - FROM) / (TO - FROM);
  return Math.round(LEFT + WIDTH * Math.min(Math.max(share, 0), 1));
}

function text(x: number, y: number, content: string, className = ""): SVGElement {
  const anchor = x < 50 ? "start" : x > 270 ? "end" : "middle";
  return svg(
    "text",
    { x: anchor === "middle" ? x : x + (anchor === "start" ? -10 : 10), y, "text-anchor": anchor, class: className },
    content,
  );
}

/** The other adapters that the platform offers the guest, one line each, with all reasons one click away. */
export function renderVerdicts(advice: Advice, view: View): HTMLElement | null {
  const others = otherAdapters(advice);
  if (others.length === 0) return null;
  return fold(
    "verdicts",
    [words.verdicts],
    h("ul", { class: "verdict-list" }, ...others.map((verdict) => renderVerdict(verdict, advice, view))),
  );
}

function renderVerdict(verdict: Verdict, advice: Advice, view: View): HTMLElement {
  const { adapter, name, status } = verdict;
  const reasons = distinctReasons(verdict);
  return h(
    "li",
    { class: "verdict", "data-status": status },
    h("span", { class: "verdict-name" }, atlasLink(view, `/adapters/${adapter}/`, "adapter-link", name)),
    // Of one that fits, the line below says how well.
    status !== "suitable" && h("span", { class: "status" }, statusWord(verdict)),
    h(
      "div",
      { class: "verdict-text" },
      h("p", { class: "verdict-reason" }, describeVerdict(verdict, advice)),
      " ",
      fold(
        `reasons-${adapter}`,
        [words.reasons(reasons.length), h("span", { class: "visually-hidden" }, words.forAdapter(name))],
        h("ul", { class: "reason-list" }, ...reasons.map((reason) => renderReason(reason, view))),
      ),
    ),
  );
}

/** Whether a reason has the words of a rule of the atlas, in all languages. A policy has no evidence, and words of its own. */
export function isEnglish({ kind, evidence }: Reason): boolean {
  return kind === "rule" && evidence.length > 0;
}

function renderReason(reason: Reason, view: View): HTMLElement {
  const links = citationLinks(reason.evidence, view);
  if (reason.kind === "rule" && view.atlas !== null)
    links.push(atlasLink(view, `/rules/#${reason.id}`, "evidence-link", words.rule));
  return h(
    "li",
    { class: "reason", "data-effect": reason.effect },
    isEnglish(reason) ? h("span", { lang: "en" }, reason.text) : reason.text,
    reason.change !== undefined && h("span", { class: "reason-change" }, `${words.change} ${reason.change}`),
    links.length > 0 && h("ul", { class: "evidence-list" }, ...links.map((link) => h("li", {}, link))),
  );
}
