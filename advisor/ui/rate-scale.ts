import { groupDigits } from "../digits.ts";
import type { Knowledge, Rule } from "../knowledge.ts";
import { h } from "./dom.ts";
import { words } from "./words.ts";

/** The scale's ends, as powers of ten. */
const FROM = 3;
const TO = 6;

/**
 * Puts a logarithmic scale below the field of the packet rate: a slider that sets the field and follows it, with a mark where
 * a rule begins or ends to hold. The slider has no name: what the field says is the answer.
 */
export function offerScale(form: HTMLFormElement, knowledge: Knowledge): (platform: string) => void {
  const input = form.querySelector<HTMLInputElement>("input[name=packetRate]");
  const place = form.querySelector("[data-rate-scale]");
  if (!input || !place) return () => undefined;
  const slider = h("input", { type: "range", min: FROM, max: TO, step: 0.05, "aria-label": words.rateScale });
  const marks = h("div", { class: "rate-marks", "aria-hidden": "true" });
  place.replaceChildren(slider, marks);
  slider.addEventListener("input", (event) => {
    event.stopPropagation();
    input.value = String(rateAt(Number(slider.value)));
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  });
  slider.addEventListener("change", (event) => {
    event.stopPropagation();
    input.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  });
  let shown = "";
  return (platform) => {
    follow(slider, input.value);
    if (platform === shown) return;
    shown = platform;
    marks.replaceChildren(...listMarks(knowledge.rules, platform).map(({ rate, isTurn }) => {
      const mark = h("span", { "data-turn": isTurn }, shorten(rate));
      mark.style.setProperty("--at", String(placeOf(rate)));
      return mark;
    }));
  };
}

function follow(slider: HTMLInputElement, value: string): void {
  const rate = Number(value);
  const isKnown = value.trim() !== "" && Number.isFinite(rate);
  slider.value = String(isKnown ? Math.log10(Math.max(rate, 1)) : FROM);
  slider.toggleAttribute("data-open", !isKnown);
  slider.setAttribute("aria-valuetext", isKnown ? words.packetsPerSecond(groupDigits(rate)) : words.unknown);
}

/** Powers of ten, and the rates at which a rule of the platform begins or ends to hold. */
function listMarks(rules: readonly Rule[], platform: string): { rate: number; isTurn: boolean }[] {
  const turns = new Set(rules
    .filter(({ when }) => when.platform?.includes(platform) ?? true)
    .flatMap(({ when: { packetRate } }) => Object.values(packetRate ?? {}) as number[])
    .filter((rate) => rate > 10 ** FROM && rate < 10 ** TO));
  const decades = Array.from({ length: TO - FROM + 1 }, (_, at) => 10 ** (FROM + at));
  return [...new Set([...decades, ...turns])].sort((a, b) => a - b).map((rate) => ({ rate, isTurn: turns.has(rate) }));
}

/** Two digits that count, as people say a rate. */
function rateAt(power: number): number {
  const rate = 10 ** power;
  const unit = 10 ** (Math.floor(power) - 1);
  return Math.round(rate / unit) * unit;
}

/** Where on the scale a rate lies, from 0 to 1. */
function placeOf(rate: number): number {
  return (Math.log10(rate) - FROM) / (TO - FROM);
}

function shorten(rate: number): string {
  return rate >= 1e6 ? `${rate / 1e6}M` : `${rate / 1e3}k`;
}
