import { groupDigits } from "../../../advisor/text.ts";
import type { Advice, TurningPoint } from "../../../advisor/explain/advice.ts";
import { fullName } from "../../../advisor/guests/guests.ts";
import { nameGuest } from "../../../advisor/guests/name-guest.ts";
import type { Advisor } from "../../../advisor/index.ts";
import { derivePacketRate } from "../../../advisor/questions/packet-rate.ts";
import { assumedPlatform } from "../../../advisor/questions/questions.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { h, nextTask } from "../../../advisor/ui/dom.ts";
import { joinUnits } from "../../../advisor/ui/answer/join-units.ts";
import { adapterName } from "../../../advisor/ui/answer/names.ts";

/** Every word that the sentence adds to its form. */
const words = {
  from: (rate: string) => `From ${rate} packets/s, also consider `,
  now: "Also consider ",
  excluded: "Excluded by your requirements: ",
  loses: (isExcluded: boolean) => `${isExcluded ? "" : ":"} loses `,
  more: (count: number) => ` and ${count} more`,
} as const;

/** Lost features that are named; the answer of the adapter names all of them. */
const NAMED = 3;
/** A packet rate at which no rule for high rates holds. */
const LOW_RATE = 1_000;

/** The adapter that comes into question once the packet rate is high enough, whatever features are required. */
export interface RunnerUp {
  /** The lowest packet rate at which it does. */
  from: number;
  adapter: string;
  name: string;
  loses: { feature: string; name: string }[];
}

/**
 * Starts what the sentence shows while its blanks are filled in: the guest that was recognised, and the adapter that comes into
 * question at a higher packet rate. Gives a function to call with each situation and its advice.
 */
export function startSentence(
  form: HTMLFormElement,
  advisor: Advisor,
): (situation: Situation, advice: Advice | null, isCommitted: boolean) => void {
  const rate = form.querySelector<HTMLInputElement>("input[name=packetRate]");
  const echo = form.querySelector<HTMLElement>("[data-echo]");
  const invitation = echo?.textContent ?? "";
  const place = form.querySelector<HTMLElement>("[data-runner-up]");
  const known = new Map<string, RunnerUp | null>();
  let timer = 0;
  /** Stands for the newest situation: a search for an older one ends. */
  let latest = {};
  keepFocusOfChips(form);
  rate?.addEventListener("change", () => {
    if (/^\d+$/.test(rate.value)) rate.value = groupDigits(Number(rate.value));
  });
  return (situation, advice, isCommitted) => {
    // Not while it is being typed.
    const isFinished = isCommitted || rate !== document.activeElement;
    if (rate && isFinished && situation.packetRate !== undefined) rate.value = groupDigits(situation.packetRate);
    if (echo) {
      const name = recognisedName(advisor, situation, advice);
      echo.textContent = name ?? invitation;
      echo.toggleAttribute("data-recognised", name !== undefined);
    }
    clearTimeout(timer);
    latest = {};
    if (!place) return;
    const {
      packetRate: _rate,
      throughputGbps: _throughput,
      packetBytes: _bytes,
      requires: _requires,
      ...machine
    } = situation;
    const key = JSON.stringify(machine);
    const show = (): void => showRunnerUp(place, known.get(key) ?? null, situation, advice);
    if (known.has(key) || !advice) return show();
    // Several situations are tried for it, so it comes after the answer.
    const search = async (turn: object): Promise<void> => {
      const parts = findRunnerUp(advisor, machine);
      let part = parts.next();
      for (; !part.done; part = parts.next()) {
        await nextTask();
        if (turn !== latest) return;
      }
      known.set(key, part.value);
      show();
    };
    timer = window.setTimeout(() => void search(latest), 60);
  };
}

/** The guest that a situation names exactly, or a product or range that stands for several; a name that is only like a guest's is left to the answer. */
function recognisedName({ knowledge }: Advisor, { guest: typed = "", platform }: Situation, advice: Advice | null) {
  const guest = knowledge.guests.find(({ id }) => id === (advice?.situation.guest ?? typed));
  const name = guest && nameGuest(knowledge, guest, typed, platform);
  return guest && (typed === guest.id || name !== fullName(guest)) ? name : undefined;
}

/** A chip that is taken away leaves the focus where another one is added. */
function keepFocusOfChips(form: HTMLFormElement): void {
  const adder = form.querySelector<HTMLDetailsElement>(".feature-adder");
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.checked || !target.closest(".chip") || adder?.open) return;
    adder?.querySelector("summary")?.focus();
  });
}

function showRunnerUp(
  place: HTMLElement,
  runnerUp: RunnerUp | null,
  situation: Situation,
  advice: Advice | null,
): void {
  const rate = situation.packetRate ?? derivePacketRate(situation)?.low;
  const isRecommended = runnerUp !== null && advice?.recommended === runnerUp.adapter;
  const isIn = runnerUp !== null && !isRecommended && rate !== undefined && rate >= runnerUp.from;
  // What the answer names as the limit, in the same words.
  const limit = isRecommended ? advice.turningPoints.find(isBelowRate)?.text : undefined;
  const state =
    !runnerUp || !advice
      ? ""
      : `${runnerUp.adapter} ${isRecommended} ${isIn} ${situation.requires ?? ""} ${limit ?? ""}`;
  if (place.dataset.shown === state) return;
  place.dataset.shown = state;
  place.toggleAttribute("data-in", isIn);
  if (!runnerUp || state === "") return place.replaceChildren();
  if (isRecommended) return place.replaceChildren(joinUnits(limit ?? ""));
  // A rule that holds above a rate begins one packet later, which nobody would say.
  const from = groupDigits(runnerUp.from - (runnerUp.from % 10));
  const required = new Set<string>(situation.requires);
  const loses = [...runnerUp.loses].sort((a, b) => Number(required.has(b.feature)) - Number(required.has(a.feature)));
  const isExcluded = loses.some(({ feature }) => required.has(feature));
  // A higher packet rate does not bring back an adapter that the required features exclude.
  if (isExcluded && !isIn) return place.replaceChildren();
  place.replaceChildren(
    joinUnits(!isIn ? words.from(from) : isExcluded ? words.excluded : words.now),
    h("strong", {}, runnerUp.name),
    ...(isIn && loses.length > 0 ? [words.loses(isExcluded)] : []),
    ...(isIn ? loses : [])
      .slice(0, NAMED)
      .flatMap(({ feature, name }, at) => [
        at > 0 ? ", " : "",
        h("s", { "data-required": required.has(feature) }, name),
      ]),
    isIn && loses.length > NAMED ? words.more(loses.length - NAMED) : "",
    ".",
  );
}

function isBelowRate({ field, direction }: TurningPoint): boolean {
  return field === "packetRate" && direction === "below";
}

/**
 * Tries the rates at which a rule begins to hold, and at each of them the answers that could lead to another adapter. In parts,
 * as advice is given in parts.
 */
export function* findRunnerUp(advisor: Advisor, machine: Situation): Generator<undefined, RunnerUp | null> {
  const adviseAt = (packetRate: number, more: Situation = {}): Generator<undefined, Advice> =>
    advisor.adviseInParts({ ...machine, ...more, packetRate });
  const low = yield* adviseAt(LOW_RATE);
  const usual = low.recommended;
  // Before there is a recommendation, nobody knows what another adapter loses beside it.
  if (usual === null || low.headline.kind === "ask") return null;
  const usualToo = new Set(low.openQuestions.flatMap(({ answers }) => answers.flatMap(listOutcomes)));
  for (const rate of listTurns(advisor, machine)) {
    yield;
    const advice = yield* adviseAt(rate);
    const others = advice.openQuestions.flatMap(({ answers }) => answers.flatMap(listOutcomes));
    const found: RunnerUp[] = [];
    for (const adapter of new Set([advice.recommended, ...others])) {
      if (adapter === null || adapter === usual || (adapter !== advice.recommended && usualToo.has(adapter))) continue;
      const answers = advice.openQuestions.flatMap(({ field, answers }) =>
        answers.filter((answer) => listOutcomes(answer).includes(adapter)).map(({ value }) => [field, value] as const),
      );
      const isAdvised = adapter === advice.recommended;
      const then = isAdvised ? advice : yield* adviseAt(rate, Object.fromEntries(answers) as Situation);
      if (then.recommended !== adapter) continue;
      found.push({
        from: rate,
        adapter,
        name: adapterName(then, adapter),
        loses: then.price?.loses ?? [],
      });
    }
    const [best] = found.sort((a, b) => a.loses.length - b.loses.length);
    if (best) return best;
  }
  return null;
}

function listOutcomes(answer: Advice["openQuestions"][number]["answers"][number]): string[] {
  return [answer.recommended, ...answer.possible].filter((id) => id !== null);
}

/** The packet rates at which a rule of the platform begins to hold. */
function listTurns({ knowledge }: Advisor, { platform = assumedPlatform(knowledge) }: Situation): number[] {
  const rates = knowledge.rules
    .filter(({ when }) => when.platform?.includes(platform) ?? true)
    .flatMap(({ when: { packetRate } }) => [
      ...(packetRate?.above === undefined ? [] : [packetRate.above + 1]),
      ...(packetRate?.atLeast === undefined ? [] : [packetRate.atLeast]),
    ]);
  return [...new Set(rates)].sort((a, b) => a - b);
}
