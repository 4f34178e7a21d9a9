import { groupBy } from "../../../../advisor/collections.ts";
import { splitRows } from "../counts.ts";
import { fillCells, type FilledCell } from "../cells.ts";
import type { compileGaps } from "../gaps/gaps.ts";
import { findSourcePath, pathOf } from "../paths.ts";
import type { Atlas, RecordOf } from "../records.ts";
import type { compileGuests } from "./guests.ts";

type Support = FilledCell["support"];
type Guests = ReturnType<typeof compileGuests>;
type Gaps = ReturnType<typeof compileGaps>;
type Source = RecordOf<"sources">;

/** A name with how many there are of it. */
interface Tally {
  name: string;
  count: number;
}

/** Returns every number on the coverage page: recorded data, missing data and the most useful contributions. */
export function compileCoverage(atlas: Atlas, guests: Guests, gaps: Gaps) {
  const rows = atlas.datasets.flatMap(({ measurements }) => measurements);
  const cells = listCells(atlas);
  const openGaps = gaps.filter(({ status }) => status === "open");
  return {
    unknownCells: countSupport(cells).unknown,
    openGaps: openGaps.length,
    cells: {
      total: cells.length,
      disputed: cells.filter(({ conflict }) => conflict !== undefined).length,
      platforms: atlas.platforms
        .map((platform) => {
          const own = cells.filter((cell) => cell.platform === platform.id);
          return { id: platform.id, name: platform.name, total: own.length, ...countSupport(own) };
        })
        .filter(({ total }) => total > 0),
      basis: tally(cells.map(({ basis }) => basis)),
    },
    guests: {
      total: guests.length,
      platforms: atlas.platforms.map((platform) => countGuests(platform, guests)).filter(({ total }) => total > 0),
    },
    studies: {
      total: atlas.datasets.length,
      rows: rows.length,
      ...splitRows(rows),
      grades: tally(atlas.datasets.map(({ grade }) => grade)).map(({ name, count }) => ({
        name,
        count,
        rows: atlas.datasets
          .filter(({ grade }) => grade === name)
          .reduce((sum, { measurements }) => sum + measurements.length, 0),
      })),
      runs: countRuns(atlas.datasets),
      quoted: rows.filter(({ quote }) => quote !== undefined).length,
      located: rows.filter(({ quote, locator }) => quote === undefined && locator !== undefined).length,
    },
    sources: {
      total: atlas.sources.length,
      kinds: tally(atlas.sources.map(({ kind }) => kind)).map(({ name, count }) => {
        const ids = new Set(atlas.sources.filter(({ kind }) => kind === name).map(({ id }) => id));
        return {
          name,
          count,
          datasets: atlas.datasets.filter(({ source }) => ids.has(source)).length,
          findings: atlas.findings.filter(({ source }) => ids.has(source)).length,
        };
      }),
    },
    findings: {
      total: atlas.findings.length,
      problems: atlas.findings.filter(({ problem }) => problem !== undefined).length,
      checked: tally(atlas.findings.map(({ checked }) => checked)),
    },
    rules: {
      total: atlas.rules.length,
      strengths: tally(atlas.rules.map(({ strength }) => strength)),
      contested: atlas.rules.filter(({ contested }) => contested).length,
    },
    leftOut: compileLeftOut(atlas),
    gaps: {
      measurements: openGaps.filter(({ kind }) => kind === "measurement").length,
      documents: openGaps.filter(({ kind }) => kind === "document").length,
      closed: gaps.length - openGaps.length,
    },
    help: {
      cells: mostUnknown(atlas, cells),
      gaps: openGaps
        .filter(({ kind }) => kind === "measurement")
        .sort((a, b) => b.rules.length - a.rules.length)
        .slice(0, 3)
        .map(({ title, path, rules }) => ({ title, path, rules: rules.length })),
    },
  };
}

type PlacedCell = FilledCell & { platform: string; adapter: string };

/** Every cell of every platform, those of an adapter's modes too. */
export function listCells({ adapters, features }: Atlas): PlacedCell[] {
  return adapters.flatMap((adapter) =>
    Object.entries(adapter.platforms).flatMap(([platform, section]) =>
      [section, ...Object.values(section.modes ?? {})].flatMap(({ compatibility }) =>
        fillCells(compatibility, platform, features).map((cell) => ({ ...cell, platform, adapter: adapter.id })),
      ),
    ),
  );
}

/** How many cells there are of each answer. */
export function countSupport(cells: readonly PlacedCell[]): Record<Support, number> {
  const count = (support: Support): number => cells.filter((cell) => cell.support === support).length;
  return { yes: count("yes"), no: count("no"), partial: count("partial"), unknown: count("unknown") };
}

/** Guests of a platform with what is known of each: the vendor's default, and where its paravirtual drivers come from. */
function countGuests({ id, name }: RecordOf<"platforms">, guests: Guests) {
  const sections = guests.flatMap(({ platforms }) => platforms[id] ?? []);
  const pairs = sections.flatMap(({ offered, drivers }) => {
    const adapters = new Set(offered.flatMap((range) => range.adapters));
    return drivers.filter(({ adapter }) => adapters.has(adapter));
  });
  return {
    id,
    name,
    total: sections.length,
    withDefault: sections.filter((section) => section.default !== "unknown").length,
    withoutDefault: sections.filter((section) => section.default === "unknown").length,
    driversKnown: pairs.filter(({ where }) => where !== "unknown").length,
    driversUnknown: pairs.filter(({ where }) => where === "unknown").length,
  };
}

function countRuns(datasets: readonly RecordOf<"datasets">[]): Record<"several" | "one" | "unstated", number> {
  const runs = datasets.map(({ method }) => method.runs);
  return {
    several: runs.filter((count) => count !== undefined && count > 1).length,
    one: runs.filter((count) => count === 1).length,
    unstated: runs.filter((count) => count === undefined).length,
  };
}

/** Use of the numbers of every reviewed source. */
function compileLeftOut(atlas: Atlas) {
  const reviewed = atlas.sources.flatMap((source) => (source.review ? [{ source, review: source.review }] : []));
  const sum = (count: (review: NonNullable<Source["review"]>) => number): number =>
    reviewed.reduce((total, { review }) => total + count(review), 0);
  const parts = reviewed.flatMap(({ review }) => review.leftOut);
  const reasons = [...new Set(parts.map(({ reason }) => reason))].map((name) => ({
    name,
    count: parts.filter(({ reason }) => reason === name).reduce((total, { count }) => total + count, 0),
    sources: reviewed.filter(({ review }) => review.leftOut.some(({ reason }) => reason === name)).length,
  }));
  const whole = reviewed.filter(({ review }) => review.asMeasurements === 0 && review.asFindings === 0);
  return {
    sources: reviewed.length,
    numbers: sum(({ numbers }) => numbers),
    asMeasurements: sum(({ asMeasurements }) => asMeasurements),
    asFindings: sum(({ asFindings }) => asFindings),
    leftOut: parts.reduce((total, { count }) => total + count, 0),
    reasons: reasons.sort(byCount),
    wholeCount: whole.length,
    whole: whole.map(({ source, review }) => ({
      title: source.title,
      publisher: source.publisher,
      path: findSourcePath(source.id, atlas),
      numbers: review.numbers,
      reasons: review.leftOut.map(({ reason, text }) => ({ reason, text })),
    })),
  };
}

/** The adapters with the most unknown cells. */
function mostUnknown(atlas: Atlas, cells: readonly PlacedCell[]) {
  const counted = atlas.adapters.flatMap((adapter) =>
    Object.keys(adapter.platforms).map((platform) => {
      const own = cells.filter((cell) => cell.adapter === adapter.id && cell.platform === platform);
      const unknown = own.filter(({ support }) => support === "unknown").length;
      return {
        name: adapter.name,
        platform: atlas.find("platforms", platform).name,
        path: `${pathOf("adapters", adapter)}#features`,
        unknown,
        total: own.length,
      };
    }),
  );
  return counted
    .sort((a, b) => b.unknown - a.unknown)
    .slice(0, 5)
    .filter(({ unknown }) => unknown > 0);
}

function tally(names: readonly string[]): Tally[] {
  const groups = groupBy(names, (name) => name);
  return [...groups].map(([name, { length }]) => ({ name, count: length })).sort(byCount);
}

/** The most first; among equals by name, so that the order of the files does not show. */
function byCount(a: Tally, b: Tally): number {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
}
