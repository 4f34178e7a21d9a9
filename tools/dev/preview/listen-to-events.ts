import { ownPath } from "./insert.ts";

export interface Listener {
  /** Waits for the next version that the preview tells. */
  next(): Promise<number>;
  close(): void;
}

/** Listens to a preview's events as an open page does, for benchmarks and tests. */
export async function listenToEvents(url: string): Promise<Listener> {
  const stop = new AbortController();
  const response = await fetch(new URL(`${ownPath}events`, url), { signal: stop.signal });
  if (!response.body) throw new Error("the preview sent no events");
  const chunks = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let rest = "";
  return {
    async next() {
      for (;;) {
        const found = /^event: version\ndata: (\d+)\n\n/m.exec(rest);
        if (found) {
          rest = rest.slice(found.index + found[0].length);
          return Number(found[1]);
        }
        const { value, done } = await chunks.next();
        if (done) throw new Error("the preview's events have ended");
        rest += value;
      }
    },
    close: () => stop.abort(),
  };
}
