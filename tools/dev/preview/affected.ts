import type { Outputs } from "../../site/compile/compile.ts";
import { isMapping } from "../../check/select.ts";
import { folderOf, type Kind } from "../../records/kinds.ts";

/** A record that somebody wants to see. */
export interface Asked {
  kind: Kind;
  id: string;
}

/** Pages that show every record and that a preview always needs. */
const overviews = ["/", "/advisor", "/compare"];

/** Lists the pages, without the slash at the end, on which the records asked for are shown, their own first. */
export function listAffected(outputs: Outputs, asked: readonly Asked[]): string[] {
  const compiled = [...outputs]
    .filter(([file]) => file.startsWith("knowledge/"))
    .flatMap(([, text]) => listCompiled(String(text)));
  const own = asked.flatMap((record) => findPagePath(outputs, record) ?? []);
  const mentions = new RegExp(`(?<![a-z0-9-])(${asked.map(({ id }) => id).join("|")})(?![a-z0-9-])`);
  const showing = compiled.filter((record) => mentions.test(JSON.stringify(record))).map(({ path }) => path);
  const lists = compiled.map(({ path }) => path.replace(/^(\/[^/]+\/).*$/s, "$1"));
  return [...new Set([...own, ...showing, ...lists, ...overviews].map(toPage))];
}

/** Where a record is shown, with its anchor on pages that show several; undefined while it is not compiled. */
export function findPagePath(outputs: Outputs, { kind, id }: Asked): string | undefined {
  const list = outputs.get(`knowledge/${folderOf(kind).replace("data/", "")}.json`);
  return list === undefined ? undefined : listCompiled(String(list)).find((record) => record.id === id)?.path;
}

function toPage(path: string): string {
  return path.replace(/#.*$/s, "").replace(/(.)\/$/, "$1");
}

interface Compiled {
  id: unknown;
  path: string;
}

function listCompiled(text: string): Compiled[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) return [];
  return list.filter((record): record is Compiled => isMapping(record) && typeof record.path === "string");
}
