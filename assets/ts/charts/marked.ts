/** The adapters that a reader has marked, for all charts of the page; the page itself keeps them, so that nobody owns them. */
export function listMarked(): Set<string> {
  return new Set(document.documentElement.dataset.marked?.split(" ").filter((id) => id !== "") ?? []);
}

/** Marks these adapters and no others, in all charts of the page. */
export function setMarked(adapters: Iterable<string>): void {
  const ids = [...adapters];
  if (ids.length > 0) document.documentElement.dataset.marked = ids.join(" ");
  else delete document.documentElement.dataset.marked;
  document.dispatchEvent(new Event(name));
}

/** Calls back when other adapters are marked; returns what ends that. */
export function onMarked(take: () => void): () => void {
  document.addEventListener(name, take);
  return () => document.removeEventListener(name, take);
}

const name = "atlas-marked";
