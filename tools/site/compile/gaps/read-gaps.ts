import type { Atlas } from "../records.ts";
import { findPath } from "../paths.ts";
import { type AuthoredFile, readPlaced } from "../read-placed.ts";
import { cite } from "../site/sources.ts";
import { type AuthoredRun, type Side, writeRun } from "./write-run.ts";

/** Something that nobody has published, as its file says it. */
export interface AuthoredGap {
  id: string;
  title: string;
  platform: string;
  why: string;
  nearest: string[];
  short: string;
  rules: string[];
  run: AuthoredRun;
  closedBy: string[];
}

/** Reads the file of gaps and holds it against its schema. */
export function readGaps(authored: AuthoredFile): AuthoredGap[] {
  const gaps = readPlaced("assets/gaps/gaps.yaml", authored).data as Record<string, Omit<AuthoredGap, "id">>;
  return Object.entries(gaps).map(([id, gap]) => ({ id, ...gap }));
}

/** The gaps with what comes nearest, what hangs on them, and the run that would fill each; the open ones first. */
export function compileGaps(gaps: readonly AuthoredGap[], atlas: Atlas) {
  const compiled = gaps.map((gap) => {
    const { id, title, platform, why, short, run } = gap;
    const nameOf = ({ adapter, label }: Side): string => label ?? atlas.find("adapters", adapter).name;
    const sides = run.with === "document" ? [] : run.sides;
    return {
      id,
      title,
      path: `/limits/#${id}`,
      platform: { id: platform, name: atlas.find("platforms", platform).name },
      why,
      short,
      status: gap.closedBy.length === 0 ? "open" : "closed",
      kind: run.with === "document" ? "document" : "measurement",
      adapters: [...new Set(sides.map(({ adapter }) => adapter))],
      nearest: gap.nearest.map((ref) => cite(ref, atlas)),
      rules: gap.rules.map((rule) => ({
        id: rule,
        title: atlas.find("rules", rule).title,
        path: findPath("rules", rule),
      })),
      closedBy: gap.closedBy.map((ref) => cite(ref, atlas)),
      commands: run.with === "document" ? [] : writeRun(run, nameOf),
      note: run.note,
    };
  });
  return [
    ...compiled.filter(({ status }) => status === "open"),
    ...compiled.filter(({ status }) => status === "closed"),
  ];
}
