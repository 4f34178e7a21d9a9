import type { Advisor } from "../advisor.ts";
import { oncePer } from "../collections.ts";
import {
  isBareName,
  LONGEST_SPELLING,
  lookUpGuest,
  normalise,
  shortenOsinfoAddress,
  systemOf,
  withoutOtherProcessor,
  wordsOf,
} from "./guests.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import { findNearest } from "../questions/nearest.mjs";
import { basesOf } from "./built-products.ts";
import { listSetGuests } from "./guest-sets.ts";

/**
 * Guests that a spelling may mean, the likeliest first: those it names, but one that is called by a bare name last, else those that have a name with all its words,
 * else the one spelt most alike, else those with one of its words. The last word may be unfinished. All are on x86, whatever processor it names.
 */
export function findGuests(advisor: Advisor, written: string, most = Infinity): Guest[] {
  const { guests: index, knowledge } = advisor;
  if (written.length > LONGEST_SPELLING) return [];
  const { guests: members } = listSetGuests(knowledge, index, written, undefined);
  if (members.length > 0) return members.slice(0, most);
  const spelling = withoutOtherProcessor(written) ?? shortenOsinfoAddress(index, written) ?? written;
  const named = lookUpGuest(index, spelling);
  const words = wordsOf(spelling);
  if (words.length === 0) return named.slice(0, most);
  const holding = guestsWithWords(advisor, spelling).filter((guest) => !named.includes(guest));
  const found = isBareName(knowledge.guests, spelling, named) ? [...holding, ...named] : [...named, ...holding];
  if (found.length > 0) return found.slice(0, most);
  const alike = findNearest(spelling, index.keys());
  // A slip seldom hits the first letter: vyos is no DOS, and routeros no CoreOS.
  if (alike !== undefined && alike[0] === normalise(spelling)[0]) return lookUpGuest(index, alike).slice(0, most);
  const prefixes = words.filter((word) => /^[a-z]{3}/.test(word));
  return knowledge.guests
    .filter((guest) => namesOf(guest).some((name) => prefixes.some((word) => name.some((own) => own.startsWith(word)))))
    .slice(0, most);
}

/** Guests to offer for a spelling that none is called: those that it may mean, else one of each system that begins like it, and the kinds for all others. */
export function suggestGuests(advisor: Advisor, written: string, most: number): Guest[] {
  const found = findGuests(advisor, written, most);
  const [first = ""] = wordsOf(written);
  if (found.length > 0 || first === "" || withoutOtherProcessor(written) !== undefined) return found;
  const { guests } = advisor.knowledge;
  const ofSystem = new Map(guests.filter(({ bitness }) => bitness === 64).map((guest) => [systemOf(guest), guest]));
  const others = guests.filter((guest) => guest.catchAll && guest.bitness === 64 && systemOf(guest) === guest.name);
  const alike = [...ofSystem.values()]
    .map((guest) => ({ guest, shared: Math.max(...namesOf(guest).map(([word = ""]) => sharedStart(word, first))) }))
    .filter(({ guest, shared }) => shared >= LEAST_SHARED && !others.includes(guest))
    .sort((a, b) => b.shared - a.shared)
    .map(({ guest }) => guest);
  return [...alike.slice(0, Math.max(0, most - others.length)), ...others].slice(0, most);
}

/** Letters at the start by which one name reminds of another. */
const LEAST_SHARED = 3;

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Guests that have a name with all the words of a spelling, the likeliest first; of a product those that it is built on. */
export function guestsWithWords({ knowledge }: Pick<Advisor, "knowledge">, spelling: string): Guest[] {
  const bases = basesOf(knowledge.guests, spelling);
  if (bases.length > 0) return bases;
  const words = wordsOf(spelling);
  return words.length === 0 ? [] : rank(knowledge.guests, words);
}

/**
 * Guests that have a name with all the words; fewer words besides are better, and whole words better than begun ones.
 * Of two that are as near, the one that is called so comes before one that a release without a record is taken for.
 */
function rank(guests: readonly Guest[], words: readonly string[]): Guest[] {
  return guests
    .map((guest) => {
      const [ownName = Infinity, ownId = Infinity, ...others] = namesOf(guest).map((name) => distanceTo(name, words));
      const own = Math.min(ownName, ownId);
      return { guest, distance: Math.min(own, ...others), isCalledSo: own < Infinity };
    })
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || Number(b.isCalledSo) - Number(a.isCalledSo))
    .map(({ guest }) => guest);
}

/** How far a name is from what was typed; infinite when a word is missing. */
function distanceTo(name: readonly string[], words: readonly string[]): number {
  let distance = 0;
  for (const [at, word] of words.entries()) {
    if (name.includes(word)) continue;
    // A number inside is whole: "windows 20 server" does not mean Windows Server 2019.
    if ((/\d/.test(word) && at < words.length - 1) || !name.some((own) => own.startsWith(word))) return Infinity;
    distance += /\d/.test(word) ? 8 : 2;
  }
  return distance + Math.max(name.length - words.length, 0);
}

/** The words of each of a guest's names. */
const namesOf = oncePer((guest: Guest) => [guest.name, guest.id, ...guest.aliases].map(wordsOf));
