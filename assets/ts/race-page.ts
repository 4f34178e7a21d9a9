import { startRace } from "./race/start-race.ts";

for (const race of document.querySelectorAll<HTMLElement>(".race")) startRace(race);
