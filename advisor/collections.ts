/** Groups items by a key, in the order in which the keys first appear; a library function from ES2024 on. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Whether a value is an object with fields, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Index of the lowest bit of a mask that is not 0. */
export function firstBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** Calls back with the index of each bit of a mask, lowest first. */
export function eachBit(mask: number, visit: (index: number) => void): void {
  for (let bits = mask; bits !== 0; bits &= bits - 1) visit(firstBit(bits));
}

/** How many bits of a mask are set. */
export function countBits(mask: number): number {
  let count = 0;
  for (let bits = mask; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** A function that computes something of an object once, and remembers it for as long as the object is in use. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    let kept = known.get(key);
    if (!kept) known.set(key, (kept = { value: compute(key) }));
    return kept.value;
  };
}

/** The value of a map under a key; worked out and kept the first time. */
export function getOrCompute<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = compute();
  map.set(key, made);
  return made;
}
