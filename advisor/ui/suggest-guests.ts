import type { Advisor } from "../engine.ts";
import { lookUpGuest } from "../guests.ts";
import type { Guest } from "../knowledge.ts";
import { nearest } from "../nearest.ts";

const MOST = 3;

/** Guests that a spelling may mean: those it names, else those whose names hold all its words, else the one spelt most alike, else those with one of its words. */
export function suggestGuests({ guests: index, knowledge }: Advisor, spelling: string): Guest[] {
  const named = lookUpGuest(index, spelling);
  if (named.length > 0) return named.slice(0, MOST);
  const parts = wordsOf(spelling);
  if (parts.length === 0) return [];
  const holding = knowledge.guests.filter((guest) => namesOf(guest).some((name) => parts.every((part) => holds(name, part))));
  if (holding.length > 0) return holding.slice(0, MOST);
  const alike = nearest(spelling, index.keys());
  if (alike !== undefined) return lookUpGuest(index, alike).slice(0, MOST);
  const telling = parts.filter((part) => /^[a-z]{3}/.test(part));
  return knowledge.guests.filter((guest) => namesOf(guest).some((name) => telling.some((part) => holds(name, part)))).slice(0, MOST);
}

function namesOf({ name, id, aliases }: Guest): string[][] {
  return [name, id, ...aliases].map(wordsOf);
}

/** Numbers have to be whole: "windows 7" does not mean Windows 2017. */
function holds(name: readonly string[], part: string): boolean {
  return name.some((word) => /\d/.test(part) ? word === part : word.startsWith(part));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
}
