import type { Advice } from "../../../../advisor/explain/advice.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { systemOf } from "../../../../advisor/guests/guests.ts";
import { groupBy, oncePer } from "../../../../advisor/collections.ts";
import { aliasFinder, deriveDriver, deriveDrivers, type DriverOfGuest, listingFinder } from "../guest-facts.ts";
import { titleOf } from "../links.ts";
import { pathOf } from "../paths.ts";
import type { Atlas, RecordOf } from "../records.ts";

/** The recommendation of an advice, and the adapters that fit in their order; whole advices would be the bulk of all that is compiled. */
interface StaticAnswer {
  /** Id of the recommended adapter, or null if no adapter fits. */
  recommended: string | null;
  /** The adapters that fit, best first. */
  fitting: NamedAdapter[];
}

/** The two answers that need nothing but the guest: with drivers added, and with those on its own media. */
interface StaticAdvice {
  /** The answer if drivers can be installed in the guest. */
  withDrivers: StaticAnswer;
  /** The answer if the guest has only the drivers that it ships with. */
  withoutDrivers: StaticAnswer;
}

/** Guests with the origin of each adapter's driver, the advice that follows from the guest alone, and the answer that pages show. */
export function compileGuests(atlas: Atlas, advise: (situation: Situation) => Advice) {
  const findAliases = aliasFinder(atlas.guests);
  return pairBitnesses(atlas.guests).map((guest) => {
    const advice: Record<string, StaticAdvice> = {};
    const answers: Record<string, GuestAnswer> = {};
    for (const id of Object.keys(guest.platforms)) {
      const ask = (guestDrivers: boolean): Advice => advise({ platform: id, guest: guest.id, guestDrivers });
      const [withDrivers, withoutDrivers] = [ask(true), ask(false)];
      advice[id] = { withDrivers: pickAnswer(withDrivers), withoutDrivers: pickAnswer(withoutDrivers) };
      answers[id] = answerGuest(guest, atlas.find("platforms", id), withDrivers, withoutDrivers, atlas);
    }
    return {
      ...guest,
      path: pathOf("guests", guest),
      title: titleOf("guests", guest),
      aliases: findAliases(guest),
      platforms: Object.fromEntries(
        Object.entries(guest.platforms).map(([platform, section]) => [
          platform,
          { ...section, drivers: deriveDrivers(guest, platform, atlas.adapters) },
        ]),
      ),
      advice,
      answers,
      rowNote: noteGuest(
        guest,
        Object.entries(answers).map(([id, answer]) => ({
          ...answer,
          platform: titleOfPlatform(atlas.find("platforms", id)),
        })),
      ),
    };
  });
}

/** Orders guests so that the 32-bit and the 64-bit guest of a name are neighbours. */
function pairBitnesses(guests: readonly Guest[]): Guest[] {
  return [...groupBy(guests, ({ line, name }) => `${line}/${name}`).values()].flat();
}

function pickAnswer({ recommended, verdicts }: Advice): StaticAnswer {
  const fitting = verdicts.filter(({ status }) => status !== "excluded");
  return { recommended, fitting: fitting.map(({ adapter, name }) => ({ adapter, name })) };
}

type Guest = RecordOf<"guests">;
type Platform = RecordOf<"platforms">;

/** An adapter with its name on the platform. */
interface NamedAdapter {
  adapter: string;
  name: string;
}

/** The answer for one guest on one platform, for the page of its product line. */
export interface GuestAnswer {
  /** The answer in one line: "Windows Server 2022 on vSphere: VMXNET3. The driver ships with Windows Server." */
  text: string;
  /** The adapter to choose or, if none is sure to fit, the first to try; left out if no adapter fits. */
  choice?: NamedAdapter;
  /** Origin of its driver, in a few words. */
  driver: string;
  /** The adapter to choose if no driver can be added and that changes the answer: "Without VMware Tools: E1000E." */
  fallback?: string;
  /** The first thing to do if the records do not decide, in a few words: "ask the vendor", "check whether SR-IOV fits". */
  ask?: string;
  /** The question of the advisor that decides whether an adapter fits. */
  question?: string;
  /** Why this adapter, in one sentence. */
  why: string;
  /** Thresholds at which another adapter is better; what drivers change is the fallback. */
  unless: string[];
  /** Other adapters with a documented driver that the guest can have, and the origin of the driver. */
  others: (NamedAdapter & {
    /** Origin of its driver, in a few words. */
    driver: string;
    /** Why it is not among the adapters that the platform lists for this guest: "virtual hardware 11–12 only". */
    unlisted?: string;
  })[];
  /** Known problems that can affect this guest. Certain problems are first. */
  problems: {
    text: string;
    path: string;
    /** The affected machines, in words. */
    affects: string;
    /** First version without the problem, in words. */
    fixedIn: string;
    workaround?: string;
    /** Whether the guest certainly has the problem. If not, more facts decide. */
    isCertain: boolean;
  }[];
}

/** Writes the answer for a guest on a platform, from the advice with and without added drivers. */
export function answerGuest(
  guest: Guest,
  platform: Platform,
  withDrivers: Advice,
  withoutDrivers: Advice,
  atlas: Atlas,
): GuestAnswer {
  const choice = findChoice(withDrivers);
  const driverOf = (adapter: string): DriverOfGuest =>
    deriveDriver(atlas.find("adapters", adapter), guest, platform.id);
  const driver = choice && driverOf(choice.adapter);
  const fallback =
    withDrivers.recommended === withoutDrivers.recommended
      ? undefined
      : `Without ${driver?.where === "vendor" ? "an added driver" : platform.guestDrivers}: ${findChoice(withoutDrivers)?.name ?? "no adapter"}.`;
  const isAsking = withDrivers.headline.kind === "ask";
  // No adapter fits as things are assumed; the answer to a question may let this one fit.
  const question = isAsking && withDrivers.conflicts.length > 0 ? withDrivers.openQuestions[0]?.text : undefined;
  const ask = !isAsking
    ? undefined
    : question !== undefined && choice
      ? `check whether ${choice.name} fits`
      : "ask the vendor";
  const sentences = [
    ask === "ask the vendor"
      ? "ask the vendor which adapter is supported."
      : `${ask ?? choice?.name ?? "no adapter fits"}.`,
    isAsking ? withDrivers.why : driver ? describeDriver(driver, guest, platform) : "",
    fallback ?? "",
  ];
  return {
    text: `${guest.name} on ${platform.shortName ?? platform.name}: ${sentences.filter((part) => part !== "").join(" ")}`,
    ...(choice && { choice }),
    driver: ask ?? (driver ? labelDriver(driver, platform) : ""),
    ...(fallback !== undefined && { fallback }),
    ...(ask !== undefined && { ask }),
    ...(question !== undefined && { question }),
    why: withDrivers.why,
    unless: withDrivers.turningPoints.filter(({ field }) => field !== "guestDrivers").map(({ text }) => text),
    others: withDrivers.verdicts.flatMap(({ adapter, name, status }) => {
      const driver = driverOf(adapter);
      const unlisted = describeUnlisted(adapter, guest, platform.id, atlas);
      if (adapter === withDrivers.recommended || status === "excluded" || unlisted === null) return [];
      if (driver.where === "none" || driver.where === "unknown") return [];
      return [{ adapter, name, driver: labelDriver(driver, platform), ...(unlisted !== undefined && { unlisted }) }];
    }),
    problems: withDrivers.problems
      .map(({ id, text, affects, fixedIn, workaround, isCertain }) => ({
        text,
        path: pathOf("findings", atlas.find("findings", id)),
        affects,
        fixedIn,
        ...(workaround !== undefined && { workaround }),
        isCertain,
      }))
      .sort((a, b) => Number(b.isCertain) - Number(a.isCertain)),
  };
}

const findListings = oncePer((atlas: Atlas) => listingFinder(atlas));

/** Says why a guest can have an adapter that its own entry does not list; undefined if the entry lists it, null if it cannot. */
function describeUnlisted(id: string, guest: Guest, platform: string, atlas: Atlas): string | undefined | null {
  const section = guest.platforms[platform];
  const lists = ({ adapters }: { adapters: readonly string[] }): boolean => adapters.includes(id);
  if (section === undefined || section.offered.some(lists)) return undefined;
  if (atlas.find("adapters", id).platforms[platform]?.listed === false) return "not listed per guest";
  const ranges = findListings(atlas)(section, platform).older?.offered.filter(lists) ?? [];
  const [first, last] = [ranges[0]?.from, ranges.at(-1)?.to];
  if (first === undefined || last === undefined) return null;
  return `virtual hardware ${first === last ? first : `${first}–${last}`} only`;
}

function findChoice({ recommended, verdicts }: Advice): NamedAdapter | undefined {
  const verdict = verdicts.find(({ adapter }) => adapter === recommended);
  return verdict && { adapter: verdict.adapter, name: verdict.name };
}

/** Says where a driver comes from, as a sentence. */
function describeDriver({ where, basis }: DriverOfGuest, guest: Guest, { guestDrivers }: Platform): string {
  switch (where) {
    case "box":
      return basis === "inferred"
        ? `The driver probably ships with ${nameSystem(guest)}. No source confirms this release.`
        : `The driver ships with ${nameSystem(guest)}.`;
    case "tools":
      return `Requires ${guestDrivers}.`;
    case "vendor":
      return "The driver comes from the hardware vendor.";
    case "none":
      return "No driver exists.";
    case "unknown":
      return "No source documents the driver.";
  }
}

/** Says where a driver comes from, as a cell of a table. */
function labelDriver({ where, basis }: DriverOfGuest, { guestDrivers }: Platform): string {
  switch (where) {
    case "box":
      return basis === "inferred" ? "driver probably included" : "driver included";
    case "tools":
      return `with ${guestDrivers}`;
    case "vendor":
      return "driver from the vendor";
    case "none":
      return "no driver";
    case "unknown":
      return "driver not documented";
  }
}

/** Name of the system only: "Windows Server" for "Windows Server 2008 R2", "FreeBSD" for "FreeBSD before 11". Entries for many systems have none. */
function nameSystem({ name, vendor }: Guest): string {
  return vendor === "various" ? "the guest OS" : systemOf({ name });
}

/** Writes the one remark that the row of a guest has: what to do without added drivers or, if the records do not decide, what is known. */
export function noteGuest(
  { note }: Guest,
  answers: readonly (GuestAnswer & { platform: string })[],
): string | undefined {
  if (answers.some(({ ask }) => ask !== undefined)) return note;
  // On a phone the remark is below the last platform, so it names its own.
  const name = ({ platform, fallback = "" }: (typeof answers)[number]): string =>
    answers.length > 1 ? fallback.replace(/^W/, `${platform} w`) : fallback;
  return (
    answers
      .filter(({ fallback }) => fallback !== undefined)
      .map(name)
      .join(" ") || undefined
  );
}

function titleOfPlatform({ shortName, name }: Platform): string {
  return shortName ?? name;
}
