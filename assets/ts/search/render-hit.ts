import type { Hit } from "./find.ts";

/** Makes the entry of a result: its kind, its title as a link, its note, with the words that match marked. */
export function renderHit({ path, kind, title, note, matched }: Hit, base: string): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = base + path.slice(1);
  link.append(...mark(title, matched));
  const label = document.createElement("span");
  label.className = "search-kind";
  label.textContent = kind;
  const heading = document.createElement("p");
  heading.className = "search-title";
  heading.append(label, " ", link);
  item.append(heading);
  if (note !== "") {
    const text = document.createElement("p");
    text.className = "note";
    text.append(...mark(note, matched));
    item.append(text);
  }
  return item;
}

/** Splits a text so that each place where a matched word begins is a mark. */
function mark(text: string, words: readonly string[]): (string | HTMLElement)[] {
  if (words.length === 0) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
  return text.split(new RegExp(`(?<!\\p{L})(${escaped.join("|")})`, "giu")).map((part, at) => {
    if (at % 2 === 0) return part;
    const element = document.createElement("mark");
    element.textContent = part;
    return element;
  });
}
