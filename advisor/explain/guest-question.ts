import type { OpenQuestion } from "./advice.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import type { Told } from "./reasons.ts";
import type { Situation } from "../questions/situation.ts";

/** Guests that an answer names as examples. */
const MOST_EXAMPLES = 3;

/** The question about an unknown guest: one answer for each other recommendation that some guest leads to, of those that the machine can have. */
export function guestQuestion(
  guests: readonly Guest[],
  { table, filled }: Told,
  { bitness }: Situation,
  base: string | null,
  recommend: (guest: Guest) => string | null,
): OpenQuestion[] {
  const { platform, messages, guestView } = table;
  const byOutcome = new Map<string | null, Guest[]>();
  for (const guest of guests) {
    if (!guest.platforms[platform.id] || (bitness ?? guest.bitness) !== guest.bitness) continue;
    if (guestView(guest, undefined, filled.values.virtualHardware).listedFrom > filled.values.virtualHardware) continue;
    const found = recommend(guest);
    byOutcome.set(found, [...(byOutcome.get(found) ?? []), guest]);
  }
  const answers = [...byOutcome]
    .filter(([found]) => found !== base)
    .map(([recommended, leading]) => ({
      value: (leading[0] as Guest).id,
      label: oneOfEach(leading)
        .slice(0, MOST_EXAMPLES)
        .map((guest) => messages.guest(guest.name, guest.bitness))
        .join(", "),
      recommended,
      possible: [recommended],
    }));
  return answers.length === 0 ? [] : [{ field: "guest", text: messages.ask.guest(), always: [], answers }];
}

/** The first guest of each family: who runs Linux does not find it behind three releases of Windows. */
function oneOfEach(guests: Guest[]): Guest[] {
  return guests.filter(({ family }, at) => guests.findIndex((other) => other.family === family) === at);
}
