/** The value of a map under a key; worked out and kept the first time. */
export function getOrCompute<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = compute();
  map.set(key, made);
  return made;
}
