import { groupDigits } from "../text.ts";
import type { Advice, Effects } from "./advice.ts";
import type { DemandedMode, Knowledge } from "../knowledge/knowledge.ts";
import type { Context } from "./context.ts";
import type { Messages } from "./messages.ts";
import { modesAt, modeWords } from "./exclusions.ts";
import { getOrCompute } from "../collections.ts";
import { holdsOn } from "../engine/rows.ts";
import { versionCode } from "../knowledge/version.ts";

type Parts = Pick<Advice, "situation" | "recommended" | "verdicts" | "assumptions">;
type Ratio = Omit<Effects["measured"][number], "text">;
type Lasting = Omit<Effects, "savings"> & { points: NonNullable<Effects["savings"]>["points"] };

/**
 * Prepares the gains and losses of the recommendation: ratios of single studies against other adapters that fit, CPU savings
 * of passthrough, lost features, and modes of the adapter that keep some of them. The results are cached for all VMs with the
 * same adapters. Only the position of the VM's packet rate is computed each time.
 */
export function prepareEffects(
  knowledge: Knowledge,
  messages: Messages,
): (parts: Parts, family: string | undefined) => Effects {
  const known = new Map<string, Lasting>();
  return ({ situation, recommended, verdicts, assumptions }, family) => {
    const platform = situation.platform ?? "";
    const others = verdicts
      .filter(({ status }) => status === "suitable" || status === "conditional")
      .map(({ adapter }) => adapter);
    const release = String(
      situation.platformVersion ?? assumptions.find(({ field }) => field === "platformVersion")?.value,
    );
    const key = [platform, release, family, recommended, ...others].join();
    const { points, measured, givesUp, conditional, modes } = getOrCompute(known, key, () =>
      effectsOn(knowledge, messages, platform, versionCode(release), recommended, new Set(others), family),
    );
    const derived =
      situation.throughputGbps === undefined
        ? undefined
        : assumptions.find(({ field }) => field === "packetRate")?.value;
    const rate = situation.packetRate ?? derived;
    const savings =
      points.length === 0
        ? null
        : {
            points,
            here: hereText(
              messages,
              points.map(({ packetRate }) => packetRate),
              rate,
            ),
          };
    return { measured, givesUp, conditional, modes, savings };
  };
}

/** Adds the features that no required mode supports to the lost features, because one of the modes has to be set up. */
export function withLossesOfModes(context: Context, effects: Effects, modes: DemandedMode[]): Effects {
  const [first, ...others] = modes;
  if (!first) return effects;
  const lost = [...context.featureNames].filter(
    ([feature]) =>
      [first, ...others].every(({ cells }) => cells[feature]?.support === "no") &&
      !effects.givesUp.some((given) => given.feature === feature),
  );
  return { ...effects, givesUp: [...effects.givesUp, ...lost.map(([feature, name]) => ({ feature, name }))] };
}

function effectsOn(
  { platforms, adapters, features, rules, effects }: Knowledge,
  messages: Messages,
  platform: string,
  release: number,
  recommended: string | null,
  others: Set<string>,
  family: string | undefined,
): Lasting {
  const nameOf = (id: string): string => adapters.find((adapter) => adapter.id === id)?.platforms[platform]?.name ?? id;
  const adapter = adapters.find(({ id }) => id === recommended);
  const { cells = {}, modes = [] } = adapter?.platforms[platform] ?? {};
  const named = features.flatMap(({ id, platforms: { [platform]: name } }) =>
    name === undefined ? [] : [{ id, name }],
  );
  const featuresWith = (support: string) =>
    named.filter(({ id }) => cells[id]?.support === support).map(({ id, name }) => ({ feature: id, name }));
  const special = new Set(rules.flatMap(({ then }) => (then.gain === "purpose" ? (then.over ?? []) : [])));
  // A feature that no ordinary adapter supports either is not lost by choosing one of them.
  const isOrdinary = (feature: string): boolean =>
    adapters.some(
      ({ id, platforms: { [platform]: offer } }) => !special.has(id) && offer?.cells[feature]?.support === "yes",
    );
  const home = platforms.find(({ id }) => id === platform);
  const compared = effects.ratios
    .filter(
      (ratio) =>
        ratio.platform === platform &&
        ((ratio.adapter === recommended && others.has(ratio.over)) ||
          (ratio.over === recommended && others.has(ratio.adapter))),
    )
    .map((ratio) => ({
      ratio,
      rival: ratio.adapter === recommended ? ratio.over : ratio.adapter,
      isOfGuest: family === undefined || holdsOn(ratio.families, family),
    }));
  const ratioText = ({ adapter, over, metric, low, high, comparisons, conditions }: Ratio): string =>
    messages.effects.ratio(nameOf(adapter), nameOf(over), metric, low, high, comparisons, conditions);
  const near = new Set(compared.flatMap(({ rival, isOfGuest }) => (isOfGuest ? [rival] : [])));
  return {
    // A study in another guest family says little about this guest's drivers. It is shown only if no study matches the family.
    measured: compared
      .filter(({ rival, isOfGuest }) => isOfGuest || !near.has(rival))
      .map(({ ratio: { platform: _, families: __, ...ratio }, isOfGuest }) => ({
        ...ratio,
        ...(!isOfGuest && { otherGuest: true as const }),
        text: isOfGuest ? ratioText(ratio) : messages.effects.inOtherGuest(ratioText(ratio)),
      })),
    points: effects.savings
      .filter((point) => point.platform === platform && (point.adapter === recommended || others.has(point.adapter)))
      .map(({ platform: _, ...point }) => ({
        ...point,
        text: messages.effects.saving(nameOf(point.adapter), groupDigits(point.packetRate), point.percentOfCore),
      })),
    givesUp: featuresWith("no").filter(({ feature }) => isOrdinary(feature)),
    conditional: adapter?.kind === "passthrough" ? featuresWith("partial") : [],
    modes: modesAt(modes, release).map((mode) => {
      const kept = named.filter(({ id }) => mode.keeps[id]);
      return {
        mode: mode.id,
        name: mode.name,
        keeps: kept.map(({ id, name }) => ({ feature: id, name, support: mode.keeps[id]?.support ?? "unknown" })),
        text: modeWords(messages, home?.releaseName ?? platform, mode, kept),
        evidence: [...new Set(kept.flatMap(({ id }) => mode.keeps[id]?.evidence ?? []))],
      };
    }),
  };
}

/** Compares a packet rate with the published rates, without interpolation. */
function hereText({ effects }: Messages, known: number[], rate: unknown): string {
  if (typeof rate !== "number") return effects.hereUnknown();
  const here = groupDigits(rate);
  if (known.includes(rate)) return effects.hereKnown(here);
  const below = known.findLast((one) => one < rate);
  const above = known.find((one) => one > rate);
  if (below !== undefined && above !== undefined)
    return effects.hereBetween(here, groupDigits(below), groupDigits(above));
  return above === undefined
    ? effects.hereAbove(here, groupDigits(below ?? 0))
    : effects.hereBelow(here, groupDigits(above));
}
