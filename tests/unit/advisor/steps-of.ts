import type { AdviceStep } from "../../../advisor/explain/advice.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { advisor } from "./knowledge.ts";

/** A host that can pass anything through. */
export const host = { iommu: true, sriovNic: true } satisfies Situation;
export const windows: Situation = { guest: "windows-server-2019-64", guestDrivers: true };

/** The steps that advice on a situation names, and their ids. */
export const steps = (situation: Situation): AdviceStep[] => advisor.advise(situation).steps;
export const ids = (situation: Situation): string[] => steps(situation).map(({ id }) => id);
