import type { Advisor } from "../../advisor.ts";
import { guestsWithWords, suggestGuests } from "../../guests/find-guests.ts";
import { fullName, withoutOtherProcessor } from "../../guests/guests.ts";
import type { Question } from "../../knowledge/knowledge.ts";
import { questionOf } from "../../questions/questions.ts";
import { BETWEEN_VALUES, type Problem } from "../../questions/read-situation.ts";
import { answerButton, h } from "../dom.ts";
import type { View } from "../view.ts";
import { fieldLabel } from "../answer/names.ts";
import { words } from "../words.ts";

/** Guests that a message offers to take instead. */
const MOST_OFFERS = 3;

/** What a message shows: what is wrong in words, and values to take instead at one click. */
interface Message {
  text: string;
  offers: { value: string; label: string }[];
}

/** Puts each problem below its field, or at the top of the form when there is no such field; takes away those that are solved. */
export function showProblems(
  form: HTMLFormElement,
  advisor: Advisor,
  problems: readonly Problem[],
  { fixed, repair, ask }: Pick<View, "fixed" | "repair" | "ask">,
): void {
  const places = new Map<Element, HTMLElement[]>();
  for (const problem of problems) {
    const place = findPlace(form, problem.field);
    const { text, offers } = explainProblem(advisor, problem);
    // The answer offers guests, whose names have no room here.
    const buttons =
      fixed.has(problem.field) || problem.field === "guest"
        ? []
        : offers.map(({ value, label }) =>
            answerButton(label, () => {
              repair(problem, value);
              // The button has gone with its message, and the focus with the button.
              ask(problem.field);
            }),
          );
    const message = buttons.length > 0 ? `${text} ${words.nearest}` : text;
    const line = h("p", {}, message, ...buttons.flatMap((button) => [" ", button]));
    places.set(place, [...(places.get(place) ?? []), line]);
  }
  for (const old of form.querySelectorAll(".field-message")) if (!places.has(old)) old.replaceChildren();
  for (const [place, lines] of places) {
    // A new message opens the questions that it stands among; a reader may fold them again.
    const folded = place.hasChildNodes() ? null : place.closest("details");
    if (folded) folded.open = true;
    place.replaceChildren(...lines);
  }
  markControls(form, new Set(problems.map(({ field }) => field)));
}

/** What is wrong with a value in words, and what could be taken instead. */
export function explainProblem(advisor: Advisor, problem: Problem): Message {
  const { field, found, expected, nearest } = problem;
  if (field !== "guest") {
    const offers = nearest === undefined ? [] : [{ value: nearest, label: nearest }];
    const question = questionOf(advisor.knowledge, field);
    const isField = question !== undefined || field === "situation";
    const label = fieldLabel(advisor.knowledge, field);
    const text = !isField
      ? words.noField(field)
      : // The form shows the list, with names in place of ids.
        isListed(question) && isOneText(found)
        ? words.notInList(label, found)
        : words.problem(label, found, expected);
    return { text, offers };
  }
  const spelling = found.replace(/^"|"$/g, "");
  const guests = suggestGuests(advisor, spelling, MOST_OFFERS);
  const text =
    advisor.guests.has(spelling.toLowerCase()) || guestsWithWords(advisor, spelling).length > 1
      ? words.severalGuests(spelling)
      : withoutOtherProcessor(spelling) === undefined
        ? words.noGuest(spelling)
        : words.otherProcessor;
  return { text, offers: guests.map((guest) => ({ value: guest.id, label: fullName(guest) })) };
}

/** Whether the form lists the accepted values by name. The two of bitness are numbers, which the message can name. */
function isListed(question: Question | undefined): boolean {
  return question?.kind === "features" || question?.choicesFrom !== undefined;
}

/** Whether a problem is about a single text, not about several values or too long a list. Texts are in quotes. */
function isOneText(found: string): boolean {
  return found.startsWith('"') && !found.includes(BETWEEN_VALUES);
}

/** The element for a field's message: the one that is there, or a new one after the field. */
function findPlace(form: HTMLFormElement, field: string): Element {
  const control = form.querySelector(`[name="${CSS.escape(field)}"], [data-fixed="${CSS.escape(field)}"]`);
  const box = control?.closest(".field, .form-group, .keep") ?? form;
  const known = box.querySelector(":scope > .field-message");
  if (known) return known;
  const place = h("div", { class: "field-message", id: `message-${box === form ? "form" : field}` });
  if (box === form) box.prepend(place);
  else box.append(place);
  return place;
}

function markControls(form: HTMLFormElement, fields: ReadonlySet<string>): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "input:not([type=radio], [type=checkbox]), select",
  )) {
    const isWrong = fields.has(control.name);
    control.ariaInvalid = isWrong ? "true" : null;
    const message = `message-${control.name}`;
    const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== message);
    const described = [...others, isWrong && message].filter(Boolean).join(" ");
    if (described === "") control.removeAttribute("aria-describedby");
    else control.setAttribute("aria-describedby", described);
  }
}
