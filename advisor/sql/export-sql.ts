import type { Advisor } from "../advisor.ts";
import { writeDecideSql } from "./decide-sql.ts";
import { buildDecisionTables } from "./decision-tables.ts";
import { dialects, toCsv } from "./dialects.ts";

/** A file of the export. */
interface ExportedFile {
  name: string;
  text: string;
}

/** The files of the export for a database: each table as CSV, and the script that decides. The same for the same knowledge. */
export function exportSql(advisor: Advisor, dialect: string): ExportedFile[] {
  const chosen = dialects[dialect];
  if (!chosen) throw new Error(`No dialect "${dialect}".`);
  const decision = buildDecisionTables(advisor);
  return [
    ...decision.tables.map((table) => ({ name: `${table.name}.csv`, text: toCsv(table) })),
    { name: "decide.sql", text: writeDecideSql(advisor, decision, chosen) },
  ];
}
