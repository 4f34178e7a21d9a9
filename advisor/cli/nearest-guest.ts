import type { Advisor } from "../explain/advise.ts";
import { guestsWithWords, isBuiltOnFreebsd } from "../guests/find-guests.ts";
import { LONGEST_SPELLING, wordsOf } from "../guests/guests.ts";
import { nearest } from "../questions/nearest.ts";

/**
 * The guest that a spelling with a misspelt word is nearest to, or undefined where no word is or it names a product: words are put right one by one
 * and numbers stay, for "wnidows2019" is rather Windows Server 2019 than Windows 11, which has fewer letters to change.
 */
export function nearestGuest(advisor: Advisor, spelling: string, bitness?: unknown): string | undefined {
  if (spelling.length > LONGEST_SPELLING || isBuiltOnFreebsd(spelling)) return undefined;
  const known = [
    ...new Set(
      advisor.knowledge.guests
        .flatMap(({ id, name, aliases }) => [id, name, ...aliases].flatMap(wordsOf))
        .filter((word) => /^[a-z]{3}/.test(word)),
    ),
  ];
  const words = wordsOf(spelling);
  // A slip seldom hits the first letter; without this "vyos" would be taken for a misspelt "dos".
  const repair = (word: string): string =>
    nearest(
      word,
      known.filter((other) => other[0] === word[0]),
    ) ?? word;
  const repaired = words.map((word) => (/^[a-z]{4}/.test(word) && !known.includes(word) ? repair(word) : word));
  if (repaired.join() === words.join()) return undefined;
  return guestsWithWords(advisor, repaired.join(" ")).find(
    (guest) => bitness === undefined || guest.bitness === bitness,
  )?.id;
}
