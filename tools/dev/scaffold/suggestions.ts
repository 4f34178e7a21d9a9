import { select } from "../../check/select.ts";
import type { World } from "../../check/world.ts";
import type { Kind } from "../../records/kinds.ts";
import type { Leaf } from "./leaves.ts";

/** What a leaf most likely holds, from what is known without asking; undefined where only the author knows. */
export function suggestAnswer(kind: Kind, { path, schema }: Leaf, { set, today }: World): string | undefined {
  if (path.length !== 1) return undefined;
  if (path[0] === "accessed") return today;
  if (path[0] !== "order") return undefined;
  const orders = set.records.filter((record) => record.kind === kind).flatMap(({ data }) => select(data, "order"));
  return String(findFreeOrder(new Set(orders.map(({ value }) => value)), Number(schema.maximum ?? Infinity)));
}

/** At the end, with room for others before it; where the numbers end, the first that is free. */
function findFreeOrder(taken: ReadonlySet<unknown>, maximum: number): number {
  const last = Math.max(0, ...[...taken].filter((order) => typeof order === "number"));
  const next = (Math.floor(last / 10) + 1) * 10;
  if (next <= maximum) return next;
  let free = 1;
  while (taken.has(free)) free++;
  return free;
}
