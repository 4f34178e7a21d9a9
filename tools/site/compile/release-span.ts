import { codeAfter, versionCode } from "../../../advisor/knowledge/version.ts";
import type { RecordOf } from "./records.ts";

type Release = RecordOf<"platforms">["versions"][number];

/** The releases of a platform over which something holds, as places in its list; neither end is there where it has none. */
export interface ReleaseSpan {
  first?: number;
  last?: number;
}

/** What bounds a statement: releases of the platform, and the lowest virtual hardware version. */
interface Bounds {
  since?: string;
  until?: string | undefined;
  virtualHardware?: number | undefined;
}

/** Finds the releases between two versions; a release counts for the virtual hardware that it can create. */
export function findSpan(releases: readonly Release[], { since, until, virtualHardware }: Bounds): ReleaseSpan {
  const isEarly = ({ version, virtualHardware: newest }: Release): boolean =>
    (since !== undefined && since !== "unknown" && versionCode(version) < versionCode(since)) ||
    (virtualHardware !== undefined && newest !== undefined && newest < virtualHardware);
  const isLate = ({ version }: Release): boolean => until !== undefined && versionCode(version) >= codeAfter(until);
  const first = releases.filter(isEarly).length;
  const last = releases.length - 1 - releases.filter(isLate).length;
  return { ...(first > 0 ? { first } : {}), ...(last < releases.length - 1 ? { last } : {}) };
}
