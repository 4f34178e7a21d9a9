import { allModules } from "../adapters.ts";
import { usages } from "../help.ts";
import { provideImage } from "../image/image.ts";
import { type LabCall, readWords } from "./call.ts";

/** Fetches the packages and builds kernel and initramfs; a run needs no network afterwards. */
export async function prepare({ words, cache, print }: LabCall): Promise<number> {
  const { values } = readWords(words, ["kernel-package"], 0, usages.prepare);
  const image = provideImage(cache, allModules, values["kernel-package"] ?? null);
  print(`kernel ${image.kernelVersion} and initramfs are in the cache:\n  ${image.kernel}\n  ${image.initramfs}\n`);
  return 0;
}
