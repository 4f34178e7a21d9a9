import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCharts } from "../../../../tools/site/charts/build-charts.ts";
import { DrawingCache } from "../../../../tools/site/charts/cache.ts";
import type { Drawing } from "../../../../tools/site/charts/draw-chart.ts";
import { authored, knowledge } from "./support.ts";

/** Who imports this removes it. */
export const folder = mkdtempSync(join(tmpdir(), "charts-build-"));
export const openCache = (name: string): DrawingCache<Drawing> => new DrawingCache<Drawing>(join(folder, name));

/** The repository's own charts, drawn once for all tests of a process. */
export const built = await buildCharts(authored, knowledge, openCache("cache"));
