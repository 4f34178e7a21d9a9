import { readKnowledge, readPages } from "./site.ts";

const redirected = new Set(readKnowledge<{ from: string }[]>("redirects").map(({ from }) => from));

/** Every page of the built site but the redirects, read once for all test files that share a process. */
export const pages = readPages().filter(({ path }) => !redirected.has(path));
