import type { StepWords } from "../../../advisor/step-words.ts";

const EVENT = "atlas-step-words";

/** Loads what the steps say as a script: a frame in a sandbox has no origin to which data would be given. */
export function loadStepWords(address: string): Promise<StepWords> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    document.addEventListener(EVENT, (event) => resolve((event as CustomEvent<StepWords>).detail), { once: true });
    script.addEventListener("error", () => reject(new Error(`${address} could not be loaded`)));
    script.src = address;
    document.head.append(script);
  });
}

/** Hands them over to whoever has loaded them. */
export function handOver(words: StepWords): void {
  document.dispatchEvent(new CustomEvent<StepWords>(EVENT, { detail: words }));
}
