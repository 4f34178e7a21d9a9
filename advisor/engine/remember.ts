/** What is remembered under a key; worked out the first time. */
export function remember<K, V>(memo: Map<K, V>, key: K, work: () => V): V {
  const known = memo.get(key);
  if (known !== undefined) return known;
  const made = work();
  memo.set(key, made);
  return made;
}
