import type { Advisor } from "../engine.ts";
import { lookUpGuest } from "../guests.ts";
import type { Guest } from "../knowledge.ts";
import { nearest } from "../nearest.ts";

const MOST = 3;

/** Guests that a spelling may mean: those it names, else those whose names hold all its words, else the one spelt most alike. */
export function suggestGuests({ guests: index, knowledge }: Advisor, spelling: string): Guest[] {
  const named = lookUpGuest(index, spelling);
  if (named.length > 0) return named.slice(0, MOST);
  const parts = spelling.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  if (parts.length === 0) return [];
  const holding = knowledge.guests.filter((guest) =>
    [guest.name, guest.id, ...guest.aliases].some((name) => holdsAll(name.toLowerCase(), parts)));
  if (holding.length > 0) return holding.slice(0, MOST);
  const alike = nearest(spelling, index.keys());
  return alike === undefined ? [] : lookUpGuest(index, alike).slice(0, MOST);
}

/** Numbers have to be whole: "windows 7" does not mean Windows 2017. */
function holdsAll(name: string, parts: readonly string[]): boolean {
  const words = name.match(/[a-z]+|\d+/g) ?? [];
  return parts.every((part) => words.some((word) => /\d/.test(part) ? word === part : word.startsWith(part)));
}
