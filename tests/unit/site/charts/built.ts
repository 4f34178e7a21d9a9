import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCharts } from "../../../../tools/site/charts/build-charts.ts";
import { FileCache } from "../../../../tools/records/file-cache.ts";
import { authored, knowledge } from "./support.ts";

/** Who imports this removes it. */
export const folder = mkdtempSync(join(tmpdir(), "charts-build-"));
export const openCache = (name: string): FileCache => new FileCache(join(folder, name), "test");

/** The repository's own charts, drawn once for all tests of a process. */
export const built = await buildCharts(authored, knowledge, openCache("cache"));
