import type { Advice } from "../explain/advice.ts";
import type { Advisor } from "../advisor.ts";
import { fullName } from "../guests/guests.ts";
import type { Problem } from "../questions/read-situation.ts";
import { assumedPlatform, findPlatform } from "../questions/questions.ts";
import type { Situation } from "../questions/situation.ts";
import { announcement, barText } from "./answer/answer-text.ts";
import { add, h, isShown, nextTask } from "./dom.ts";
import { createFillValues } from "./form/fill-in.ts";
import { showProblems } from "./form/field-messages.ts";
import { acceptAnyNumber, fitToPlatform, readForm, readLeniently, writeForm } from "./form/form-values.ts";
import { offerGuests } from "./form/guest-combobox.ts";
import { lacksTexts, isWordless, withWords } from "./answer/later-words.ts";
import { joinUnits } from "./answer/join-units.ts";
import { showMissingTexts } from "./answer/links.ts";
import {
  joinPairs,
  keepFields,
  normalisePairs,
  platformIn,
  repairPairs,
  spellOut,
  type Pair,
  withField,
} from "./form/pairs.ts";
import { offerScale } from "./form/rate-scale.ts";
import { renderProblemDetails } from "./answer/render-questions.ts";
import { renderEvidence, renderVerdicts } from "./answer/render-effects.ts";
import { renderValidation } from "./answer/render-steps.ts";
import { drawAdvice, drawNeeds, renderEnd, renderStepsElsewhere, type Drawing } from "./answer/render-advice.ts";
import { byKey, replaceFold, replaceKeepingPlace } from "./keep-place.ts";
import type { View } from "./view.ts";
import { words } from "./words.ts";

/** Switches an advisor that knows one platform at a time. A platform goes by its id or a product's; no id, or an unknown one, means the usual platform. */
export interface PlatformSwitch {
  /** Switches to a platform that is loaded. Of another it gives the name, and a promise after which to call this again: the reader may have chosen yet another. */
  switchTo: (id: string | undefined) => { name: string; loaded: Promise<void> } | undefined;
  /** Loads a platform while the page waits, for one that is being printed; throws if it does not come. */
  loadNow: (id: string | undefined) => void;
}

/** One form, one place for the answer, and what connects them. */
interface SessionParts {
  form: HTMLFormElement;
  answer: HTMLElement;
  /** Element of role status, for what is announced. */
  status: HTMLElement;
  /** Says the answer in a few words where the answer is far below the questions. */
  bar: Element | null;
  advisor: Advisor;
  /** For an advisor that knows one platform at a time. */
  platforms?: PlatformSwitch;
  /** Called before words are drawn, on a page whose elements speak several languages. */
  useLanguage?: () => void;
  view: Omit<View, "advise" | "answer" | "repair" | "ask" | "announce" | "values" | "knowledge" | "goTo" | "print">;
  /** Called after each reading of the form: committed when the reader has finished a field, new when the advice is another one, inParts while the first answer is drawn in parts, fromAddress when the form was filled from the page's address. */
  onRead: (state: State, is: Reading & { new: boolean }) => void;
}

/** How the form was read. */
interface Reading {
  committed: boolean;
  inParts: boolean;
  fromAddress: boolean;
}

/** What the form says at a moment. */
interface Fields {
  /** The fields as text, ids in the atlas's own spelling where they are known. */
  pairs: Pair[];
  situation: Situation;
  problems: Problem[];
}

/** What the form says, and the advice that follows: none as long as something in the form is not understood. */
export interface State extends Fields {
  advice: Advice | null;
}

/** A running form: it advises while the reader types. */
export interface Session {
  /** Fills the form with these values, the rest becomes unknown, and advises. */
  write: (pairs: readonly Pair[], isFromAddress?: boolean) => void;
  /** The same in parts, for a page that is still being shown; what the reader does meanwhile goes first. The answer is busy until all of it is there. */
  writeInParts: (pairs: readonly Pair[]) => Promise<void>;
  /** What the form says at this moment. */
  read: () => Fields;
  /** Shows the steps and the texts of reasons, if they come later, as soon as they have come. */
  loadSteps: () => Promise<void>;
  /** Whether all of the answer is there. */
  isWhole: () => boolean;
  /** Prints the answer as soon as all of it is there. */
  print: () => Promise<void>;
  /** Draws all of the answer before it returns, for a page that the browser prints this moment. */
  complete: () => void;
}

/** Connects a form with its answer; nothing is advised before the first write. */
export function startSession({
  form,
  answer,
  status,
  bar,
  advisor,
  platforms,
  useLanguage,
  view: place,
  onRead,
}: SessionParts): Session {
  const headline = `#${CSS.escape(place.headingId)}`;
  // Values of the address that no field of the form can show. A value that the reader enters replaces them.
  let unplaced: Pair[] = [];
  // Null before the first answer.
  let latest: State | null = null;
  // Key of the state whose answer is drawn; empty while only a part of the answer is.
  let drawn = "";
  // The adapter and the unusable fields that were announced last.
  let announced = "";
  // The update that waits for the next frame.
  let frame = 0;
  // Counts updates: an answer that is drawn in parts gives way to a newer one.
  let updates = 0;
  // The platform that the newest update waits for, and how to report that it cannot be loaded.
  let pending: { settled: Promise<unknown>; refuse: () => void } | undefined;
  // Whether the newest advice was given without the texts of reasons.
  let isShort = false;
  const view: View = {
    ...place,
    get knowledge() {
      return advisor.knowledge;
    },
    values: createFillValues(() => findPlatform(advisor.knowledge, platformHere())),
    announce: (text) => {
      status.textContent = joinUnits(text);
    },
    async goTo(part) {
      await loadSteps().catch(showMissingSteps);
      unfold(answer.querySelector(`.${part} h3`) ?? answer.querySelector(".later a"));
    },
    print: () => void print(),
    advise: (given) => advisor.advise(given),
    answer: (field, value) => change(withField(readPairs(), field, [value])),
    repair: (problem, value) => change(repairPairs(advisor.knowledge, readPairs(), problem, value)),
    ask(field) {
      const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`);
      control?.closest("[data-later]")?.removeAttribute("data-later");
      unfold(control);
    },
  };
  acceptAnyNumber(form);
  offerGuests(form, advisor);
  const fitScale = offerScale(form, advisor);
  listenToReader();
  return { write, writeInParts, read: readFields, loadSteps, isWhole, print, complete };

  function listenToReader(): void {
    form.addEventListener("input", (event) => {
      const { name } = event.target as HTMLInputElement;
      unplaced = unplaced.filter(([field]) => field !== name);
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => update(false));
    });
    form.addEventListener("change", () => update(true));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      update(true);
      answer.querySelector<HTMLElement>(headline)?.focus();
    });
    // Texts that failed to load are asked for again when a reader opens reasons that lack them.
    answer.addEventListener(
      "toggle",
      ({ target }) => {
        if ((target as HTMLDetailsElement).open && (target as HTMLElement).querySelector("[data-untitled]"))
          void loadTexts();
      },
      true,
    );
  }

  function write(pairs: readonly Pair[], isFromAddress = false): void {
    fill(pairs);
    afterSwitch(isFromAddress, (isLate) => {
      // The names of the platform's adapters are known only now.
      if (isLate) fill(pairs);
      showForm({ committed: true, inParts: false, fromAddress: isFromAddress });
    });
  }
  /** Takes what the reader chooses outside the form: what is fixed stays as it is. */
  function change(pairs: readonly Pair[]): void {
    write(keepFields(readPairs(), pairs, view.fixed));
  }
  async function writeInParts(pairs: readonly Pair[]): Promise<void> {
    fill(pairs);
    const before = updates;
    const coming = switchPlatform();
    if (coming) {
      await coming.loaded;
      if (updates !== before) return;
      switchPlatform();
      fill(pairs);
    }
    const continueInNextTask = async (): Promise<boolean> => {
      await nextTask();
      return updates === before;
    };
    if (!(await continueInNextTask())) return;
    const first: Reading = { committed: true, inParts: true, fromAddress: true };
    const fields = readFittedFields();
    if (fields.problems.length > 0) {
      show(describeState(fields, null), first);
      return;
    }
    isShort = lacksTexts(view.later);
    const parts = advisor.adviseInParts(fields.situation);
    let part = parts.next();
    for (; !part.done; part = parts.next()) if (!(await continueInNextTask())) return;
    if (!(await continueInNextTask())) return;
    answer.setAttribute("aria-busy", "true");
    const drawing = show(describeState(fields, part.value), first);
    for (const more of drawing?.rest ?? []) {
      if (!(await continueInNextTask())) return;
      useLanguage?.();
      more();
    }
    // A reader who already looks at the place of the steps should not see the page move when they appear.
    if (view.later?.isWanted) await view.later.load(platformHere()).catch(() => undefined);
    if (!(await continueInNextTask())) return;
    useLanguage?.();
    drawing?.end();
    if (latest) drawn = drawingKey(latest);
    answer.removeAttribute("aria-busy");
    if (!lacksTexts(view.later)) showTexts();
  }
  function fill(pairs: readonly Pair[]): void {
    useLanguage?.();
    const given = normalisePairs(advisor.knowledge, pairs);
    const { situation } = readLeniently(advisor, given);
    unplaced = writeForm(form, spellOut(given, situation), assumedPlatform(advisor.knowledge));
  }
  function update(committed: boolean): void {
    afterSwitch(false, () => showForm({ committed, inParts: false, fromAddress: false }));
  }
  function showForm(is: Reading): void {
    show(advise(readFittedFields()), is);
    answer.removeAttribute("aria-busy");
  }
  function switchPlatform(): ReturnType<PlatformSwitch["switchTo"]> {
    return platforms?.switchTo(platformIn(advisor.knowledge, readPairs()));
  }
  /** Goes on once the advisor knows the platform that the form names, unless an update has come meanwhile. */
  function afterSwitch(isFromAddress: boolean, goOn: (isLate: boolean) => void, isLate = false): void {
    cancelAnimationFrame(frame);
    updates += 1;
    const before = updates;
    pending = undefined;
    const coming = switchPlatform();
    if (!coming) return goOn(isLate);
    answer.setAttribute("aria-busy", "true");
    const again = (): void => afterSwitch(isFromAddress, goOn, true);
    const refuse = (): void => showMissingPlatform(coming.name, isFromAddress, again);
    const settled = coming.loaded.then(
      () => updates === before && again(),
      () => updates === before && refuse(),
    );
    pending = { settled, refuse };
  }
  /** In place of an answer, which would be for another platform than the form says. */
  function showMissingPlatform(name: string, fromAddress: boolean, tryAgain: () => void): void {
    pending = undefined;
    const button = h("button", { type: "button", class: "answer-button", onclick: tryAgain }, words.tryAgain);
    answer.replaceChildren(h("p", { role: "alert" }, words.platformFailed(name), " ", button));
    answer.removeAttribute("aria-busy");
    latest = describeState(readFittedFields(), null);
    drawn = "";
    onRead(latest, { committed: true, new: true, inParts: false, fromAddress });
  }

  function readPairs(): Pair[] {
    return joinPairs(readForm(form), unplaced);
  }
  function readFields(): Fields {
    const pairs = readPairs();
    const { situation, problems } = readLeniently(advisor, pairs);
    return { pairs: spellOut(pairs, situation), situation, problems };
  }
  /** What the form says once it asks only what its platform has. */
  function readFittedFields(): Fields {
    const first = readFields();
    return fitToPlatform(form, advisor.knowledge, first.situation.platform) ? readFields() : first;
  }
  /** The platform of the answer, which a policy may have chosen. */
  function platformHere(): string {
    const { platform } = latest?.advice?.situation ?? latest?.situation ?? readFields().situation;
    return platform ?? assumedPlatform(advisor.knowledge);
  }
  function advise(fields: Fields): State {
    isShort = lacksTexts(view.later);
    return describeState(fields, fields.problems.length > 0 ? null : advisor.advise(fields.situation));
  }
  function describeState(fields: Fields, advice: Advice | null): State {
    return { ...fields, advice: advice && withWords(advice, view.later) };
  }

  /** Shows a state; of the first one the rest and the end are still to be drawn. */
  function show(state: State, is: Reading): Drawing | null {
    useLanguage?.();
    if (is.committed) showGuestsName(state);
    const key = drawingKey(state);
    const isNew = key !== drawn;
    fitScale(state.situation);
    const drawing = isNew ? draw(state, is.inParts) : null;
    // An answer that is drawn only in part is drawn again even if the next input leads to the same answer.
    drawn = is.inParts ? "" : key;
    latest = state;
    onRead(state, { ...is, new: isNew });
    if (!is.inParts && state.advice && view.later?.isWanted && isWordless(state.advice, view.later))
      void loadSteps().catch(() => undefined);
    return drawing;
  }
  /** Writes a recognised guest's name into its field, so that the reader sees for what it was taken; other text stays. */
  function showGuestsName({ situation }: State): void {
    const field = form.querySelector<HTMLInputElement>("input[name=guest]");
    const guest = advisor.knowledge.guests.find(({ id }) => id === situation.guest);
    if (field && guest) field.value = fullName(guest);
  }
  function draw({ advice, situation, problems }: State, isInParts: boolean): Drawing {
    showProblems(form, advisor, problems, view);
    view.values.forget();
    const drawing = advice ? drawAdvice(advice, situation, view) : drawNeeds(problems, advisor, view);
    if (!isInParts) for (const more of [...drawing.rest, drawing.end]) more();
    replaceKeepingPlace(answer, drawing.element, headline);
    if (bar) bar.textContent = barText(advice, problems);
    // Headline and reason, once: said only when another adapter is recommended or a field cannot be used, so that typing stays quiet.
    const about = JSON.stringify([advice?.recommended, problems.map(({ field }) => field)]);
    if (about !== announced) view.announce(advice?.summary ?? announcement(advisor.knowledge, advice, problems));
    announced = about;
    return drawing;
  }

  async function loadTexts(): Promise<void> {
    if (!lacksTexts(view.later)) return;
    await view.later.loadTexts().catch(() => undefined);
    showTexts();
  }
  /** Draws the reasons again with the texts that have loaded; an answer that is still being drawn does so at its end. */
  function showTexts(): void {
    if (lacksTexts(view.later)) return showMissingTexts(answer);
    if (!isShort || !latest?.advice || answer.hasAttribute("aria-busy")) return;
    useLanguage?.();
    latest = advise(latest);
    drawn = drawingKey(latest);
    const { advice } = latest;
    if (!advice) return;
    for (const part of [renderProblemDetails(advice, view), renderVerdicts(advice, view), renderEvidence(advice, view)])
      if (part) replaceFold(byKey(answer, part.dataset.key ?? ""), part);
  }
  async function loadSteps(): Promise<void> {
    void loadTexts();
    await view.later?.load(platformHere());
    showSteps();
  }
  function showSteps(): void {
    const place = answer.querySelector(".later");
    if (!place || !latest?.advice || isWordless(latest.advice, view.later)) return;
    useLanguage?.();
    const advice = withWords(latest.advice, view.later);
    latest = { ...latest, advice };
    drawn = drawingKey(latest);
    place.replaceWith(...renderEnd(advice, view).filter(isShown));
  }
  function showMissingSteps(): void {
    const place = answer.querySelector(".later");
    if (!place || !latest?.advice) return;
    // In place of the text for paper, which says the same. The validation does not depend on the steps.
    place.textContent = "";
    add(place, renderStepsElsewhere(latest.advice, view, { role: "alert" }), renderValidation(latest.advice, view));
  }

  function isWhole(): boolean {
    return (
      latest !== null && !answer.hasAttribute("aria-busy") && !answer.querySelector(".later") && !lacksTexts(view.later)
    );
  }
  async function print(): Promise<void> {
    endDrawing();
    while (pending) await pending.settled;
    if (!isWhole()) await Promise.all([loadSteps().catch(showMissingSteps), loadTexts()]);
    window.print();
  }
  function complete(): void {
    endDrawing();
    if (pending) loadPending(pending);
    if (isWhole()) return;
    try {
      view.later?.loadNow(platformHere());
      showSteps();
    } catch {
      showMissingSteps();
    }
    showTexts();
  }
  /** Loads the platform of the form while the page waits. */
  function loadPending({ refuse }: NonNullable<typeof pending>): void {
    try {
      platforms?.loadNow(platformIn(advisor.knowledge, readPairs()));
      update(true);
    } catch {
      refuse();
    }
  }
  /** Draws at once an answer of which parts are still to come. */
  function endDrawing(): void {
    if (!latest || answer.hasAttribute("aria-busy")) update(true);
  }
}

/** Opens the fold around an element and leads the reader to the element. */
function unfold(element: HTMLElement | null): void {
  const fold = element?.closest("details");
  if (fold) fold.open = true;
  element?.focus();
}

/** What the drawing depends on; the advice does not tell an assumed platform from one that was given. */
function drawingKey({ advice, situation: { platform }, problems }: State): string {
  return JSON.stringify([advice, platform, problems]);
}
