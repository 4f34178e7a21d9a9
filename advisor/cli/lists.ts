import type { Advisor } from "../advisor.ts";
import { findGuests, guestsWithWords } from "../guests/find-guests.ts";
import { basesOf } from "../guests/resolve-guest.ts";
import { fullName, LONGEST_SPELLING, wordsOf } from "../guests/guests.ts";
import type { Rule } from "../knowledge/knowledge.ts";
import { findNearest } from "../questions/nearest.mjs";

/** An id that names nothing. */
export class NotFound extends Error {}

/** Guests that a query may mean, one on a line, the likeliest first; without a query all of them. */
export function listGuests(advisor: Advisor, query: string): string[] {
  const found = query.trim() === "" ? advisor.knowledge.guests : findGuests(advisor, query);
  if (found.length === 0) throw new NotFound(missing("guest", query, advisor.guests.keys()));
  return found.map((guest) => `${guest.id.padEnd(28)} ${fullName(guest)}`);
}

/** Every rule in the order of the decision table, or all of one rule. */
export function listRules(advisor: Advisor, id?: string): string[] {
  const { rules, evidence } = advisor.knowledge;
  if (id === undefined) return rules.map((rule) => `${rule.id.padEnd(44)} ${rule.title}`);
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw new NotFound(missing("rule", id, idsOf(rules)));
  return [
    rule.title,
    `when      ${JSON.stringify(rule.when)}${bounds(rule)}`,
    `then      ${JSON.stringify(rule.then)}`,
    `because   ${rule.because}`,
    `strength  ${rule.strength}${rule.contested ? ", contested" : ""}`,
    ...rule.evidence.map(
      (ref) => `evidence  ${ref}: ${evidence[ref]?.title ?? ""} (${evidence[ref]?.year ?? "year unknown"})`,
    ),
  ];
}

/** Every adapter, or all of one adapter. */
export function listAdapters(advisor: Advisor, id?: string): string[] {
  const { adapters, features, platforms } = advisor.knowledge;
  if (id === undefined)
    return adapters.map(
      (adapter) => `${adapter.id.padEnd(16)} ${adapter.kind.padEnd(12)} ${Object.keys(adapter.platforms).join(", ")}`,
    );
  const adapter = adapters.find((one) => one.id === id);
  if (!adapter) throw new NotFound(missing("adapter", id, idsOf(adapters)));
  return [
    `${adapter.name}, ${adapter.kind}`,
    ...Object.entries(adapter.platforms).flatMap(([platform, section]) => [
      `${platforms.find((one) => one.id === platform)?.name ?? platform}: since ${section.since}${section.until ? `, until ${section.until}` : ""}${section.virtualHardware ? `, virtual hardware ${section.virtualHardware}` : ""}`,
      ...features
        .filter((feature) => feature.platforms[platform])
        .map((feature) => {
          const cell = section.cells[feature.id];
          return `  ${(feature.platforms[platform] as string).padEnd(26)} ${cell?.support ?? "unknown"}${cell?.note ? `  ${cell.note}` : ""}`;
        }),
    ]),
  ];
}

function bounds(rule: Rule): string {
  return `${rule.since ? `, since ${rule.since}` : ""}${rule.until ? `, until ${rule.until}` : ""}`;
}

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map(({ id }) => id);
}

function missing(kind: string, found: string, known: Iterable<string>): string {
  const closest = findNearest(found, known);
  return `${kind}: found "${found}", expected a known ${kind} (list them with: ${kind}s)${closest ? `; nearest: ${closest}` : ""}`;
}

/**
 * The guest that a spelling with a misspelt word is nearest to, or undefined where no word is or it names a product: words are put right one by one
 * and numbers stay, for "wnidows2019" is rather Windows Server 2019 than Windows 11, which has fewer letters to change.
 */
export function nearestGuest(advisor: Advisor, spelling: string, bitness?: unknown): string | undefined {
  if (spelling.length > LONGEST_SPELLING || basesOf(advisor.knowledge.guests, spelling).length > 0) return undefined;
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
    findNearest(
      word,
      known.filter((other) => other[0] === word[0]),
    ) ?? word;
  const repaired = words.map((word) => (/^[a-z]{4}/.test(word) && !known.includes(word) ? repair(word) : word));
  if (repaired.join() === words.join()) return undefined;
  return guestsWithWords(advisor, repaired.join(" ")).find(
    (guest) => bitness === undefined || guest.bitness === bitness,
  )?.id;
}
