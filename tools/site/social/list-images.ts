import { adapterColours } from "../charts/palette.ts";
import { parseSvg } from "../charts/svg-tree.ts";
import type { SearchDocument } from "../../../assets/ts/search/documents.ts";
import type { Card } from "./draw-image.ts";

/** Lists of the compiled knowledge that pictures are drawn from. */
export const pictureLists = ["adapters", "datasets", "charts"] as const;

/** Compiled records as far as cards show them. */
export interface ImageRecords {
  adapters: readonly { id: string; path: string; name: string; kind: string; summary: string }[];
  datasets: readonly {
    path: string;
    title: string;
    question: string;
    answer: string;
    year: number;
    charts: readonly string[];
    sourceRecord: { publisher: string };
  }[];
  charts: readonly {
    id: string;
    description: string;
    datasets: readonly string[];
  }[];
}

/** Shown within pages of other sites, which have pictures of their own. */
const framed = "/embed/advisor/";

const kindNames: Record<string, string> = {
  emulated: "Emulated adapter",
  paravirtual: "Paravirtual adapter",
  passthrough: "Passthrough",
};

/**
 * Lists the pages that have a picture of their own: prose, adapters and datasets.
 * Guests, sources, rules and features are hundreds that would differ by a line; they show that of their list.
 */
export function listSocialImages(
  prose: readonly SearchDocument[],
  { adapters, datasets, charts }: ImageRecords,
  readDrawing: (chart: string) => string,
): Card[] {
  const drawn = new Map(charts.map(({ id, description }) => [id, { drawing: parseSvg(readDrawing(id)), description }]));
  return [
    ...prose
      .filter(({ path }) => !path.includes("#") && path !== framed)
      .map(({ path, title, note }) => ({
        path,
        title: title.replace(/^./, (first) => first.toUpperCase()),
        label: labelOf(path),
        text: note,
      })),
    ...adapters.map(({ id, path, name, kind, summary }) => ({
      path,
      title: name,
      label: kindNames[kind] ?? kind,
      text: summary,
      mark: { kind, colour: adapterColours[id]?.light ?? "#14202a" },
    })),
    ...datasets.map(({ path, question, answer, year, charts: ofStudy, sourceRecord }) => {
      const chart = drawn.get(pickOwn(ofStudy, charts) ?? "");
      return {
        path,
        title: question,
        label: `${sourceRecord.publisher}, ${year}`,
        text: answer,
        ...(chart ? { chart } : {}),
      };
    }),
  ];
}

/** Of the charts that draw a study, the one that draws the fewest others. */
function pickOwn(ids: readonly string[], charts: ImageRecords["charts"]): string | undefined {
  return charts.filter(({ id }) => ids.includes(id)).sort((a, b) => a.datasets.length - b.datasets.length)[0]?.id;
}

/** The part of the site that a page is in; what stands at the top is about all of it. */
function labelOf(path: string): string {
  const [part = "", ...rest] = path.split("/").filter((name) => name !== "");
  return rest.length === 0 ? "Virtual network adapters" : part.replace(/^./, (first) => first.toUpperCase());
}
