import type { LaterTexts } from "../../../advisor/knowledge/later-texts.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import { unpackKnowledge, type PackedKnowledge } from "../../../advisor/knowledge/pack-knowledge.ts";
import type { Quotes } from "./card/describe-card.ts";
import type { KnowledgeSource } from "./page-advisor.ts";
import type { PackedWords } from "../../../advisor/steps/fill-steps.ts";

/** Fetches what the engine knows of a platform from the address that an element of the page names; of the usual one without a name, or with one that no platform has. */
export async function fetchKnowledge(place: HTMLElement, platform: string | null | undefined): Promise<Knowledge> {
  return readKnowledge(await fetch(findAddress(place, platform)));
}

/** The files of all platforms, whose addresses an element of the page names. */
export function knowledgeFiles(place: HTMLElement): KnowledgeSource {
  return {
    fetch: (platform) => fetchKnowledge(place, platform),
    readNow: (platform) => unpackKnowledge(readNow(findAddress(place, platform)) as PackedKnowledge),
  };
}

function findAddress(place: HTMLElement, platform: string | null | undefined): string {
  const { usualPlatform } = place.dataset;
  const [address = ""] = [platform, usualPlatform].flatMap((id) => place.getAttribute(`data-knowledge-${id}`) ?? []);
  return address;
}

/** Fetches what the steps say, from the address that the page names. */
export async function fetchStepWords(address: string): Promise<PackedWords> {
  return (await readJson(await fetch(address))) as PackedWords;
}

/** Reads JSON while the page waits. Only a page that is being printed may: the browser lays its paper out as soon as its event is over. */
export function readNow(address: string): unknown {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.send();
  if (request.status !== 200) throw new Error(`${address} answered ${request.status}`);
  return JSON.parse(request.responseText);
}

/** Fetches the texts of reasons and the titles of what is cited, from the address that the page names. */
export async function fetchTexts(address: string): Promise<LaterTexts> {
  return (await readJson(await fetch(address))) as LaterTexts;
}

/** Fetches the words of the sources, from the address that the page names. */
export async function fetchQuotes(address: string): Promise<Quotes> {
  return (await readJson(await fetch(address))) as Quotes;
}

/** Reads what was fetched. */
export async function readKnowledge(response: Response): Promise<Knowledge> {
  return unpackKnowledge((await readJson(response)) as PackedKnowledge);
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.json();
}
