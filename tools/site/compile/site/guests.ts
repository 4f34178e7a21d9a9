import type { Advice, Verdict } from "../../../../advisor/explain/advice.ts";
import type { Situation } from "../../../../advisor/questions/situation.ts";
import { describeAnswers } from "../../../../advisor/ui/answer/answer-text.ts";
import { aliasFinder } from "../aliases.ts";
import type { Atlas } from "../records.ts";
import { deriveDrivers } from "../drivers.ts";
import { pathOf } from "../paths.ts";
import { titleOf } from "../links.ts";
import { answerGuest, type GuestAnswer, noteGuest } from "./guest-answer.ts";

/** What a guest's page tells of an advice; the whole of it, with every reason, would be the bulk of all that is compiled. */
export type StaticAnswer = Pick<Advice, "recommended" | "summary" | "confidence" | "turningPoints"> & {
  questions: { text: string; answers: string[] }[];
} & { verdicts: Pick<Verdict, "adapter" | "name" | "status">[] };

/** The two answers that need nothing but the guest: with drivers added, and with those on its own media. */
export interface StaticAdvice {
  withDrivers: StaticAnswer;
  withoutDrivers: StaticAnswer;
}

/** Guests with the origin of each adapter's driver, the advice that follows from the guest alone, and the answer that pages show. */
export function compileGuests(atlas: Atlas, advise: (situation: Situation) => Advice) {
  const findAliases = aliasFinder(atlas.guests);
  return atlas.guests.map((guest) => {
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
      rowNote: noteGuest(guest, Object.values(answers)),
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
