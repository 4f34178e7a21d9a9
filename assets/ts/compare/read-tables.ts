import type { Answer, Column, Span, Support } from "./judge.ts";

/** The table of one platform as it stands on the page. */
export interface CompareTable {
  platform: string;
  title: string;
  section: HTMLElement;
  columns: Column[];
  /** Ids of the two columns that a narrow window begins with. */
  firstShown: string[];
  /** Feature id to what the platform calls it. */
  names: Map<string, string>;
}

/** Reads what the page says; nothing else is asked for. */
export function readTables(page: ParentNode): CompareTable[] {
  return [...page.querySelectorAll<HTMLElement>("section[data-platform]")].map((section) => {
    const rows = [...section.querySelectorAll<HTMLElement>("tr[data-feature]")];
    const heads = [...section.querySelectorAll<HTMLElement>("thead th[data-column]")];
    const columns = heads.map(({ dataset }): Column => {
      const id = dataset.column ?? "";
      const answers = rows.flatMap((row): [string, Answer][] => {
        const cell = row.querySelector<HTMLElement>(`td[data-column="${id}"]`);
        return cell
          ? [[row.dataset.feature ?? "", { support: cell.dataset.support as Support, ...readSpan(cell) }]]
          : [];
      });
      return { id, name: dataset.name ?? id, answers: new Map(answers), ...readSpan({ dataset }) };
    });
    const names = new Map(
      rows.map((row) => [row.dataset.feature ?? "", row.querySelector("th")?.textContent?.trim() ?? ""]),
    );
    return {
      platform: section.dataset.platform ?? "",
      title: section.querySelector("h2")?.textContent?.trim() ?? "",
      section,
      columns,
      firstShown: heads.filter((head) => head.hasAttribute("data-shown")).map(({ dataset }) => dataset.column ?? ""),
      names,
    };
  });
}

function readSpan({ dataset }: Pick<HTMLElement, "dataset">): Span {
  const { first, last } = dataset;
  return {
    ...(first === undefined ? {} : { first: Number(first) }),
    ...(last === undefined ? {} : { last: Number(last) }),
  };
}
