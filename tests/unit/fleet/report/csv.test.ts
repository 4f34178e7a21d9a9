import assert from "node:assert/strict";
import { test } from "node:test";
import type { Audit } from "../../../../advisor/fleet/judge/audit-types.ts";
import { FORMATS } from "../../../../advisor/fleet/report/formats.ts";
import type { ReportContext } from "../../../../advisor/fleet/report/report-words.ts";

test("a cell of the audit cannot start a formula where a spreadsheet divides lines by semicolons", () => {
  const adapter = { machine: "web01;=SUM(A1)", upgrade: [], findings: [], missing: [] };
  const csv = [...FORMATS.csv({ adapters: [adapter] } as unknown as Audit, {} as ReportContext)].join("");
  assert.match(csv, /,web01;'=SUM\(A1\),/);
});
