import { oncePer } from "../collections.ts";
import { assumedPlatform, featureIds } from "../questions/questions.ts";
import {
  isBareName,
  type GuestIndex,
  usualBitness,
  wordsOf,
  listTypeGuests,
  LONGEST_SPELLING,
  lookUpGuest,
  normalise,
  shortenOsinfoAddress,
  systemOf,
  withoutOtherProcessor,
  fullName,
  indexGuests,
  nameOfType,
} from "./guests.ts";
import type { Guest, Knowledge, GuestPattern } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";
import { codeAfter, versionCode } from "../knowledge/version.ts";

/** How a guest was found where its name alone did not settle it. */
export type GuestOrigin =
  /** A product's type, such as an ostype of Proxmox VE, or a range of releases, which stands for the others too; these may need different adapters. */
  | { kind: "set"; product: string | undefined; isBuilt?: boolean; others: readonly Guest[]; differ?: boolean }
  /** The bare name of a system, which is that of its oldest release. */
  | { kind: "bare-name" }
  /** A name that leaves the bitness open. */
  | { kind: "usual-bitness" }
  /** A release that no record lists. */
  | { kind: "claimed"; isLater: boolean };

/** A situation with every id in the atlas's own spelling, the guest that it means, and how that was found. */
export interface ResolvedSituation {
  situation: Situation;
  guest: Guest | undefined;
  origin: GuestOrigin | undefined;
}

/** All that a spelling of a guest means on a platform, with a bitness that is known or not. */
export interface FoundGuest extends ResolvedGuest {
  set: GuestSet;
  /** Whether it is the bare name of a system, which has other releases too. */
  isBare: boolean;
  /** The guest's id, where the spelling says no more than that. */
  id?: string | undefined;
}

/** Finds what a spelling means; a platform and a bitness decide between products' types and between guests of one name. */
export type FindGuest = (spelling: string, platform?: string, bitness?: number) => FoundGuest;

/** Spellings that are remembered at most; a fleet has far fewer. */
const MOST_SPELLINGS = 10_000;
/** More platforms and bitnesses than one spelling is looked up for, unless somebody makes platforms up. */
const MOST_MEANINGS = 20;

/** Finds what spellings mean, and remembers it: a fleet names the same few guests again and again. */
export function prepareFinder(knowledge: Knowledge, index: GuestIndex): FindGuest {
  const known = new Map<string, { platform: string | undefined; bitness: number | undefined; found: FoundGuest }[]>();
  return (spelling, platform, bitness) => {
    const alike = known.get(spelling);
    if (alike) for (const one of alike) if (one.platform === platform && one.bitness === bitness) return one.found;
    const found = findGuest(knowledge, index, spelling, platform, bitness);
    if (spelling.length > LONGEST_SPELLING) return found;
    if (known.size >= MOST_SPELLINGS) known.clear();
    known.set(spelling, [{ platform, bitness, found }, ...(alike ?? [])].slice(0, MOST_MEANINGS));
    return found;
  };
}

function findGuest(
  knowledge: Knowledge,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness: number | undefined,
): FoundGuest {
  const set = listSetGuests(knowledge, index, spelling, platform, bitness);
  if (set.guests.length > 0) return { set, named: [], isBare: false };
  const resolved = resolveGuest(knowledge.guests, index, spelling, bitness);
  const [only, ...others] = resolved.named;
  const isBare = isBareName(knowledge.guests, spelling, resolved.named);
  const isExact =
    only && others.length === 0 && !isBare && nameGuest(knowledge, only, spelling, undefined) === fullName(only);
  return { ...resolved, set, isBare, id: isExact ? only.id : undefined };
}

/** Reads guests by any name and features by any alias. */
export function prepareResolver(knowledge: Knowledge, find: FindGuest): (given: Situation) => ResolvedSituation {
  const usual = assumedPlatform(knowledge);
  return (given) => {
    const canonical = (guest: Guest | undefined): Situation => respell(featureIds(knowledge), usual, given, guest);
    if (given.guest === undefined) return { situation: canonical(undefined), guest: undefined, origin: undefined };
    const { set, named, claimed, isBare } = find(given.guest, given.platform, given.bitness);
    const [member, ...others] = set.guests;
    if (member) {
      const { product, isBuilt = false } = set;
      return { situation: canonical(member), guest: member, origin: { kind: "set", product, isBuilt, others } };
    }
    const only = named.length > 1 ? usualBitness(named, given.bitness) : undefined;
    const listed = only ?? named[0];
    const guest = listed ?? claimed?.guest;
    const origin = listed && isBare ? "bare-name" : only && "usual-bitness";
    return {
      situation: canonical(guest),
      guest,
      origin: origin ? { kind: origin } : claimOrigin(given.guest, claimed),
    };
  };
}

/** A guest of which no release is known, and whose name has all the words, is the one that was meant. */
function claimOrigin(spelling: string, claimed: ClaimedGuest | undefined): GuestOrigin | undefined {
  if (!claimed) return undefined;
  const words = wordsOf(claimed.guest.name);
  const isOwnName = claimed.guest.release === "unknown" && wordsOf(spelling).every((word) => words.includes(word));
  return isOwnName ? undefined : { kind: "claimed", isLater: claimed.later };
}

function respell(
  ids: ReadonlyMap<string, string>,
  usual: string,
  given: Situation,
  guest: Guest | undefined,
): Situation {
  const platform = given.platform ?? usual;
  const asked = (given.requires ?? []).map((id) => ids.get(id) ?? id);
  const requires = asked.length > 1 ? [...new Set(asked)].sort() : asked;
  const bitness = guest && guest.bitness !== 16 ? guest.bitness : given.bitness;
  // Every key that is set below exists in the literal: V8 is slow to add keys to an object made by spreading.
  const situation: Situation = bitness ? { platform, bitness, requires, ...given } : { platform, requires, ...given };
  situation.platform = platform;
  situation.requires = requires;
  if (bitness) situation.bitness = bitness;
  if (guest) situation.guest = guest.id;
  return situation;
}

/** What a spelling of a guest stands for: those that it names, else the one that claims it. */
export interface ResolvedGuest {
  named: Guest[];
  claimed?: ClaimedGuest | undefined;
  /** The guest that it would mean, did it not tell a bitness in which that is not recorded, or another processor. */
  otherwise?: Guest | undefined;
}

/**
 * A bitness that stands with a name chooses among the guests of that name; where it chooses none, the spelling means nobody.
 * Nor does one that names another processor than x86.
 */
export function resolveGuest(
  guests: readonly Guest[],
  index: GuestIndex,
  written: string,
  bitness?: number,
): ResolvedGuest {
  if (written.length > LONGEST_SPELLING) return { named: [] };
  const named = lookUpGuest(index, written, bitness);
  if (named.length > 0) return { named };
  const spelling = shortenOsinfoAddress(index, written) ?? written;
  const onX86 = withoutOtherProcessor(spelling);
  if (onX86 === undefined) return resolveOnX86(guests, index, spelling, bitness);
  const { named: alike, claimed, otherwise } = resolveOnX86(guests, index, onX86, bitness);
  return { named, otherwise: usualBitness(alike) ?? alike[0] ?? claimed?.guest ?? otherwise };
}

function resolveOnX86(guests: readonly Guest[], index: GuestIndex, spelling: string, bitness?: number): ResolvedGuest {
  const named = lookUpGuest(index, spelling, bitness);
  if (named.length > 0) return { named };
  const { text, bits } = splitBitness(spelling);
  if (bits === undefined) return { named, claimed: claimGuest(guests, spelling, bitness) };
  const alike = lookUpGuest(index, text);
  const called = isBareName(guests, text, alike) ? [] : alike;
  const fitting = guests.filter((guest) => guest.bitness === bits && called.some(({ name }) => name === guest.name));
  const chosen = fitting.length > 0 ? fitting : lookUpGuest(index, `${text}-${bits}`);
  if (chosen.length > 0) return { named: chosen };
  const claimed = claimGuest(guests, spelling);
  return claimed?.guest.bitness === bits ? { named, claimed } : { named, otherwise: called[0] ?? claimed?.guest };
}

/** A guest whose patterns claim a spelling. */
interface ClaimedGuest {
  guest: Guest;
  /** Whether the spelling means a release after those that the guest's record stands for. */
  later: boolean;
}

interface Match extends ClaimedGuest {
  /** More plain text comes before less, a release that is meant before a later one, a near range before a wide one. */
  rank: [letters: number, meant: number, from: number, bitness: number];
}

/**
 * Finds the guest to assume for a spelling that no record lists: the same release without its minor number, the newest
 * release before it, or the general record of the system.
 */
export function claimGuest(guests: readonly Guest[], spelling: string, bitness = 64): ClaimedGuest | undefined {
  if (spelling.length > LONGEST_SPELLING) return undefined;
  const { text: written, bits } = splitId(spelling);
  const text = spellOutYear(written);
  const claim = (text: string): ClaimedGuest | undefined => claimText(guests, text, bits ?? bitness);
  // "win2022", "server 2019" and "windows2012r2" as Windows Server is written; the year tells it from Windows 10 and 11.
  const server = text.replace(
    /^(?:microsoft )?(?:win(?:dows)?)?[ -]?(?:server)?[ -]?(20\d\d)(?:[ -]?(r2))?\b/,
    "windows server $1 $2",
  );
  // "rocky 9.4" and "debian-12.5" as ids are written.
  return (
    (server === text ? undefined : claim(server)) ?? claim(text) ?? claim(text.replace(/^([a-z]+)[ -](?=\d)/, "$1"))
  );
}

/** Short names of Windows Server as its long ones: w2k19 and win2k19 are windows server 2019, 2k8r2 is windows server 2008r2. */
function spellOutYear(text: string): string {
  return text.replace(
    /^(?:microsoft )?(?:w|win(?:dows)?)?[ -]?(?:server)?[ -]?2k(\d{1,2})(?=\D|$)/,
    (_, year: string) => `windows server 20${year.padStart(2, "0")}`,
  );
}

function claimText(guests: readonly Guest[], text: string, wanted: number): ClaimedGuest | undefined {
  let best: Match | undefined;
  for (const guest of guests) {
    for (const pattern of guest.patterns ?? []) {
      const match = matchPattern(pattern, text, guest, guest.bitness === wanted ? 1 : 0);
      if (match && (!best || compareRanks(match.rank, best.rank) > 0)) best = match;
    }
  }
  return best && { guest: best.guest, later: best.later };
}

/** A vSphere id without the part that tells its bitness, which one of 32 bits may leave out as well as one of 64: rhel12 of rhel12_64Guest. */
function splitId(spelling: string): { text: string; bits?: number } {
  const id = /^([a-z0-9.-]+?)(?:_?(64))?guest(64)?$/.exec(normalise(spelling));
  return id ? { text: id[1] as string, bits: id[2] || id[3] ? 64 : 32 } : splitBitness(spelling);
}

/** A name without the bitness that stands with it: rhel 9 of "RHEL 9 (64-bit)", windows-2003 of "windows-2003-32"; Fedora alone has a release 32. */
function splitBitness(spelling: string): { text: string; bits?: number } {
  const text = normalise(spelling);
  if (text.length > LONGEST_SPELLING) return { text };
  const match =
    /[ _-]?\(?(?:(?<!\d)(64|32)[ -]?bits?|(?<![a-z])(x86[_-]64|x64|amd64)|(?<![a-z])(?:i[3-6]86|x86))\b\)?/.exec(
      text,
    ) ??
    /(?<!fedora(?: linux)?)[ _-]\(?(?:(64)|32)\)?$/.exec(text) ??
    /(?<=\d.*)[ _-]\(?(?:(64)|32)\)?(?=[ ,])/.exec(text);
  if (!match || match.index === 0) return { text };
  return {
    text: `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`,
    bits: match[1] === "64" || match[2] ? 64 : 32,
  };
}

function matchPattern(pattern: GuestPattern, text: string, guest: Guest, bitness: number): Match | undefined {
  const { before, after } = pattern;
  if (after === undefined) return text.includes(before) ? { guest, later: false, rank: [0, 0, 0, bitness] } : undefined;
  if (!text.startsWith(before)) return undefined;
  const number = /^\d{1,5}(?:\.\d{1,5}){0,3}/.exec(text.slice(before.length))?.[0];
  if (number === undefined) return undefined;
  const rest = text.slice(before.length + number.length);
  if (after === "" ? /^[a-z0-9]/.test(rest) && !/^sp\d/.test(rest) : !rest.startsWith(after)) return undefined;
  const code = versionCode(number);
  const from = versionCode(pattern.from ?? "0");
  const later = pattern.to !== undefined && code >= codeAfter(pattern.to);
  if (code < from || (later && !pattern.later)) return undefined;
  return { guest, later, rank: [before.length + after.length, later ? 0 : 1, from, bitness] };
}

function compareRanks(a: Match["rank"], b: Match["rank"]): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
}

/** Several guests that one spelling stands for. */
interface GuestSet {
  /** The product whose type it is; undefined for a range of releases. */
  product: string | undefined;
  /** Whether the spelling is a product that is built on some release of the members. */
  isBuilt?: boolean;
  /** The members; none where the spelling means one guest, or no guest. */
  guests: Guest[];
}

/**
 * The guests that a spelling stands for as a product's type, as a product that is built on them, or as a range of releases, such as "CentOS 4/5/6/7 (64-bit)"
 * and "Windows Server 2016 or later". A bitness leaves those that have it.
 */
export function listSetGuests(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness?: number,
): GuestSet {
  const { product, guests } = listTypeGuests(knowledge, index, spelling, platform, bitness);
  if (guests.length > 0) return { product, guests };
  const bases = basesOf(knowledge.guests, spelling);
  if (bases.length > 0) {
    // A release that a record lists is one guest: Mandriva 2010.
    const claimed = claimGuest(knowledge.guests, spelling, bitness)?.guest;
    const isOne = claimed !== undefined && bases.includes(claimed);
    const members = isOne ? [] : bases.filter((guest) => guest.bitness === (bitness ?? 64));
    return { product: undefined, isBuilt: true, guests: members };
  }
  if (!isRange(spelling)) return { product, guests };
  return { product: undefined, guests: listRangeGuests(knowledge.guests, index, spelling, bitness) };
}

/** A product by the name and the release that a spelling gives, and the guests on some release of which it is built. */
export interface BuiltProduct {
  name: string;
  bases: Guest[];
}

/** The product that a spelling begins with; undefined for another text, and for one that names another processor than x86. */
function findProduct(guests: readonly Guest[], spelling: string): BuiltProduct | undefined {
  const written = spelling
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  const known = productsOf(guests).find(
    ({ key }) => written.startsWith(key) && !/^[a-z]/.test(written.slice(key.length)),
  );
  if (known === undefined || withoutOtherProcessor(spelling) !== undefined) return undefined;
  const [release = ""] = /^ ?[a-z]?\d+(?:\.\d+)*/.exec(written.slice(known.key.length)) ?? [];
  return {
    name: `${known.name} ${release.trim()}`.trim(),
    bases: guests.filter(({ products = [] }) => products.includes(known.name)),
  };
}

/** The guests on some release of which a product is built that a spelling names. */
export function basesOf(guests: readonly Guest[], spelling: string): Guest[] {
  return findProduct(guests, spelling)?.bases ?? [];
}

/** The products that are built on guests, the longest name first: TrueNAS SCALE is not any TrueNAS. */
const productsOf = oncePer((guests: readonly Guest[]) =>
  [...new Set(guests.flatMap((guest) => guest.products ?? []))]
    .map((name) => ({ name, key: name.toLowerCase().replaceAll("-", " ") }))
    .sort((a, b) => b.key.length - a.key.length),
);

const OR_LATER = /\s+(?:or|and) (?:later|newer|higher|above)(?: (?:versions?|releases?))?(?![a-z])/i;
const RELEASES = /^(\D*)(\d+(?:\.\d+)*)(?:\.x)?((?:\/\d+(?:\.\d+)*)*)(.*)$/s;
/** Releases of a list; no inventory prints more. */
const MOST_RELEASES = 12;

/** Whether a spelling names several releases. */
function isRange(spelling: string): boolean {
  if (spelling.length > LONGEST_SPELLING) return false;
  return (spelling.includes("/") && /\d\/\d/.test(spelling)) || (spelling.includes(" ") && OR_LATER.test(spelling));
}

function listRangeGuests(guests: readonly Guest[], index: GuestIndex, spelling: string, bitness?: number): Guest[] {
  const isOpen = OR_LATER.test(spelling);
  const [, before = "", first, more = "", after = ""] = RELEASES.exec(spelling.trim().replace(OR_LATER, "")) ?? [];
  if (first === undefined || (more === "" && !isOpen)) return [];
  const releases = [first, ...more.split("/").filter(Boolean)].slice(0, MOST_RELEASES);
  // The whole spelling may be a name that a record lists: "Other 3.x or later Linux (64-bit)".
  const listed = lookUpGuest(index, spelling, bitness);
  const named = releases.map((release) => namedBy(guests, index, `${before}${release}${after}`, bitness));
  if (listed.length > 0) named[0] = listed;
  const starts = named.map((some) => usualBitness(some, bitness) ?? some[0]).filter((guest) => guest !== undefined);
  const isMember = (guest: Guest): boolean => {
    if (starts.includes(guest)) return true;
    const start = starts.find(
      (one) => one.family === guest.family && one.bitness === guest.bitness && isOfOneSystem(one, guest),
    );
    if (!start) return false;
    const [, number = ""] = /^,? (?:kernel )?(\d+(?:\.\d+)*)/.exec(guest.name.slice(systemOf(guest).length)) ?? [];
    if (releases.some((release) => number === release || number.startsWith(`${release}.`))) return true;
    return isOpen && versionCode(guest.release) > versionCode(start.release);
  };
  const members = guests.filter((guest) => isMember(guest) && (bitness === undefined || guest.bitness === bitness));
  // Oldest first, those of 64 bits before the others, as the records are.
  members.sort((a, b) => versionCode(a.release) - versionCode(b.release) || 0);
  return members.length < 2 ? [] : members;
}

function namedBy(guests: readonly Guest[], index: GuestIndex, spelling: string, bitness?: number): Guest[] {
  const { named, claimed } = resolveGuest(guests, index, spelling, bitness);
  return named.length > 0 || !claimed || claimed.later ? named : [claimed.guest];
}

/** Whether two guests are releases of one system, whose name may have its maker's before it: Solaris 9, Oracle Solaris 10. */
function isOfOneSystem(one: Guest, other: Guest): boolean {
  const [first, second] = [systemOf(one), systemOf(other)];
  return first === second || first.endsWith(` ${second}`) || second.endsWith(` ${first}`);
}

/**
 * The guest of an answer in the words of who asked: a product by its own name, a product's type by what it means, a release
 * that a record covers among others by its number. "pfSense 2.7 (FreeBSD)", "Linux 2.6 or later (type l26)", "FreeBSD 10.1, 64-bit".
 */
export function nameGuest(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  guest: Guest,
  typed: string,
  platform: string | undefined,
): string {
  const index = indexGuests(knowledge);
  const type = nameOfType(knowledge, index, typed, platform);
  if (type !== undefined) return type;
  const product = findProduct(knowledge.guests, typed);
  if (product) return `${product.name} (${baseOf(product.bases)})`;
  if (isRange(typed)) return typed.trim();
  return nameAsTyped(knowledge.guests, guest, shortenOsinfoAddress(index, typed) ?? typed);
}

/** The systems that a product is built on: "FreeBSD", "FreeBSD or Debian", "Linux". */
function baseOf(bases: readonly Guest[]): string {
  const systems = bases.map((guest) => systemOf(guest).replace(/^Other (?=Linux)/, ""));
  return [...new Set(systems)].join(" or ");
}

function nameAsTyped(guests: readonly Guest[], guest: Guest, spelling: string): string {
  const [, before = "", release] = /^([^\d(]*?)(\d+(?:\.\d+)*)(?![\d-]|bit)/.exec(spelling.trim()) ?? [];
  const isOther = guest.name.startsWith("Other ") && before !== "" && !/other|linux|kernel/i.test(before);
  const coversSeveral = / (?:to|and|before|after) \d/.test(guest.name);
  // The number in an id of ours may be its bitness: freebsd-older-32.
  if (release === undefined || spelling === guest.id || !(isOther || coversSeveral)) return fullName(guest);
  // A distribution that is known by its kernel alone keeps the name that it was given: "ALT p10".
  const system = isOther ? systemAsWritten(guests, before) : `${systemOf(guest)} `;
  return fullName({ name: `${system}${release}`, bitness: guest.bitness });
}

/** The name of a distribution with its own capitals, if a record has it: fedora- is "Fedora ". */
function systemAsWritten(guests: readonly Guest[], before: string): string {
  const word = before.trim().replace(/-$/, "").toLowerCase();
  const known = guests.map(systemOf).find((system) => system.toLowerCase() === word);
  return known === undefined ? before : `${known} `;
}
