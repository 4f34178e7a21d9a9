import type { Knowledge } from "../../../advisor/knowledge.ts";
import { unpackKnowledge, type PackedKnowledge } from "../../../advisor/pack-knowledge.ts";
import type { StepWords } from "../../../advisor/step-words.ts";

/** Fetches the engine's knowledge from the address that the page names. */
export async function fetchKnowledge(address: string): Promise<Knowledge> {
  return readKnowledge(await fetch(address));
}

/** Fetches what the steps say, from the address that the page names. */
export async function fetchStepWords(address: string): Promise<StepWords> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return await response.json() as StepWords;
}

/** Reads what was fetched. */
export async function readKnowledge(response: Response): Promise<Knowledge> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return unpackKnowledge(await response.json() as PackedKnowledge);
}
