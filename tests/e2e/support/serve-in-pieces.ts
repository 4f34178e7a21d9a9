import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** A server of the built site that sends the next piece of a page when it is told to, as a slow line or a busy machine does. */
interface PiecewiseSite {
  url: string;
  /** Sends the next piece, and says whether there is another one after it. */
  sendNext(): boolean;
  close(): void;
}

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Serves the site's pages in so many pieces of their main part; everything else comes at once. */
export async function serveInPieces(count: number): Promise<PiecewiseSite> {
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join("public", pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    const body = readFileSync(file);
    if (extname(file) !== ".html") return void response.end(body);
    const [first = "", ...others] = cut(body.toString(), count);
    waiting = others.map(
      (piece, index) => () => void (index === others.length - 1 ? response.end(piece) : response.write(piece)),
    );
    response.write(first);
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    sendNext() {
      waiting.shift()?.();
      return waiting.length > 0;
    },
    close: () => void server.close().closeAllConnections(),
  };
}

/** Cuts a page before elements of its main part, so that each piece brings at least one. */
function cut(page: string, count: number): string[] {
  const start = page.indexOf("<main");
  const end = page.indexOf("</main>");
  const wanted = Array.from({ length: count }, (_, index) =>
    Math.floor(start + ((end - start) * (index + 1)) / (count + 1)),
  );
  const places = [...new Set(wanted.map((place) => place + page.slice(place).search(/<[a-z]/)))];
  return [0, ...places].map((place, index) => page.slice(place, places[index]));
}
