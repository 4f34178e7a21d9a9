import { findRivals } from "../keep-unique.ts";
import type { WorldRule } from "../rule.ts";
import { select } from "../select.ts";

/**
 * No two records of a kind have the same place in lists.
 *
 * Good: `order: 10` in one adapter, `order: 20` in the next.
 * Bad: `order: 10` in both.
 */
export const ordersUnique: WorldRule = {
  name: "orders-unique",
  summary: "No two records of a kind have the same order.",
  scope: "world",
  check(world) {
    const claims = world.set.records.flatMap((record) =>
      select(record.data, "order")
        .filter(({ value }) => typeof value === "number")
        .map(({ path, value }) => ({ key: `${record.kind} ${String(value)}`, record, path })),
    );
    const orders = new Set(claims.map(({ key }) => key));
    return findRivals(claims, world, ({ key, record }, holder) => {
      const [kind = "", order = ""] = key.split(" ");
      return {
        message: `order ${order} is taken by ${holder.file}`,
        help: `the next free ${record.kind} order is ${findFree(kind, Number(order), orders)}`,
      };
    });
  },
};

function findFree(kind: string, order: number, taken: ReadonlySet<string>): number {
  let free = order + 1;
  while (taken.has(`${kind} ${free}`)) free++;
  return free;
}
