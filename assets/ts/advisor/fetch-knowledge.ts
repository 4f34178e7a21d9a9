import type { Knowledge } from "../../../advisor/knowledge.ts";
import { unpackKnowledge, type PackedKnowledge } from "../../../advisor/pack-knowledge.ts";

/** Fetches the engine's knowledge from the address that the page names. */
export async function fetchKnowledge(address: string): Promise<Knowledge> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return unpackKnowledge(await response.json() as PackedKnowledge);
}
