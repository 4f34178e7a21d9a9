import type { FleetInput } from "../../../advisor/fleet/record.ts";
import { h, find } from "../../../advisor/ui/dom.ts";
import { scriptFails } from "../page/script-runs.ts";
import { trustScripts } from "../page/trusted-scripts.ts";
import { listChosen } from "./dropped-files.ts";
import type { Answer, Request } from "./protocol.ts";
import { showAudit } from "./show-audit.ts";

const trustAddress = trustScripts(
  "vnic-fleet",
  /^\/(?:[\w.~%-]+\/)*js\/fleet-worker\.[0-9A-Z]{8}\.js$/,
  "is not the worker of this page",
);

/** Files that are named when none can be used. */
const mostProblems = 100;

/** The worker of the audit that is shown; a new audit gets a new one, so that nothing of the old one stays in memory. */
let worker: Worker | undefined;

/** Audits the files that somebody chose, or a sample, and shows the result in the page. */
export async function startAudit(
  form: HTMLFormElement,
  request: { drops: FleetInput[][] } | { sample: string },
): Promise<void> {
  worker?.terminate();
  const current = (worker = new Worker(trustAddress(form.dataset.worker ?? "")));
  const [status, progress] = [find(form, "#fleet-status", HTMLElement), find(form, "#fleet-progress", HTMLElement)];
  const result = find(form, "#fleet-result", HTMLElement);
  const ask = (message: Request): void => current.postMessage(message);
  const announce = (text: string): void => void (status.textContent = text);
  const end = (): void => void (progress.hidden = true);
  result.replaceChildren();
  progress.hidden = false;
  announce("Reading the files.");
  find(form, "#fleet-cancel", HTMLButtonElement).onclick = () => {
    current.terminate();
    end();
    announce("Cancelled. Nothing was kept.");
  };
  current.addEventListener("error", () => {
    end();
    scriptFails();
  });
  current.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
    if (data.kind === "progress") return announce(`${data.text} …`);
    if (data.kind === "refused" || data.kind === "failed") {
      end();
      announce("The audit stopped.");
      const problems = data.kind === "refused" ? data.problems : [`The audit failed: ${data.message}`];
      result.replaceChildren(
        h(
          "ul",
          { class: "fleet-problems", role: "alert" },
          ...problems.slice(0, mostProblems).map((problem) => h("li", {}, problem)),
        ),
      );
      return;
    }
    if (data.kind === "audit") {
      end();
      announce("Done. Nothing left this browser.");
      showAudit(
        result,
        data,
        { ask, listen: (type, listener) => listenFor(current, type, listener) },
        form.dataset.root ?? "/",
      );
    }
  });
  if ("sample" in request) return ask({ kind: "sample", name: request.sample });
  const chosen = (id: string): FleetInput[] => listChosen(find(form, `#${id}`, HTMLInputElement));
  ask({
    kind: "audit",
    drops: request.drops,
    rates: chosen("fleet-rates"),
    policy: chosen("fleet-policy")[0] ?? null,
    baseline: chosen("fleet-baseline")[0] ?? null,
    columns: find(form, "#fleet-columns", HTMLInputElement)
      .value.split(",")
      .map((pair) => pair.trim())
      .filter(Boolean),
  });
}

/** Calls back for answers of one kind. */
function listenFor<Kind extends Answer["kind"]>(
  from: Worker,
  kind: Kind,
  listener: (answer: Extract<Answer, { kind: Kind }>) => void,
): void {
  from.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
    if (data.kind === kind) listener(data as Extract<Answer, { kind: Kind }>);
  });
}
