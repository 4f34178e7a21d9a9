import { BrokenRecords } from "./broken-records.ts";
import type { RecordOf } from "./records.ts";

type Adapter = Pick<RecordOf<"adapters">, "id" | "platforms">;

/**
 * Adapters name their platforms in one order. Addresses rest on it: the first platform of an adapter has the page
 * /adapters/ID/apply/, and the others have their names in theirs.
 */
export function assertPlatformOrder(adapters: readonly Adapter[]): void {
  const order = new Map<string, string>();
  for (const { id, platforms } of adapters) {
    for (const [first, second] of pairs(Object.keys(platforms))) {
      const other = order.get(`${second} ${first}`);
      if (other !== undefined) {
        throw new BrokenRecords(
          `data/adapters/${id}.yaml names ${first} before ${second}, and data/adapters/${other}.yaml the other way round.`,
          `The platform that an adapter names first has the page /adapters/ID/apply/: all of them keep to one order.`,
        );
      }
      if (!order.has(`${first} ${second}`)) order.set(`${first} ${second}`, id);
    }
  }
}

function pairs(names: readonly string[]): [first: string, second: string][] {
  return names.flatMap((first, index) => names.slice(index + 1).map((second): [string, string] => [first, second]));
}
