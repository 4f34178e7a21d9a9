import { groupDigits } from "../../../advisor/text.ts";
import fleetKnowledge from "atlas:fleet";
import knowledge from "atlas:knowledge";
import { createAdvisor } from "../../../advisor/index.ts";
import { auditFleet } from "../../../advisor/fleet/judge/audit.ts";
import type { Audit, ComparedFinding, Comparison } from "../../../advisor/fleet/judge/audit-types.ts";
import { type Baseline, compareAudits, isOfKey, readBaseline } from "../../../advisor/fleet/judge/compare-audits.ts";
import { redactAudit } from "../../../advisor/fleet/judge/redact.ts";
import { addPacketRates } from "../../../advisor/fleet/read/rates/join-rates.ts";
import { readFleet } from "../../../advisor/fleet/read/read-fleet.ts";
import { parseColumns } from "../../../advisor/fleet/read/table/headings.ts";
import { FILES, FORMATS, type Format } from "../../../advisor/fleet/report/formats.ts";
import { nameAdapter, type ReportContext } from "../../../advisor/fleet/report/report-words.ts";
import { addPolicy } from "../../../advisor/policy/policy.ts";
import { readPolicy } from "../../../advisor/policy/read-policy.ts";
import { listMachines, listRows, type RowList, sortFindings } from "./rows.ts";
import { readBytes, sortInputs } from "./sort-inputs.ts";
import type { Answer, AuditFiles, Filter, Request, ShownChange, ShownComparison } from "./protocol.ts";
import type { FleetInput } from "../../../advisor/fleet/record.ts";
import clusters from "../../fleet/RVTools_tabvCluster.csv";
import hosts from "../../fleet/RVTools_tabvHost.csv";
import machines from "../../fleet/RVTools_tabvInfo.csv";
import adapters from "../../fleet/RVTools_tabvNetwork.csv";
import tools from "../../fleet/RVTools_tabvTools.csv";
import domains from "../../fleet/domains.xml";

/** One audit and what may be asked about it. */
export class FleetSession {
  private readonly advisor = createAdvisor(knowledge);
  /** The advisor that made the audit: with the rules of its policy, if there is one. */
  private ownAdvisor = this.advisor;
  private audit: Audit | undefined;
  private baseline: Baseline | undefined;
  private context: ReportContext = { knowledge, fleet: fleetKnowledge, failOn: "warning" };
  /** The rows of the last filter: scrolling asks for more of them. */
  private rows: { key: string; list: RowList } | undefined;

  constructor(private readonly post: (answer: Answer) => void) {}

  /** Answers one request of the page. */
  async answer(request: Request): Promise<void> {
    switch (request.kind) {
      case "audit":
        return this.start(await sortInputs(request));
      case "sample":
        return this.start({ files: samples[request.name] ?? [], rates: [], policy: null, baseline: null, columns: [] });
      case "rows": {
        const { token, from, count } = request;
        const list = this.listRows(request.filter);
        const rows = list.slice(from, count);
        return this.post({ kind: "rows", token, total: list.total, adapters: list.adapters, from, rows });
      }
      case "detail":
        return this.describe(request.index, request.filter);
      case "export":
        return this.export(request.format, request.redact);
    }
  }

  private async start({ files, rates, ...given }: AuditFiles): Promise<void> {
    const { columns, problems } = parseColumns(given.columns);
    const read = given.policy && readPolicy(await readBytes(given.policy), this.advisor, given.policy.name);
    problems.push(...(read?.problems ?? []));
    const old = given.baseline && readBaseline(await readBytes(given.baseline));
    if (old?.problem !== undefined) problems.push(`${given.baseline?.name}: ${old.problem}`);
    // The page makes hashes without a key.
    if (old?.baseline && !isOfKey(old.baseline))
      problems.push(
        `${given.baseline?.name}: The hashes are those of a --redact-key. Compare with the command line, or use an audit without a key.`,
      );
    if (problems.length === 0 && files.length === 0) problems.push("No inventory is among the files.");
    if (problems.length > 0) return this.post({ kind: "refused", problems });
    const policy = read?.policy;
    const advisor = policy ? createAdvisor(addPolicy(knowledge, policy)) : this.advisor;
    const fleetFiles = await readFleet(files, {
      columns,
      adapterNames: fleetKnowledge.adapterNames,
      platformWords: fleetKnowledge.platformWords,
      onFile: (file) => this.post({ kind: "progress", text: `Reading ${file}` }),
    });
    const rateFiles = await addPacketRates(fleetFiles, rates);
    const found = fleetFiles.reduce((sum, { adapters }) => sum + adapters.length, 0);
    this.post({ kind: "progress", text: `Checking ${groupDigits(found)} adapters` });
    const audit = auditFleet(fleetFiles, advisor, fleetKnowledge, policy ? { policy } : {});
    audit.files = [...audit.files, ...rateFiles];
    this.audit = audit;
    this.ownAdvisor = advisor;
    this.baseline = old?.baseline;
    this.rows = undefined;
    this.context = { ...this.context, knowledge: advisor.knowledge };
    this.show(policy?.name ?? null);
  }

  private show(policy: string | null): void {
    const { summary, files, adapters } = this.current();
    const problems = files
      .filter(({ format }) => format === null)
      .map(({ file, problems: [first] }) => `${file}: ${first?.text ?? "the format is not known"}`);
    if (adapters.length === 0 && problems.length > 0) return this.post({ kind: "refused", problems });
    const { comparison } = this.compared(false);
    this.post({
      kind: "audit",
      summary,
      files,
      policy,
      comparison: comparison && describeComparison(comparison, this.baseline?.redacted === true, this.context),
      problems,
    });
  }

  private listRows(filter: Filter): RowList {
    const key = JSON.stringify(filter);
    if (this.rows?.key !== key) this.rows = { key, list: listRows(this.current(), filter, this.context) };
    return this.rows.list;
  }

  private describe(index: number, filter: Filter): void {
    const { adapters, situations } = this.current();
    const adapter = adapters[index];
    if (!adapter) return;
    const group = this.listRows(filter).adaptersAt(index);
    const machines = listMachines(group);
    this.post({
      kind: "detail",
      index,
      adapter: { ...adapter, findings: sortFindings(adapter.findings) },
      group: { adapters: group.length, machines: machines.length, first: machines.slice(0, MOST) },
      names: {
        adapter: nameAdapter(this.context, adapter, adapter.adapter, adapter.adapterAsWritten),
        to: adapter.to === null ? null : nameAdapter(this.context, adapter, adapter.to),
      },
      situation: situations.find(({ id }) => id === adapter.situation) ?? null,
    });
  }

  private export(format: Format, isRedacted: boolean): void {
    const context = { ...this.context, date: new Date().toISOString().slice(0, 10) };
    const { type, ending } = FILES[format];
    const blob = new Blob([...FORMATS[format](this.compared(isRedacted), context)], { type });
    this.post({ kind: "export", name: `vnic-audit-${context.date}.${ending}`, blob });
  }

  /** The audit with what changed since the older one. Where one of the two has hashes for names, both are compared by them. */
  private compared(isRedacted: boolean): Audit {
    const audit = this.current();
    const redact = <Some extends Parameters<typeof redactAudit>[0]>(one: Some): Some =>
      redactAudit(one, this.ownAdvisor);
    const shown = isRedacted ? redact(audit) : audit;
    if (!this.baseline) return shown;
    const byHashes = isRedacted || this.baseline.redacted;
    const old = byHashes && !this.baseline.redacted ? redact(this.baseline) : this.baseline;
    return {
      ...shown,
      comparison: compareAudits(old, byHashes && !isRedacted ? redact(audit) : shown, this.context.fleet),
    };
  }

  private current(): Audit {
    if (!this.audit) throw new Error("no inventory was read yet");
    return this.audit;
  }
}

/** Changes of each kind, and machines of a group, that the page lists; the exports have all. */
const MOST = 100;

/** What the page shows of a comparison. */
function describeComparison(comparison: Comparison, redacted: boolean, { fleet }: ReportContext): ShownComparison {
  const titles = new Map(fleet.findings.map(({ id, title }) => [id, title]));
  const nameOf = ({ machine, label }: Pick<ComparedFinding, "machine" | "label">): string =>
    [machine, label].filter(Boolean).join(", ");
  const describe = (change: ComparedFinding & Partial<Comparison["moved"][number]>): ShownChange => ({
    severity: change.severity,
    title: titles.get(change.id) ?? change.id,
    adapter: nameOf(change),
    from: change.from ? `${nameOf(change.from)} (${change.from.file})` : "",
  });
  return {
    knowledgeVersion: comparison.knowledgeVersion,
    redacted,
    kinds: (["new", "fixed", "gone", "moved"] as const).map((kind) => ({
      kind,
      count: comparison[kind].length,
      first: comparison[kind].slice(0, MOST).map(describe),
    })),
  };
}

/** Invented fleets to try the audit with, by the name that the page's buttons carry. */
const samples: Readonly<Record<string, FleetInput[]>> = {
  vsphere: [
    asInput("RVTools_tabvInfo.csv", machines),
    asInput("RVTools_tabvNetwork.csv", adapters),
    asInput("RVTools_tabvTools.csv", tools),
    asInput("RVTools_tabvHost.csv", hosts),
    asInput("RVTools_tabvCluster.csv", clusters),
  ],
  kvm: [asInput("domains.xml", domains)],
};

function asInput(name: string, text: string): FleetInput {
  return { name, bytes: new TextEncoder().encode(text) };
}
