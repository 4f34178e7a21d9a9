/** What may be said besides the parts that are measured; each is for the parts that `npm run bench -- --help` says. */
export const benchOptions = {
  /** How many times today's records a build gets. */
  times: { type: "string" },
  /** Paths of pages, lines of the engine, or formats of fleets, with commas between. */
  only: { type: "string" },
  /** How often a page is measured. */
  runs: { type: "string" },
  all: { type: "boolean" },
} as const;

export interface BenchOptions {
  times?: string | undefined;
  only?: string | undefined;
  runs?: string | undefined;
  all?: boolean | undefined;
}
