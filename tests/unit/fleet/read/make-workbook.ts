import { strToU8, zipSync } from "fflate";

/** A cell of a sheet as it is written in the workbook. */
export type Cell = string | boolean | number | { inline: string } | { rich: string[] } | { raw: string };

/** Packs sheets into a workbook as spreadsheets do: texts are shared, rows and cells carry their references. */
export function makeWorkbook(
  sheets: Record<string, (readonly Cell[])[]>,
  { prefix = "", references = true, absolute = false } = {},
): Uint8Array {
  const shared: string[] = [];
  const tag = (name: string): string => `${prefix}${name}`;
  const share = (item: string): number => {
    const known = shared.indexOf(item);
    return known === -1 ? shared.push(item) - 1 : known;
  };
  const cell = (value: Cell, row: number, column: number): string => {
    const place = references ? ` r="${letters(column)}${row}"` : "";
    const make = (type: string, inner: string): string => `<${tag("c")}${place}${type}>${inner}</${tag("c")}>`;
    const v = (text: string | number): string => `<${tag("v")}>${text}</${tag("v")}>`;
    if (value === "") return references ? `<${tag("c")}${place} s="3"/>` : make("", "");
    if (typeof value === "string") return make(' t="s"', v(share(`<t xml:space="preserve">${escape(value)}</t>`)));
    if (typeof value === "boolean") return make(' t="b"', v(value ? 1 : 0));
    if (typeof value === "number") return make("", v(value));
    if ("inline" in value) return make(' t="inlineStr"', `<is><t>${escape(value.inline)}</t></is>`);
    if ("rich" in value)
      return make(
        ' t="s"',
        v(share(`${value.rich.map((run) => `<r><t>${escape(run)}</t></r>`).join("")}<rPh><t>x</t></rPh>`)),
      );
    return make("", value.raw);
  };
  const files: Record<string, string> = { "[Content_Types].xml": "<Types/>" };
  Object.values(sheets).forEach((rows, index) => {
    const lines = rows.map((cells, at) => {
      const place = references ? ` r="${at + 1}"` : "";
      return `<${tag("row")}${place}>${cells.map((value, column) => cell(value, at + 1, column)).join("")}</${tag("row")}>`;
    });
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<?xml version="1.0"?><${tag("worksheet")}><${tag("dimension")} ref="A1:XFD9"/><${tag("sheetData")}>${lines.join("")}</${tag("sheetData")}></${tag("worksheet")}>`;
  });
  const names = Object.keys(sheets);
  files["xl/workbook.xml"] =
    `<workbook><sheets>${names.map((name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`;
  files["xl/_rels/workbook.xml.rels"] =
    `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="${absolute ? "/xl/" : ""}worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`;
  files["xl/sharedStrings.xml"] = `<sst>${shared.map((item) => `<si>${item}</si>`).join("")}</sst>`;
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function letters(column: number): string {
  return (
    (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : "") + String.fromCharCode(65 + (column % 26))
  );
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
