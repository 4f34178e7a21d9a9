import { join } from "node:path";
import { printReport } from "../../check/report.ts";
import { rules } from "../../check/rules.ts";
import { findPath } from "../../site/compile/paths.ts";
import { folderOf, kinds, pluralOf } from "../../records/kinds.ts";
import { serveSite } from "../server/serve.mjs";
import type { Asked } from "./affected.ts";
import { type Outcome, openPreviewSite, type Shown, ownPath } from "./preview-site.ts";
import { Workshop } from "./workshop.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type FSWatcher, watch } from "node:fs";

interface PreviewOptions {
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
  const handleRequest: Events["handleRequest"] = (request, response) => events.handleRequest(request, response);
  const site = await serveSite({ ...served, basePath: "/", handleRequest }, port).catch((error: unknown) => {
    workshop.close();
    throw error;
  });
  const queue = makeQueue(async () => {
    const start = performance.now();
    const result = await workshop.update(site.url);
    if (result === "unchanged" || result === "stopped") return;
    const { findings, failure, made } = result;
    const outcome = { version: shown.outcome.version + 1, findings, failure, milliseconds: performance.now() - start };
    shown = { ...shown, ...made, outcome };
    print(describe(outcome, options.asked.length));
    events.send(outcome.version);
  });
  const watched = [...kinds.map(folderOf), "assets/charts"].map((folder) => join(options.root, folder));
  // Watch before the first pass, so that a change during the pass triggers another.
  const stopWatching = watchFolders(watched, queue.ask);
  queue.ask();
  // Saves during the first pass cause more passes, and the addresses need not wait for those.
  await queue.first();
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

function describe({ findings, failure, milliseconds }: Outcome, records: number): string {
  const seconds = (milliseconds / 1000).toFixed(2);
  const end = failure === undefined ? `preview: ready in ${seconds} s` : "preview: the page shows an earlier state";
  const reason = failure !== undefined && findings.length === 0 ? `${failure}\n` : "";
  return `${findings.length > 0 ? printReport({ findings, records, fixed: new Map(), rules }, "text") : reason}${end}\n`;
}

/** Tells open pages which version is the newest, as server-sent events. */
class Events {
  private readonly listeners = new Set<ServerResponse>();
  private version = 0;

  /** Subscribes a request for events; returns false for any other request. */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" || request.url !== `${ownPath}events`) return false;
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    // Reconnect soon after a restart of the server.
    response.write(`retry: 500\n${this.describe()}`);
    this.listeners.add(response);
    response.once("close", () => this.listeners.delete(response));
    return true;
  }

  /** Tells every page that is open, and each that is opened later, that there is a newer version. */
  send(version: number): void {
    this.version = version;
    for (const listener of this.listeners) listener.write(this.describe());
  }

  private describe(): string {
    return `event: version\ndata: ${this.version}\n\n`;
  }
}

/** Work that may be requested at any time and never runs twice at once. */
interface Queue {
  /** Asks for the work: now, or again once what is being done is over. */
  ask: () => void;
  /** Waits until the work has been done once. */
  first: () => Promise<void>;
  /** Waits until nothing is asked for any more. */
  idle: () => Promise<void>;
}

/** Runs the work on request. Any number of requests during a run cause one more run. */
export function makeQueue(work: () => Promise<void>): Queue {
  let isAsked = false;
  let running: Promise<void> | undefined;
  let endFirst = (): void => {};
  const first = new Promise<void>((resolve) => (endFirst = resolve));
  const run = async (): Promise<void> => {
    try {
      while (isAsked) {
        isAsked = false;
        await work();
        endFirst();
      }
    } finally {
      running = undefined;
    }
  };
  return {
    ask() {
      isAsked = true;
      // Start asynchronously: work that requests itself while it starts would find nothing running.
      running ??= Promise.resolve().then(run);
    },
    // Work that fails ends the waiting too.
    first: () => Promise.race([first, running ?? first]),
    idle: () => running ?? Promise.resolve(),
  };
}

/** Time without a further event before a change counts as done: editors write a file in several steps. */
const quietMs = 20;

/** Calls back after something in one of the folders has changed; returns how to stop. */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.flatMap((folder): FSWatcher[] => {
    try {
      const watcher = watch(folder, () => {
        clearTimeout(timer);
        timer = setTimeout(onChange, quietMs);
      });
      // If a folder is removed, its watcher ends. The other watchers continue.
      return [watcher.on("error", () => watcher.close())];
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
