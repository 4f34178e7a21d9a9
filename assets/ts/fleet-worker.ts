import { FleetSession } from "./fleet/session.ts";
import type { Answer, Request } from "./fleet/protocol.ts";

/** The worker of /fleet/: reads files and audits them, apart from the page so that the page stays fluid. It asks no server. */
const worker = self as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<Request>) => void): void;
  postMessage(answer: Answer): void;
};

const session = new FleetSession((answer) => worker.postMessage(answer));
worker.addEventListener("message", ({ data }) => {
  session.answer(data).catch((error: unknown) => {
    worker.postMessage({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  });
});
