import type { ChartRow, TimelineData } from "./chart.ts";
import { findTable } from "./compare-rows.ts";
import type { ChartKnowledge } from "./knowledge.ts";
import { shortenName } from "./words.ts";

/** Lists one row per adapter and mode of a platform: over which of its releases there is one, the oldest first. */
export function listTimelineRows({ platform }: TimelineData, { compare, adapters }: ChartKnowledge): ChartRow[] {
  const { adapters: own, modes, releases } = findTable(compare, platform);
  const rows = [...own, ...modes].map((column): ChartRow => {
    const { first = 0, last = releases.length - 1, version, adapter, mode, fullName } = column;
    // An adapter from before the first release that is listed has been there from the start.
    const isStated = version?.includes("since") ?? false;
    const since = releases[first];
    return {
      adapter,
      adapterName: adapters.find(({ id }) => id === adapter)?.name ?? adapter,
      mode: mode ?? null,
      painted: "muted",
      label: mode === undefined ? shortenName(fullName) : fullName,
      from: first,
      to: last + 1,
      start: isStated ? "stated" : "unknown",
      since: isStated && since ? since.name : "not stated",
      version: isStated
        ? (version ?? "")
        : [...(version === undefined ? [] : [version]), "release not stated"].join(", "),
    };
  });
  return rows.sort(
    (a, b) => Number(a.start === "unknown") - Number(b.start === "unknown") || Number(a.from) - Number(b.from),
  );
}

/** Lists the ids of the sources of the platform's adapters, each once. */
export function listTimelineSources({ platform }: TimelineData, { adapters }: ChartKnowledge): string[] {
  return [
    ...new Set(adapters.flatMap(({ platforms }) => platforms[platform]?.sources ?? []).map(({ source }) => source)),
  ];
}
