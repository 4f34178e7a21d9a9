import type { Advice, Verdict } from "../../../../advisor/explain/advice.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { describeAnswers } from "../../../../advisor/ui/answer/answer-text.ts";
import { aliasFinder } from "../aliases.ts";
import type { Atlas } from "../atlas.ts";
import { deriveDrivers } from "../drivers.ts";
import { pathOf } from "../paths.ts";
import { titleOf } from "../links.ts";
import type { RecordOf } from "../records.ts";

/** What a guest's page tells of an advice; the whole of it, with every reason, would be the bulk of all that is compiled. */
export type StaticAnswer = Pick<Advice, "recommended" | "summary" | "confidence" | "turningPoints"> & {
  questions: { text: string; answers: string[] }[];
} & { verdicts: Pick<Verdict, "adapter" | "name" | "status">[] };

/** The two answers that need nothing but the guest: with drivers added, and with those on its own media. */
export interface StaticAdvice {
  withDrivers: StaticAnswer;
  withoutDrivers: StaticAnswer;
}

/** Guests with the origin of each adapter's driver and the advice that follows from the guest alone. */
export function compileGuests(atlas: Atlas, advise: (situation: Situation) => Advice) {
  const findAliases = aliasFinder(atlas.guests);
  return atlas.guests.map((guest) => {
    const platforms = Object.keys(guest.platforms);
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
      advice: Object.fromEntries(
        platforms.map((platform): [string, StaticAdvice] => {
          const ask = (guestDrivers: boolean): StaticAnswer =>
            pickAnswer(advise({ platform, guest: guest.id, guestDrivers }));
          return [platform, { withDrivers: ask(true), withoutDrivers: ask(false) }];
        }),
      ),
    };
  });
}

function pickAnswer(advice: Advice): StaticAnswer {
  const { recommended, summary, confidence, turningPoints, openQuestions, verdicts } = advice;
  return {
    recommended,
    summary,
    confidence,
    turningPoints,
    questions: openQuestions.map((question) => ({
      text: question.text,
      answers: describeAnswers(advice, question).map(({ text }) => text),
    })),
    verdicts: verdicts.map(({ adapter, name, status }) => ({ adapter, name, status })),
  };
}

type Guest = RecordOf<"guests">;

/** Part of the list of guests, under a heading of its own, with the ids of its guests. */
interface GuestGroup {
  id: string;
  title: string;
  guests: string[];
}

const redHat = [
  "Red Hat",
  "The CentOS Project",
  "Rocky Enterprise Software Foundation",
  "AlmaLinux OS Foundation",
  "Oracle",
  "Cybertrust Japan",
];
const suse = ["SUSE", "Novell", "The openSUSE Project"];
const debian = ["The Debian Project", "Canonical", "TÜBİTAK ULAKBİM"];

/** The groups in which people look for their system; the first that holds a guest has it, the last holds the rest. */
const groups: { id: string; title: string; holds: (guest: Guest) => boolean }[] = [
  { id: "windows-server", title: "Windows Server", holds: ({ family }) => family === "windows-server" },
  { id: "windows", title: "Windows", holds: ({ family }) => family === "windows-client" },
  { id: "red-hat", title: "Red Hat Enterprise Linux and its kin", holds: isLinuxOf(redHat) },
  { id: "suse", title: "SUSE Linux Enterprise and openSUSE", holds: isLinuxOf(suse) },
  { id: "debian", title: "Debian and Ubuntu", holds: isLinuxOf(debian) },
  { id: "linux", title: "Other Linux", holds: ({ family }) => family === "linux" },
  { id: "bsd", title: "FreeBSD, OpenBSD and NetBSD", holds: ({ family }) => family.endsWith("bsd") },
  { id: "macos", title: "macOS", holds: ({ family }) => family === "macos" },
  { id: "esxi", title: "Nested ESXi", holds: ({ family }) => family === "esxi" },
  { id: "solaris", title: "Solaris", holds: ({ family }) => family === "solaris" },
  { id: "older", title: "DOS and other systems of old", holds: ({ family }) => family !== "other" },
  { id: "other", title: "Systems without an id of their own", holds: () => true },
];

/** Puts the guests into the groups of the list, in the order that they have; a group without guests is left out. */
export function groupGuests(guests: readonly Guest[]): GuestGroup[] {
  const placed = guests.map((guest) => groups.find(({ holds }) => holds(guest))?.id);
  return groups.flatMap(({ id, title }) => {
    const held = guests.filter((_, at) => placed[at] === id).map((guest) => guest.id);
    return held.length > 0 ? [{ id, title, guests: held }] : [];
  });
}

function isLinuxOf(vendors: readonly string[]): (guest: Guest) => boolean {
  return ({ family, vendor }) => family === "linux" && vendors.includes(vendor);
}
