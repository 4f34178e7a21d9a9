import fleetKnowledge from "atlas:fleet";
import knowledge from "atlas:knowledge";
import { createAdvisor } from "../../../advisor/index.ts";
import { auditFleet } from "../../../advisor/fleet/judge/audit.ts";
import type { Audit } from "../../../advisor/fleet/judge/audit-types.ts";
import { redactAudit } from "../../../advisor/fleet/judge/redact.ts";
import { joinPacketRates } from "../../../advisor/fleet/read/rates/join-rates.ts";
import { readPacketRates } from "../../../advisor/fleet/read/rates/read-rates.ts";
import { readFleet } from "../../../advisor/fleet/read/read-fleet.ts";
import type { FleetInput } from "../../../advisor/fleet/record.ts";
import { FILES, FORMATS, type Format } from "../../../advisor/fleet/report/formats.ts";
import { nameAdapter, type ReportContext } from "../../../advisor/fleet/report/report-words.ts";
import { addPolicy } from "../../../advisor/policy/policy.ts";
import { readPolicy } from "../../../advisor/policy/read-policy.ts";
import { listRows, type RowList } from "./rows.ts";
import { samples } from "./samples.ts";
import type { Answer, Filter, PolicyFile, Request } from "./protocol.ts";

/** One audit and what may be asked about it. */
export class FleetSession {
  private readonly advisor = createAdvisor(knowledge);
  private audit: Audit | undefined;
  private context: ReportContext = { knowledge, fleet: fleetKnowledge, failOn: "warning" };
  /** The rows of the last filter: scrolling asks for more of them. */
  private rows: { key: string; list: RowList } | undefined;

  constructor(private readonly post: (answer: Answer) => void) {}

  /** Answers one request of the page. */
  async answer(request: Request): Promise<void> {
    switch (request.kind) {
      case "audit":
        return this.start(request.files, request.rates, request.policy);
      case "sample":
        return this.start(samples[request.name] ?? [], [], null);
      case "rows": {
        const { token, from, count } = request;
        const list = this.listRows(request.filter);
        const rows = list.slice(from, count);
        return this.post({ kind: "rows", token, total: list.total, adapters: list.adapters, from, rows });
      }
      case "detail":
        return this.describe(request.index);
      case "export":
        return this.export(request.format, request.redact);
    }
  }

  private async start(files: FleetInput[], rateFiles: FleetInput[], policyFile: PolicyFile | null): Promise<void> {
    const read = policyFile && readPolicy(policyFile.bytes, this.advisor, policyFile.name);
    if (read?.problems) return this.post({ kind: "refused", problems: read.problems });
    const policy = read?.policy;
    const advisor = policy ? createAdvisor(addPolicy(knowledge, policy)) : this.advisor;
    const fleetFiles = await readFleet(files, {
      onFile: (file) => this.post({ kind: "progress", text: `Reading ${file}` }),
    });
    const rates = await readPacketRates(rateFiles);
    const unused = [...rates.problems, ...joinPacketRates(fleetFiles, rates.rates)];
    const found = fleetFiles.reduce((sum, { adapters }) => sum + adapters.length, 0);
    this.post({ kind: "progress", text: `Judging ${found} adapters` });
    const audit = auditFleet(fleetFiles, advisor, fleetKnowledge, policy ? { policy } : {});
    this.audit = audit;
    this.rows = undefined;
    this.context = { ...this.context, knowledge: advisor.knowledge };
    const problems = audit.files
      .filter(({ format }) => format === null)
      .map(({ file, problems: [first] }) => `${file}: ${first?.text ?? "the format is not known"}`)
      .concat(unused.map(({ place, text }) => `Packet rates, ${place}: ${text}`));
    if (audit.adapters.length === 0 && problems.length > 0) return this.post({ kind: "refused", problems });
    this.post({ kind: "audit", summary: audit.summary, files: audit.files, policy: policy?.name ?? null, problems });
  }

  private listRows(filter: Filter): RowList {
    const key = JSON.stringify(filter);
    if (this.rows?.key !== key) this.rows = { key, list: listRows(this.current(), filter, this.context) };
    return this.rows.list;
  }

  private describe(index: number): void {
    const { adapters, situations } = this.current();
    const adapter = adapters[index];
    if (!adapter) return;
    this.post({
      kind: "detail",
      adapter,
      names: {
        adapter: nameAdapter(this.context, adapter, adapter.adapter, adapter.adapterAsWritten),
        to: adapter.to === null ? null : nameAdapter(this.context, adapter, adapter.to),
      },
      situation: situations.find(({ id }) => id === adapter.situation) ?? null,
    });
  }

  private export(format: Format, isRedacted: boolean): void {
    const audit = isRedacted ? redactAudit(this.current()) : this.current();
    const context = { ...this.context, date: new Date().toISOString().slice(0, 10) };
    const { type, ending } = FILES[format];
    const blob = new Blob([...FORMATS[format](audit, context)], { type });
    this.post({ kind: "export", name: `vnic-audit-${context.date}.${ending}`, blob });
  }

  private current(): Audit {
    if (!this.audit) throw new Error("no inventory was read yet");
    return this.audit;
  }
}
