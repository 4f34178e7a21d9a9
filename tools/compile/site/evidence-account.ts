import type { Atlas } from "../atlas.ts";

/** What became of the numbers that were found in the sources which somebody went through. */
export function accountForEvidence({ sources }: Atlas) {
  const reviewed = sources.flatMap(({ id, review }) => (review ? [{ id, ...review }] : []));
  const left = reviewed.flatMap(({ id, leftOut }) => leftOut.map((part) => ({ id, ...part })));
  const reasons = [...new Set(left.map(({ reason }) => reason))].map((reason) => {
    const parts = left.filter((part) => part.reason === reason);
    return { reason, numbers: sum(parts.map(({ count }) => count)), sources: new Set(parts.map(({ id }) => id)).size };
  });
  return {
    sources: reviewed.length,
    numbers: sum(reviewed.map(({ numbers }) => numbers)),
    asMeasurements: sum(reviewed.map(({ asMeasurements }) => asMeasurements)),
    asFindings: sum(reviewed.map(({ asFindings }) => asFindings)),
    leftOut: sum(left.map(({ count }) => count)),
    /** The most frequent first. */
    reasons: reasons.sort((a, b) => b.numbers - a.numbers || (a.reason < b.reason ? -1 : 1)),
    /** Ids of the sources of which nothing is shown. */
    leftOutWhole: reviewed.filter(({ asMeasurements, asFindings }) => asMeasurements + asFindings === 0).map(({ id }) => id),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
