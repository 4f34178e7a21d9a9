import { oncePer } from "../collections.ts";
import type { Guest, Knowledge } from "../knowledge/knowledge.ts";

/** Finds guests by any id or name; built once for a knowledge. */
export type GuestIndex = Map<string, Guest[]>;

/** The longest spelling of a guest that is looked up; no inventory prints a longer one. */
export const LONGEST_SPELLING = 120;

/** Index of every spelling, in lower case with single spaces, to the guests that it names. */
export function indexGuests({ guests }: Pick<Knowledge, "guests">): GuestIndex {
  return indexOf(guests);
}

const indexOf = oncePer((guests: readonly Guest[]): GuestIndex => {
  const index: GuestIndex = new Map();
  for (const guest of guests) {
    for (const spelling of [guest.id, fullName(guest), ...ownNames(guest), ...guest.aliases]) {
      const key = normalise(spelling);
      const named = index.get(key) ?? [];
      if (!named.includes(guest)) index.set(key, [...named, guest]);
    }
  }
  return index;
});

/** A guest's name with its bitness, once, as lists and fields show it. */
export function fullName({ name, bitness }: { name: string; bitness: number }): string {
  return /\d-bit/.test(name) ? name : `${name}, ${bitness}-bit`;
}

/** A guest's name, alone and as inventories add the bitness. They are not among its aliases. */
export function ownNames({ name, bitness }: { name: string; bitness: number }): string[] {
  return [name, `${name} (${bitness}-bit)`];
}

/** Whether a spelling is of one bitness: vSphere's ids are, and those of .vmx files that exist with -64 too. One of osinfo is of both. */
function hasBitness(index: GuestIndex, spelling: string): boolean {
  const written = normalise(spelling);
  return /32|64|86|guest$/.test(written) || index.has(`${written}-64`);
}

/**
 * The guests that a spelling names, those of the given bitness when that tells them apart. Where none is called exactly so,
 * those whose name has the same words: "rocky 9" is rocky9, "windows11" Windows 11, "ubuntu-22.04" Ubuntu 22.04.
 * An id that two tools give to different bitnesses (debian12: any to osinfo, 32-bit in a .vmx file) means the 64-bit one.
 */
export function lookUpGuest(index: GuestIndex, spelling: string, bitness?: number): Guest[] {
  const exact = index.get(spelling) ?? index.get(normalise(spelling));
  const named = exact ?? byWords(index).get(wordsOf(spelling).join(" ")) ?? [];
  const [guest, ...more] = named;
  if (!guest) return named;
  if (more.length === 0)
    return (bitness && !hasBitness(index, spelling) && index.get(normalise(fullName({ ...guest, bitness })))) || named;
  const wanted = bitness ?? (!exact || /\s/.test(spelling.trim()) ? undefined : 64);
  const fitting = named.filter((guest) => guest.bitness === wanted);
  return fitting.length > 0 ? fitting : named;
}

/** The index by words, worked out when the first spelling needs it. */
const byWords = oncePer((index: GuestIndex): GuestIndex => {
  const words: GuestIndex = new Map();
  const all = [...new Set([...index.values()].flat())];
  for (const [spelling, guests] of index) {
    const key = wordsOf(spelling).join(" ");
    // Only as it is written does an id without a bitness mean the one that has it: who writes "rhel 7" leaves the bitness open.
    const meant = /\b(32|64)\b/.test(key)
      ? guests
      : all.filter(({ name }) => guests.some((guest) => guest.name === name));
    words.set(key, [...new Set([...(words.get(key) ?? []), ...meant])]);
  }
  words.delete("");
  return words;
});

/** Letters and digits apart, as people leave out or add the space between them; 2k19 is 2019. */
export function wordsOf(text: string): string[] {
  return (
    normalise(text)
      .replace(/2k(\d\d)/g, "20$1")
      .match(/[a-z]+|\d+/g) ?? []
  );
}

/**
 * Whether a spelling is the bare name of a system of which other releases are called so with a number behind: freebsd is what
 * a .vmx file calls the oldest one, and what people call all of them.
 */
export function isBareName(guests: readonly Guest[], spelling: string, [named, ...more]: readonly Guest[]): boolean {
  const word = normalise(spelling);
  if (named === undefined || more.length > 0 || !/^[a-z]+$/.test(word) || normalise(named.name) === word) return false;
  const isNumbered = (alias: string): boolean => alias.startsWith(word) && /^(?!64)\d/.test(alias.slice(word.length));
  return guests.some(
    ({ family, release, aliases }) => family === named.family && release !== named.release && aliases.some(isNumbered),
  );
}

/** A guest's name in front of its release. */
export function systemOf({ name }: Pick<Guest, "name">): string {
  return name.replace(/,? (?:kernel )?(?:(?:before|after) )?\d.*$/, "");
}

/** The guest among several that a spelling without a bitness is taken for: the only one of 64 bits. */
export function usualBitness(named: readonly Guest[], bitness?: number): Guest | undefined {
  const [guest, ...more] = bitness === undefined ? named.filter((one) => one.bitness === 64) : [];
  return more.length === 0 ? guest : undefined;
}

/** A spelling as it is compared: in lower case with single spaces, without trademark signs. */
export function normalise(spelling: string): string {
  return spelling
    .toLowerCase()
    .replace(/[®™]|\((r|tm)\)/g, "")
    .trim()
    .replace(/\s+/g, " ");
}

/** As libvirt's files name a guest: http://microsoft.com/win/2k19. */
const ADDRESS = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\/([a-z][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)\/?$/i;

/**
 * The short id of osinfo for an address of libosinfo, which is its product and its version; undefined for other text.
 * Where several spellings are usual, it is the one that a record lists, else the plain one.
 */
export function shortenOsinfoAddress(index: GuestIndex, spelling: string): string | undefined {
  const [, product, version] = (ADDRESS.exec(spelling.trim()) ?? []).map((part) => part.toLowerCase());
  if (product === undefined || version === undefined) return undefined;
  const plain = `${product}${version}`;
  const spellings = [
    // SUSE's service packs: sles/12.3 is sles12sp3.
    plain,
    `${product}-${version}`,
    `${product}${version.replace(".", "sp")}`,
    `fedora-${product}-${version}`,
    ...(version === "rolling" ? [product] : []),
  ];
  return spellings.find((one) => lookUpGuest(index, one).length > 0) ?? plain;
}

/** Whether a spelling is the address that libosinfo gives to a guest of which nothing is known. */
export function isUnknownOsinfo(spelling: string): boolean {
  return /^\s*https?:\/\/libosinfo\.org\/unknown\/?\s*$/i.test(spelling);
}

const NAMED =
  /(?<![a-z\d])(?:(?:on|for)[\s_-]+)?\(?(?<![a-z\d])(?:aarch64|arm(?:64|hf|el|v\d\w*)?|ppc64(?:le|el)?|s390x?|riscv64|ia64)(?![a-z\d])\)?/i;
const EVERY = new RegExp(NAMED, "gi");

/** A spelling without the processors that it names, if one is not of the x86 kind, as all guests are; else undefined. */
export function withoutOtherProcessor(spelling: string): string | undefined {
  if (!NAMED.test(spelling)) return undefined;
  return spelling.split(EVERY).map(trimSeparators).filter(Boolean).join(" ");
}

/** Spaces, underscores and hyphens go where a processor was cut out. In a loop: a pattern for the end would try every run of them. */
function trimSeparators(part: string): string {
  let start = 0;
  let end = part.length;
  while (start < end && /[\s_-]/.test(part[start] as string)) start++;
  while (end > start && /[\s_-]/.test(part[end - 1] as string)) end--;
  return part.slice(start, end);
}

/** Turns a vSphere guest id into the guestOS value of a .vmx file: windows2019srv_64Guest becomes windows2019srv-64. */
export function toVmxForm(vsphereId: string): string {
  return (
    vsphereId
      .replace(/Guest$/i, "")
      .toLowerCase()
      .replace(/_?64$/, "-64")
      // Two spellings that the .vmx file shortens: windows7Server64Guest is windows7srv-64, winLonghornGuest is longhorn.
      .replace(/^(windows\d+)server/, "$1srv")
      .replace(/^winlonghorn/, "longhorn")
  );
}

/** A word that a product on some platform has for guests, with these. */
interface ProductType {
  platform: string;
  product: string;
  /** What the product calls the type, such as "Linux 2.6 or later". */
  name: string;
  members: readonly string[];
}

/** Every word of the products, with the ids of its guests, those of 64 bits and the usual one first. */
export function productTypes({ platforms }: Pick<Knowledge, "platforms">): Map<string, ProductType> {
  return new Map(
    platforms.flatMap(({ id, products = [] }) =>
      products.flatMap(({ name: product, guestTypes, typeNames }) =>
        Object.entries(guestTypes).map(
          ([type, members]) => [type, { platform: id, product, name: typeNames?.[type] ?? type, members }] as const,
        ),
      ),
    ),
  );
}

/** What a spelling means as a product's type, in words: "Linux 2.6 or later (type l26)"; undefined if it is none on the platform. */
export function nameOfType(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
): string | undefined {
  const type = typeOf(knowledge, index, spelling, platform);
  return type && `${type.name} (type ${normalise(spelling)})`;
}

/**
 * The guests that a spelling means as a product's type, and the product; none for other text. Where the same text is an id of
 * another tool (`win10`), it is a type on the product's platform alone. A bitness leaves those that have it.
 */
export function listTypeGuests(
  knowledge: Pick<Knowledge, "platforms" | "guests">,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness?: number,
): { product: string; guests: Guest[] } {
  const type = typeOf(knowledge, index, spelling, platform);
  if (!type) return { product: "", guests: [] };
  const guests = type.members.flatMap((member) => knowledge.guests.find(({ id }) => id === member) ?? []);
  return {
    product: type.product,
    guests: guests.filter((guest) => bitness === undefined || guest.bitness === bitness),
  };
}

function typeOf(
  knowledge: Pick<Knowledge, "platforms">,
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
): ProductType | undefined {
  const type = typesOf(knowledge.platforms).get(normalise(spelling));
  return type && (platform === type.platform || lookUpGuest(index, spelling).length === 0) ? type : undefined;
}

const typesOf = oncePer((platforms: Knowledge["platforms"]) => productTypes({ platforms }));
