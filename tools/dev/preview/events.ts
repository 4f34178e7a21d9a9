import type { IncomingMessage, ServerResponse } from "node:http";
import { ownPath } from "./insert.ts";

/** Tells open pages which version is the newest, as server-sent events. */
export class Events {
  private readonly listeners = new Set<ServerResponse>();
  private version = 0;

  /** Answers the requests that are for events. */
  takes(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" || request.url !== `${ownPath}events`) return false;
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    // A page that has waited for a server that was away asks again soon.
    response.write(`retry: 500\n${this.describe()}`);
    this.listeners.add(response);
    response.once("close", () => this.listeners.delete(response));
    return true;
  }

  /** Tells every page that is open, and each that is opened later, that there is a newer version. */
  tell(version: number): void {
    this.version = version;
    for (const listener of this.listeners) listener.write(this.describe());
  }

  private describe(): string {
    return `event: version\ndata: ${this.version}\n\n`;
  }
}
