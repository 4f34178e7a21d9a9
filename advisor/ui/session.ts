import type { Advice } from "../advice.ts";
import type { Advisor } from "../advise.ts";
import { ASSUMED_PLATFORM } from "../fields.ts";
import { fullName } from "../guests.ts";
import type { Problem } from "../read-situation.ts";
import type { Situation } from "../situation.ts";
import { announcement } from "./announcement.ts";
import { createFillValues } from "./fill-in.ts";
import { showProblems } from "./field-messages.ts";
import { acceptAnyNumber, readForm, writeForm } from "./form-values.ts";
import { offerGuests } from "./guest-combobox.ts";
import { replaceKeepingPlace } from "./keep-place.ts";
import { nextTask } from "./next-task.ts";
import { joinPairs, normalisePairs, repairPairs, spellOut, withField, type Pair } from "./pairs.ts";
import { fitToPlatform } from "./platform-fields.ts";
import { offerScale } from "./rate-scale.ts";
import { readLeniently } from "./read-leniently.ts";
import { renderAdvice } from "./render-advice.ts";
import type { View } from "./view.ts";

/** One form, one place for the answer, and what connects them. */
export interface SessionParts {
  form: HTMLFormElement;
  answer: HTMLElement;
  /** Element of role status, for what is said aloud. */
  status: HTMLElement;
  advisor: Advisor;
  view: Omit<View, "answer" | "ask" | "say" | "values" | "knowledge">;
  /** Told after each reading of the form; committed when the reader has finished a field, new when the advice is another one, begun when nobody has touched it yet. */
  onRead: (state: State, is: { committed: boolean; new: boolean; begun: boolean }) => void;
}

/** What the form says at a moment, and what follows from it. */
export interface State {
  /** The fields as text, ids in the atlas's own spelling where they are known. */
  pairs: Pair[];
  situation: Situation;
  problems: Problem[];
  advice: Advice;
}

/** A running form: it advises while the reader types. */
export interface Session {
  /** Fills the form with these values, the rest becomes unknown, and advises. */
  write: (pairs: readonly Pair[]) => void;
  /** The same in parts, for a page that is still being shown; what the reader does meanwhile goes first. */
  begin: (pairs: readonly Pair[]) => Promise<void>;
  read: () => State;
}

/** Connects a form with its answer; nothing is advised before the first write. */
export function startSession({ form, answer, status, advisor, view: place, onRead }: SessionParts): Session {
  const headline = `#${CSS.escape(place.headingId)}`;
  let strays: Pair[] = [];
  let drawn = "";
  let said = "";
  let frame = 0;
  let updates = 0;
  const view: View = {
    ...place,
    knowledge: advisor.knowledge,
    values: createFillValues(),
    say: (text) => { status.textContent = text; },
    answer: (field, value) => write(withField(given(), field, [value])),
    ask(field) {
      const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`);
      const folded = control?.closest("details");
      if (folded) folded.open = true;
      control?.focus();
    },
  };
  acceptAnyNumber(form);
  offerGuests(form, advisor);
  const fitScale = offerScale(form, advisor.knowledge);
  form.addEventListener("input", (event) => {
    const { name } = event.target as HTMLInputElement;
    strays = strays.filter(([field]) => field !== name);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => update(false));
  });
  form.addEventListener("change", () => update(true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    update(true);
    answer.querySelector<HTMLElement>(headline)?.focus();
  });

  function given(): Pair[] {
    return joinPairs(readForm(form), strays);
  }
  function read(): State {
    const pairs = given();
    const { situation, problems } = readLeniently(advisor, pairs);
    return { pairs: spellOut(pairs, situation), situation, problems, advice: advisor.advise(situation) };
  }
  function fill(pairs: readonly Pair[]): void {
    strays = writeForm(form, normalisePairs(advisor.knowledge, pairs));
  }
  function write(pairs: readonly Pair[]): void {
    fill(pairs);
    update(true);
  }
  async function begin(pairs: readonly Pair[]): Promise<void> {
    fill(pairs);
    await nextTask();
    const before = updates;
    const state = settle();
    await nextTask();
    if (updates === before) show(state, { committed: true, begun: true });
  }
  function update(committed: boolean): void {
    updates += 1;
    cancelAnimationFrame(frame);
    show(settle(), { committed, begun: false });
  }
  function settle(): State {
    const first = read();
    return fitToPlatform(form, advisor.knowledge, first.situation.platform) ? read() : first;
  }
  function show(state: State, is: { committed: boolean; begun: boolean }): void {
    if (is.committed) showGuestsName(state);
    const key = JSON.stringify([state.advice, state.problems]);
    const isNew = key !== drawn;
    fitScale(state.situation.platform ?? ASSUMED_PLATFORM);
    if (isNew) draw(state);
    drawn = key;
    onRead(state, { ...is, new: isNew });
  }
  /** Whatever names a guest becomes its name, so that the reader sees for what it was taken; what names none stays. */
  function showGuestsName({ situation }: State): void {
    const field = form.querySelector<HTMLInputElement>("input[name=guest]");
    const guest = advisor.knowledge.guests.find(({ id }) => id === situation.guest);
    if (field && guest) field.value = fullName(guest);
  }
  function draw({ advice, problems }: State): void {
    showProblems(form, advisor, problems, (problem, value) => write(repairPairs(given(), problem, value)));
    view.values.forget();
    replaceKeepingPlace(answer, renderAdvice(advice, view), headline);
    // Said only when another adapter is recommended or a field cannot be used, so that typing stays quiet.
    const about = JSON.stringify([advice.recommended, problems.map(({ field }) => field)]);
    if (about !== said) view.say(announcement(advice, problems));
    said = about;
  }
  return { write, begin, read };
}
