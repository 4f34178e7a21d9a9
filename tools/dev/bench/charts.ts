import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { buildCharts } from "../../site/charts/build-charts.ts";
import { FileCache } from "../../records/file-cache.ts";
import type { AuthoredChart } from "../../site/charts/chart.ts";
import { expandCharts } from "../../site/charts/expand-charts.ts";
import { type ChartKnowledge, readKnowledge } from "../../site/charts/knowledge.ts";
import { readCharts } from "../../site/charts/read-charts.ts";
import { grouped, printFigures, withFolder } from "./part.ts";

/** Times drawing variants of the repository's charts, first from nothing, then from the cache, in every form that pages and downloads need. */
export async function benchCharts(root: string): Promise<void> {
  const knowledge = readKnowledge(join(root, "build/knowledge"));
  const charts = expandCharts(readCharts(root), knowledge);
  const figures: [string, string][] = [];
  for (const count of [100, 1000]) figures.push(...(await timeCharts(makeVariants(charts, count), knowledge)));
  const load = (loadavg()[0] ?? 0).toFixed(1);
  printFigures(
    `Charts (${availableParallelism()} processors, load ${load} at the end; two drawings, SVG, PNG, data and live file of each)`,
    figures,
  );
}

function timeCharts(charts: readonly AuthoredChart[], knowledge: ChartKnowledge): Promise<[string, string][]> {
  return withFolder(async (folder) => {
    const time = async (): Promise<string> => {
      const [start, used] = [performance.now(), process.cpuUsage()];
      await buildCharts(charts, knowledge, new FileCache(folder, "bench"));
      const { user, system } = process.cpuUsage(used);
      // Of all threads: tells more than the clock where others work beside it.
      return `${((performance.now() - start) / 1000).toFixed(1)} s, of all processors ${((user + system) / 1e6).toFixed(1)} s`;
    };
    return [
      [`${grouped(charts.length)} charts, nothing cached`, await time()],
      [`${grouped(charts.length)} charts, all cached`, await time()],
    ];
  });
}

/** As many charts as are wanted: the repository's own, each under other names and with other words. */
function makeVariants(charts: readonly AuthoredChart[], count: number): AuthoredChart[] {
  return Array.from({ length: count }, (_, index) => {
    const chart = charts[index % charts.length] as AuthoredChart;
    return {
      ...chart,
      id: `${chart.id}-${index}`,
      words: { ...chart.words, title: `${chart.words.title}, variant ${index}` },
    };
  });
}
