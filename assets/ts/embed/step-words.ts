import type { PackedWords } from "../../../advisor/step-words.ts";

/** Loads what a platform's steps say as a script: a frame in a sandbox has no origin to which data would be given. */
export function loadStepWords(address: string, platform: string): Promise<PackedWords> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    document.addEventListener(eventOf(platform), (event) => resolve((event as CustomEvent<PackedWords>).detail), { once: true });
    script.addEventListener("error", () => reject(new Error(`${address} could not be loaded`)));
    script.src = address;
    document.head.append(script);
  });
}

/** The script that hands them over to whoever has loaded it: a literal, which needs no second row of escapes. */
export function writeStepWords(words: PackedWords, platform: string): string {
  return `document.dispatchEvent(new CustomEvent(${JSON.stringify(eventOf(platform))},{detail:${JSON.stringify(words)}}))`;
}

function eventOf(platform: string): string {
  return `atlas-step-words-${platform}`;
}
