import { allModules } from "../adapters.ts";
import { provideImage } from "../image/image.ts";
import type { LabCall } from "./call.ts";
import { readRunSettings } from "../arguments.ts";

/** Fetches the packages and builds kernel and initramfs; a run needs no network afterwards. */
export async function prepare({ words, cache, print }: LabCall): Promise<number> {
  const { kernelPackage } = readRunSettings(words);
  const image = provideImage(cache, allModules, kernelPackage);
  print(`kernel ${image.kernelVersion} and initramfs are in the cache:\n  ${image.kernel}\n  ${image.initramfs}\n`);
  return 0;
}
