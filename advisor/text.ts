/** A number with its thousands grouped, for example 50,000; decimals stay as they are. */
export function groupDigits(value: number): string {
  return String(value).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A number with the noun for what it counts: "1 file", "2,000 files". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}

/** Puts words into a list as a sentence has it: "a, b and c". */
export function joinWords(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** Cuts a text that is longer than a message has room for. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
}
