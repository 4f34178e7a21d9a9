import type { Guest, GuestPattern } from "../knowledge/knowledge.ts";
import { codeAfter, versionCode } from "../knowledge/version.ts";
import { LONGEST_SPELLING, normalise } from "./guests.ts";

/** A guest whose patterns claim a spelling. */
export interface ClaimedGuest {
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
  // As release files write it: "Red Hat Enterprise Linux AS release 4", "Alpine Linux v3.18".
  const text = spellOutYear(written).replace(/(?: [aew]s)? (?:release |v)(?=\d)/, " ");
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
export function splitBitness(spelling: string): { text: string; bits?: number } {
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
