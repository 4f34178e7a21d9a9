import { join } from "node:path";
import { printReport } from "../../check/report/report.ts";
import { rules } from "../../check/rules.ts";
import { findPath } from "../../site/compile/paths.ts";
import { folderOf, kinds } from "../../records/kinds.ts";
import { serveSite } from "../server/serve.mjs";
import type { Asked } from "./affected.ts";
import { Events } from "./events.ts";
import { oneAfterAnother } from "./one-after-another.ts";
import type { Outcome } from "./outcome.ts";
import { openPreviewSite } from "./preview-site.ts";
import type { Shown } from "./preview-site.ts";
import { watchFolders } from "./watch-folders.ts";
import { Workshop } from "./workshop.ts";

export interface PreviewOptions {
  root: string;
  /** Program to render with. */
  hugo: string;
  asked: readonly Asked[];
  /** 0 takes a free one. */
  port: number;
  /** Tells the ISO date. */
  findToday: () => string;
  print(text: string): void;
}

export interface Preview {
  url: string;
  /** Addresses of the records' own pages. */
  addresses: string[];
  close(): Promise<void>;
}

/** Serves the pages of some records and follows every change of what they are made from, until it is closed. */
export async function startPreview({ port, print, ...options }: PreviewOptions): Promise<Preview> {
  const workshop = new Workshop(options);
  const events = new Events();
  let shown: Shown = {
    pages: undefined,
    files: new Map(),
    outcome: nothingYet,
    addresses: options.asked.map(guessPath),
  };
  const served = openPreviewSite(() => shown);
  const takes: Events["takes"] = (request, response) => events.takes(request, response);
  const site = await serveSite({ ...served, basePath: "/", takes }, port).catch((error: unknown) => {
    workshop.close();
    throw error;
  });
  const queue = oneAfterAnother(async () => {
    const start = performance.now();
    const work = await workshop.work(site.url);
    if (work === "unchanged" || work === "stopped") return;
    const { findings, failure, made } = work;
    const outcome = { version: shown.outcome.version + 1, findings, failure, milliseconds: performance.now() - start };
    shown = { ...shown, ...made, outcome };
    print(describe(outcome, options.asked.length));
    events.tell(outcome.version);
  });
  const watched = [...kinds.map(folderOf), "assets/charts"].map((folder) => join(options.root, folder));
  // Before the first look: what changes during it is looked at again.
  const stopWatching = watchFolders(watched, queue.ask);
  queue.ask();
  await queue.idle();
  void workshop.warmUp();
  return {
    url: site.url,
    addresses: shown.addresses.map((path) => new URL(path, site.url).href),
    async close() {
      stopWatching();
      workshop.stop();
      await queue.idle();
      await site.close();
      workshop.close();
    },
  };
}

const nothingYet: Outcome = { version: 0, findings: [], failure: undefined, milliseconds: 0 };

/** Where a record will be shown once it can be compiled; a step on the page of an adapter that only it can name. */
function guessPath({ kind, id }: Asked): string {
  return kind === "step" ? "/adapters/" : findPath(pluralOf(kind), id);
}

function pluralOf(kind: Exclude<Asked["kind"], "step">): Parameters<typeof findPath>[0] {
  return `${kind}s`;
}

function describe({ findings, failure, milliseconds }: Outcome, records: number): string {
  const seconds = (milliseconds / 1000).toFixed(2);
  const end =
    failure === undefined ? `preview: ready in ${seconds} s` : "preview: the page is still that of an earlier state";
  const reason = failure !== undefined && findings.length === 0 ? `${failure}\n` : "";
  return `${findings.length > 0 ? printReport({ findings, records, fixed: new Map(), rules }, "text") : reason}${end}\n`;
}
