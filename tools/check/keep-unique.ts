import type { AnyRecord, Path } from "../records/record.ts";
import type { WorldComplaint, Words } from "./rule.ts";
import type { World } from "./world.ts";

/** A value that only one record may have, at its place. */
export interface Claim {
  /** What has to be unique. */
  key: string;
  record: AnyRecord;
  path: Path;
}

/**
 * Complains of every record that claims what another has claimed before; a record claims a thing once.
 * Of two records the one that somebody asked about is the newcomer, so that the answer is in their file.
 */
export function findRivals(
  claims: readonly Claim[],
  world: World,
  describe: (claim: Claim, holder: AnyRecord) => Words,
): WorldComplaint[] {
  const holders = new Map<string, AnyRecord>();
  const complaints = new Map<string, WorldComplaint>();
  const inOrder = [...claims].sort(
    (a, b) => Number(world.isAskedFor(a.record.file)) - Number(world.isAskedFor(b.record.file)),
  );
  for (const claim of inOrder) {
    const holder = holders.get(claim.key);
    if (!holder) holders.set(claim.key, claim.record);
    else if (holder !== claim.record) {
      // One value can claim several things, such as a vSphere id and the form it has in .vmx files.
      const place = JSON.stringify([claim.record.file, claim.path, holder.file]);
      if (!complaints.has(place))
        complaints.set(place, { record: claim.record, path: claim.path, ...describe(claim, holder) });
    }
  }
  return [...complaints.values()];
}
