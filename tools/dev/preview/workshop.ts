import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type BundledFile, bundlePages } from "../../site/bundle/pages.ts";
import { makeFontFiles } from "../../site/fonts/main.ts";
import { updateQuestionWords } from "../../records/types/main.ts";
import { listBundles } from "../../site/bundle/main.ts";
import { buildCharts } from "../../site/charts/build-charts.ts";
import { listChartFiles, openDrawings } from "../../site/charts/main.ts";
import { parseKnowledge } from "../../site/charts/knowledge.ts";
import { readCharts } from "../../site/charts/read-charts.ts";
import { checkRecords } from "../../check/check-records.ts";
import type { Finding, Rule } from "../../check/rule.ts";
import { yaml } from "../../check/rules/file-form.ts";
import { schema } from "../../check/rules/shape.ts";
import { noPlaceholders } from "../../check/rules/text.ts";
import { loadSchemas } from "../../check/schema/load-schemas.ts";
import type { SchemaSet } from "../../check/schema/schema-set.ts";
import { makeWorld } from "../../check/world.ts";
import { keepAnswers, type Outputs } from "../../site/compile/compile.ts";
import { type CompiledSchemas, compileRecords, compileSchemas } from "../../site/compile/main.ts";
import { listFiles } from "../../records/list-files.mjs";
import { fileOf } from "../../records/kinds.ts";
import { loadRecords } from "../../records/load-records.ts";
import type { RecordSet } from "../../records/record.ts";
import { type Asked, findPagePath, listAffected } from "./affected.ts";
import { type RecordCache, openRecordCache } from "../../records/record-cache.ts";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface WorkshopOptions {
  root: string;
  hugo: string;
  asked: readonly Asked[];
  /** ISO date of the day on which it is asked. */
  findToday: () => string;
}

/** Result of one pass over the records. */
interface UpdateResult {
  findings: Finding[];
  failure: string | undefined;
  /** Folder of the pages, what they need, and the records' addresses; undefined when this state cannot be shown. */
  made?: { pages: string; files: Outputs; addresses: string[] };
}

/** Renders the pages of records repeatedly, in a folder of its own. Inputs that do not change are prepared once. */
export class Workshop {
  private readonly place = mkdtempSync(join(tmpdir(), "vnic-preview-"));
  /** Replaces build/, so that a preview does not change the repository's own. */
  private readonly build = join(this.place, "build");
  private readonly folder = new Folder(this.build);
  private readonly cache: RecordCache;
  private readonly stopping = new AbortController();
  private readonly first = new Map<string, string>();
  private scripts: ReadonlyMap<string, BundledFile[]> | undefined;
  private fonts: Outputs | undefined;
  private readonly rendered: string[] = [];
  private readonly schemas: SchemaSet;
  private readonly compiledSchemas: CompiledSchemas;
  private readonly findGuestAnswers = keepAnswers();
  private state = "";

  constructor(private readonly options: WorkshopOptions) {
    this.cache = openRecordCache(options.root);
    this.schemas = loadSchemas(options.root);
    this.compiledSchemas = compileSchemas(options.root);
  }

  /** Checks the records as they are now, and makes the pages on which those asked for are shown. */
  async update(url: string): Promise<UpdateResult | "unchanged" | "stopped"> {
    let findings: Finding[] = [];
    let checkAll = (): Finding[] => [];
    try {
      const set = loadRecords(this.options.root, this.cache);
      if (!this.isNew(set)) return "unchanged";
      checkAll = () => this.check(set);
      findings = this.check(set, { files: this.findConcerned(set) });
      // Report errors that prevent rendering, whichever file they are in.
      const misshapen = this.check(set, { rules: [yaml, noPlaceholders, schema] });
      if (set.unreadable.length > 0 || misshapen.some(({ rule }) => rule === "schema")) {
        const others = misshapen.filter(
          ({ file, rule }) => rule !== noPlaceholders.name && !findings.some((one) => one.file === file),
        );
        findings = [...findings, ...others];
        throw new Error("A record does not match its schema.");
      }
      const outputs = compileRecords(this.options.root, set, this.compiledSchemas, this.findGuestAnswers);
      const files = await this.prepare(outputs);
      const pages = await this.render(listAffected(outputs, this.options.asked), url);
      const addresses = this.options.asked.flatMap((record) => findPagePath(outputs, record) ?? []);
      return { findings, failure: undefined, made: { pages, files, addresses } };
    } catch (error) {
      if (this.stopping.signal.aborted) return "stopped";
      const failure = error instanceof Error ? error.message : String(error);
      return { findings: findings.length > 0 ? findings : checkAll(), failure };
    }
  }

  /** Preloads modules that only updates need, so that the first update is as fast as later ones. */
  async warmUp(): Promise<void> {
    await import("../../site/charts/draw-chart.ts");
  }

  /** Ends what is being made. */
  stop(): void {
    this.stopping.abort();
  }

  /** Removes all that was made. */
  close(): void {
    rmSync(this.place, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Whether the content of any input has changed since the last pass: editors touch files without changing them. */
  private isNew({ records, tombstones, unreadable, strays }: RecordSet): boolean {
    const hash = createHash("sha256").update(strays.join("\n"));
    for (const { file, text } of [...records, ...tombstones, ...unreadable]) hash.update(`\0${file}\0${text}`);
    for (const file of listFiles(join(this.options.root, "assets/charts"))) hash.update(readFileSync(file));
    const state = hash.digest("hex");
    const isNew = state !== this.state;
    this.state = state;
    return isNew;
  }

  private check(set: RecordSet, { files, rules }: { files?: ReadonlySet<string>; rules?: Rule[] } = {}): Finding[] {
    const asked = files ? { files } : {};
    return checkRecords(makeWorld({ set, schemas: this.schemas, today: this.options.findToday(), ...asked }), rules);
  }

  /** The files asked for, and those that have changed since the first look. */
  private findConcerned({ records, tombstones, unreadable }: RecordSet): ReadonlySet<string> {
    const texts = [...records, ...tombstones, ...unreadable];
    if (this.first.size === 0) for (const { file, text } of texts) this.first.set(file, text);
    const changed = texts.filter(({ file, text }) => this.first.get(file) !== text).map(({ file }) => file);
    return new Set([...this.options.asked.map(({ kind, id }) => fileOf(kind, id)), ...changed]);
  }

  /** Adds the scripts and drawings to what was compiled; what Hugo needs of it is written, the rest is served from here. */
  private async prepare(compiled: Outputs): Promise<Outputs> {
    const { root } = this.options;
    const textOf = (file: string): string => String(compiled.get(file));
    const knowledge = textOf("advisor/knowledge.json");
    updateQuestionWords(root);
    this.scripts ??= await bundlePages(root, {
      readCompiled: (name) => textOf(`advisor/${name}.json`),
      // Nobody downloads them.
      isShrunk: false,
    });
    // Drawings are kept in the repository's own place, so that none is drawn twice; its build forgets those not needed.
    const cache = await openDrawings(root);
    const drawn = parseKnowledge((name) => textOf(`knowledge/${name}.json`));
    const charts = await buildCharts(readCharts(root), drawn, cache);
    const bundles = listBundles({ pages: this.scripts, embed: [], knowledge: Buffer.from(knowledge) });
    this.fonts ??= await makeFontFiles();
    const files: Outputs = new Map([...compiled, ...bundles, ...this.fonts, ...listChartFiles(charts)]);
    this.folder.sync(new Map([...files].filter(([file]) => /^(knowledge|charts|css)\//.test(file))));
    return files;
  }

  /** Renders into a new folder while the current pages are served. Older folders are no longer requested. */
  private async render(pages: readonly string[], url: string): Promise<string> {
    const { root, hugo } = this.options;
    const target = mkdtempSync(join(this.place, "pages-"));
    await render({ root, hugo, build: this.build, target, url, pages, signal: this.stopping.signal });
    this.rendered.push(target);
    for (const old of this.rendered.splice(0, this.rendered.length - 2)) rmSync(old, { recursive: true, force: true });
    return target;
  }
}

/**
 * A folder that only this process writes to, so changes are detected without reading its files.
 */
export class Folder {
  private written: Outputs = new Map();

  constructor(private readonly path: string) {}

  /** Makes the folder hold these files and no others. */
  sync(files: Outputs): void {
    for (const [name, content] of files) {
      if (isSame(this.written.get(name), content)) continue;
      const target = join(this.path, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
    for (const name of this.written.keys()) if (!files.has(name)) rmSync(join(this.path, name), { force: true });
    this.written = files;
  }
}

function isSame(before: string | Uint8Array | undefined, now: string | Uint8Array): boolean {
  if (before === undefined || typeof before !== typeof now) return false;
  return typeof now === "string" ? before === now : Buffer.compare(before as Uint8Array, now) === 0;
}

interface Rendering {
  /** The repository. */
  root: string;
  /** Program to render with. */
  hugo: string;
  /** Folder that stands for build/, with an absolute path. */
  build: string;
  /** Folder for the rendered pages. */
  target: string;
  /** Address of the site. */
  url: string;
  /** Pages to render. */
  pages: readonly string[];
  /** Ends it before it is done. */
  signal: AbortSignal;
}

/** Renders some pages of the site and nothing else; throws with what Hugo says when it cannot. */
async function render({ root, hugo, build, target, url, pages, signal }: Rendering): Promise<void> {
  const config = join(build, "hugo.toml");
  writeFileSync(config, adaptConfig(readFileSync(join(root, "config.toml"), "utf8"), build, pages));
  const options = ["--source", root, "--config", config, "--destination", target, "--baseURL", url];
  const segments = ["--renderSegments", segment, "--noBuildLock", "--panicOnWarning", "--quiet"];
  await promisify(execFile)(hugo, [...options, ...segments], { signal }).catch((error) => {
    throw new Error(error.stderr?.trim() || error.message);
  });
}

const segment = "preview";

/**
 * Turns the site's configuration into that of a preview: what comes from build/ comes from another folder, static files are
 * not copied, for they are served from where they are, and of the pages only some are rendered.
 */
export function adaptConfig(config: string, build: string, pages: readonly string[]): string {
  const source = /^source = "build\//gm;
  if (!source.test(config)) throw new Error('config.toml mounts nothing from build/ (source = "build/...")');
  const adapted = config
    .replace(/^\[\[module\.mounts\]\]\nsource = "build\/static"\ntarget = "static"\n?/m, "")
    .replace(source, () => `source = ${JSON.stringify(`${build.replaceAll("\\", "/")}/`).slice(0, -1)}`);
  return `${adapted}\n[segments.${segment}]\n[[segments.${segment}.includes]]\npath = ${JSON.stringify(`{${pages.join(",")}}`)}\n`;
}
