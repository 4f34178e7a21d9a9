import type { Advisor } from "../advisor.ts";
import { groupBy } from "../collections.ts";
import { productTypes, wordsOf } from "../guests/guests.ts";
import { prepareResolver } from "../guests/resolve-situation.ts";
import { questionOf } from "../questions/questions.ts";
import { readSituation } from "../questions/read-situation.ts";
import type { Situation } from "../questions/situation.ts";

/** The guest that a spelling means, one row for each if there are several. */
export interface GuestName {
  name: string;
  /** Whether the name is the words of a spelling, for what is not spelled exactly so. */
  by_words: boolean;
  /** Undefined for all platforms. */
  platform: string | undefined;
  /** The bitness given with it, 0 for none; undefined for all of these. */
  bitness: number | undefined;
  /** Place among the guests that the spelling means. */
  position: number;
  /** How many these are. */
  members: number;
  /** Empty for "the guest is unknown"; undefined where the engine accepts no such spelling. */
  guest: string | undefined;
}

/** Addresses that libosinfo gives to a guest of which nothing is known. */
const UNKNOWN = ["http", "https"].flatMap((scheme) =>
  ["", "/"].map((end) => `${scheme}://libosinfo.org/unknown${end}`),
);

/** Every spelling that the records list, as written and by its words, with what the engine takes it for. */
export function listGuestNames(advisor: Advisor): GuestName[] {
  const { knowledge, guests } = advisor;
  const resolve = prepareResolver(knowledge, guests);
  const platforms = knowledge.platforms.map(({ id }) => id);
  const bitnesses = [0, ...(questionOf(knowledge, "bitness")?.choices ?? []).map(({ value }) => value)];
  const meaning = (guest: string, platform: string, bitness: number): string[] => {
    const given = { platform, guest, ...(bitness && { bitness }) };
    const { situation, problems } = readSituation(advisor, given);
    if (problems.length > 0) return [];
    if (situation.guest === undefined) return [""];
    const { guest: found, origin } = resolve(situation);
    if (!found) return [];
    const members = [found, ...(origin?.kind === "set" ? origin.others : [])];
    // A member is looked up by its id once more, as the advisor does.
    const ids = members.map(({ id }) => resolve({ ...situation, guest: id } as Situation).guest?.id ?? "");
    return ids.every((id, at) => id === members[at]?.id) ? ids : [];
  };
  const rowsOf = (name: string, isByWords: boolean): GuestName[] => {
    // Words with other signs between them are a spelling that no record lists.
    const spelling = isByWords ? `~${name.replaceAll(" ", "~")}` : name;
    const found = platforms.map((platform) => bitnesses.map((bitness) => meaning(spelling, platform, bitness)));
    const isSame = (lists: string[][]): boolean => new Set(lists.map((list) => list.join())).size === 1;
    const isOnAll = bitnesses.every((_, at) => isSame(found.map((of) => of[at] as string[])));
    return (isOnAll ? [undefined] : platforms).flatMap((platform, at) => {
      const lists = found[at] as string[][];
      return (isSame(lists) ? [undefined] : bitnesses).flatMap((bitness, of) => {
        const ids = lists[of] as string[];
        return (ids.length === 0 ? [undefined] : ids).map((guest, position) => ({
          name,
          by_words: isByWords,
          platform,
          bitness,
          position,
          members: Math.max(ids.length, 1),
          guest,
        }));
      });
    });
  };
  const spellings = [...new Set([...guests.keys(), ...productTypes(knowledge).keys(), ...UNKNOWN])].sort();
  const words = [...groupBy(guests.keys(), (spelling) => wordsOf(spelling).join(" ")).keys()].filter(Boolean).sort();
  return [...spellings.flatMap((name) => rowsOf(name, false)), ...words.flatMap((name) => rowsOf(name, true))];
}
