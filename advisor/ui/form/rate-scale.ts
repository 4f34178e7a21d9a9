import { groupDigits } from "../../text.ts";
import { assumedPlatform } from "../../questions/questions.ts";
import type { Advisor } from "../../advisor.ts";
import type { Rule } from "../../knowledge/knowledge.ts";
import { derivePacketRate, type PacketRateRange } from "../../questions/packet-rate.ts";
import type { Situation } from "../../questions/situation.ts";
import { h } from "../dom.ts";
import { joinUnits } from "../answer/join-units.ts";
import { words } from "../words.ts";

/** The scale's ends, as powers of ten. */
const FROM = 3;
const TO = 7;
/** The part of the scale that a mark's words take where it is short. */
const ROOM = 0.1;

/**
 * Puts a logarithmic scale below the field of the packet rate: a slider that sets the field and follows it, with a mark where
 * a rule begins or ends to hold. The slider has no name: what the field says is the answer. Where the rate follows from a
 * throughput, field, scale and the throughput's hint show what follows.
 */
export function offerScale(form: HTMLFormElement, advisor: Pick<Advisor, "knowledge">): (situation: Situation) => void {
  const input = form.querySelector<HTMLInputElement>("input[name=packetRate]");
  const place = form.querySelector("[data-rate-scale]");
  if (!input || !place) return () => undefined;
  // A page has the slider already, so that nothing comes later, and it may have been moved before this script was there.
  const own = place.querySelector("input");
  const slider = own ?? h("input", { type: "range", min: FROM, max: TO, step: 0.05, "aria-label": words.rateScale });
  if (own && own.value !== own.defaultValue && input.value === "") input.value = String(rateAt(Number(own.value)));
  const marks = h("div", { class: "rate-marks", "aria-hidden": "true" });
  const range = h("div", { class: "rate-range" });
  const hint = form.querySelector("[name=throughputGbps]")?.closest(".field")?.querySelector(".hint");
  const invitation = hint?.textContent ?? "";
  place.replaceChildren(slider, marks);
  slider.addEventListener("input", (event) => {
    event.stopPropagation();
    input.value = String(rateAt(Number(slider.value)));
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  });
  const finish = (): void => void input.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  finishOncePerRun(slider, finish);
  const blank = input.placeholder;
  let shown = "";
  return (situation) => {
    const rates = derivePacketRate(situation);
    const following = rates ? words.followingRate(groupDigits(rates.low), groupDigits(rates.high)) : "";
    follow(slider, input.value, rates, following);
    input.placeholder = following || blank;
    if (hint) hint.textContent = joinUnits(following) || invitation;
    spanRates(range, rates);
    const { knowledge } = advisor;
    const platform = situation.platform ?? assumedPlatform(knowledge);
    if (platform === shown) return;
    shown = platform;
    let last = -ROOM;
    let lastAbove = -ROOM;
    marks.replaceChildren(
      range,
      ...listMarks(knowledge.rules, platform).map(({ rate, isTurn }) => {
        const place = placeOf(rate);
        const isClose = place - lastAbove < ROOM;
        const mark = h(
          "span",
          { "data-turn": isTurn, "data-close": isClose, "data-crowded": place - last < ROOM / 2 },
          shortenRate(rate),
        );
        mark.style.setProperty("--at", String(place));
        last = place;
        if (!isClose) lastAbove = place;
        return mark;
      }),
    );
  };
}

/** Calls `finish` when a drag ends. Each key is a change of its own: a run of keys is finished when the focus leaves the slider. */
function finishOncePerRun(slider: HTMLInputElement, finish: () => void): void {
  let isByKey = false;
  // Where the run of keys has come to; whatever moves the slider elsewhere, such as going back, has ended it.
  let run: string | undefined;
  slider.addEventListener("keydown", () => (isByKey = true));
  slider.addEventListener("pointerdown", () => (isByKey = false));
  slider.addEventListener("change", (event) => {
    event.stopPropagation();
    run = isByKey ? slider.value : undefined;
    if (!isByKey) finish();
  });
  slider.addEventListener("blur", () => {
    if (run === slider.value) finish();
    isByKey = false;
    run = undefined;
  });
}

/** The slider stands at the rate that was given, or at the lowest of those that follow. */
function follow(slider: HTMLInputElement, value: string, rates: PacketRateRange | undefined, following: string): void {
  const plain = value.replaceAll(",", "").trim();
  const given = plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : undefined;
  const rate = given ?? (value.trim() === "" ? rates?.low : undefined);
  slider.value = String(rate === undefined ? FROM : Math.log10(Math.max(rate, 1)));
  slider.toggleAttribute("data-open", rate === undefined);
  slider.setAttribute(
    "aria-valuetext",
    given !== undefined ? words.packetsPerSecond(groupDigits(given)) : rate === undefined ? words.unknown : following,
  );
}

/** Shows from where to where the rates lie that follow, as far as the scale goes; a single one is where the slider stands. */
function spanRates(range: HTMLElement, rates: PacketRateRange | undefined): void {
  const within = (rate: number): number => Math.min(Math.max(placeOf(rate), 0), 1);
  range.hidden = rates === undefined || rates.low === rates.high;
  if (!rates) return;
  range.style.setProperty("--at", String(within(rates.low)));
  range.style.setProperty("--to", String(within(rates.high)));
}

/** Powers of ten, and the rates at which a rule of the platform begins or ends to hold. */
function listMarks(rules: readonly Rule[], platform: string): { rate: number; isTurn: boolean }[] {
  const turns = new Set(
    rules
      .filter(({ when }) => when.platform?.includes(platform) ?? true)
      .flatMap(({ when: { packetRate } }) => Object.values(packetRate ?? {}) as number[])
      .filter((rate) => rate > 10 ** FROM && rate < 10 ** TO),
  );
  const decades = Array.from({ length: TO - FROM + 1 }, (_, at) => 10 ** (FROM + at));
  // A power of ten gives way to a turn so close that their words would lie over each other.
  const free = decades.filter((rate) => ![...turns].some((turn) => Math.abs(placeOf(turn) - placeOf(rate)) < ROOM / 2));
  return [...new Set([...free, ...turns])].sort((a, b) => a - b).map((rate) => ({ rate, isTurn: turns.has(rate) }));
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

/** A rate in as few characters as there is room for. */
export function shortenRate(rate: number): string {
  return rate >= 1e6 ? `${rate / 1e6}M` : `${rate / 1e3}k`;
}
