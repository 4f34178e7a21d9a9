import type { Advice } from "../../../advisor/advice.ts";
import type { Situation } from "../../../advisor/situation.ts";
import { deriveAliases } from "../aliases.ts";
import type { Atlas } from "../atlas.ts";
import { deriveDrivers } from "../drivers.ts";
import { pathOf } from "../paths.ts";
import { titleOf } from "../titles.ts";

/** The two answers that need nothing but the guest: with drivers added, and with those on its own media. */
export interface StaticAdvice { withDrivers: Advice; withoutDrivers: Advice }

/** Guests with the origin of each adapter's driver and the advice that follows from the guest alone. */
export function compileGuests(atlas: Atlas, advise: (situation: Situation) => Advice) {
  return atlas.guests.map((guest) => {
    const platforms = Object.keys(guest.platforms);
    return {
      ...guest,
      path: pathOf("guests", guest),
      title: titleOf("guests", guest),
      aliases: deriveAliases(guest, atlas.guests),
      platforms: Object.fromEntries(
        Object.entries(guest.platforms).map(([platform, section]) => [
          platform,
          { ...section, drivers: deriveDrivers(guest, platform, atlas.adapters) },
        ]),
      ),
      advice: Object.fromEntries(
        platforms.map((platform): [string, StaticAdvice] => {
          const ask = (guestDrivers: boolean): Advice => advise({ platform, guest: guest.id, guestDrivers });
          return [platform, { withDrivers: ask(true), withoutDrivers: ask(false) }];
        }),
      ),
    };
  });
}
