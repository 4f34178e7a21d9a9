import { readPages } from "./site.ts";

/** Every page of the built site, read once for all test files that share a process. */
export const pages = readPages();
