import type { ResolvedSituation } from "../guests/resolve-situation.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import type { Situation } from "../questions/situation.ts";
import type { Engine } from "./engine.ts";

/** One of the guests that a name covers, with its recommended adapter. */
interface Member {
  guest: Guest;
  situation: Situation;
  recommended: string | null;
}

/** A resolved situation. If its name covers guests that need different adapters, it has all of these guests. */
type ResolvedMember = ResolvedSituation & { members?: Member[] };

/** Resolves names that cover several guests. */
interface Members {
  /** Resolves a situation, and chooses a guest if the name covers several. */
  resolve: (given: Situation) => ResolvedMember;
  /** Whether an adapter works in all guests. */
  fitsAll: (members: readonly Member[], adapter: string | null) => boolean;
}

/**
 * Prepares the choice of one guest if a name covers several: the first guest whose recommended adapter works in all of them, or
 * else the first guest. Guests that the platform does not list are left out.
 */
export function prepareMembers(engine: Engine, resolve: (given: Situation) => ResolvedSituation): Members {
  const fitsAll: Members["fitsAll"] = (members, adapter) =>
    members.every(
      ({ situation, guest, recommended }) => recommended === adapter || engine.fits(situation, guest, adapter),
    );
  return {
    fitsAll,
    resolve(given) {
      const first = resolve(given);
      const { guest, origin } = first;
      if (origin?.kind !== "set" || origin.others.length === 0 || !guest) return first;
      const members = [guest, ...origin.others].flatMap((guest) => {
        const { forwardsPackets } = first.situation;
        const { situation } = resolve({ ...given, ...(forwardsPackets && { forwardsPackets }), guest: guest.id });
        return engine.lists(situation, guest)
          ? [{ guest, situation, recommended: engine.recommend(situation, guest) }]
          : [];
      });
      const chosen = members.find(({ recommended }) => fitsAll(members, recommended)) ?? members[0];
      if (!chosen) return first;
      const others = members.filter((member) => member !== chosen).map((member) => member.guest);
      const differ = members.some(({ recommended }) => recommended !== chosen.recommended);
      const { situation } = chosen;
      return { situation, guest: chosen.guest, origin: { ...origin, others, differ }, ...(differ ? { members } : {}) };
    },
  };
}
