/** The text of a file and, if some bytes fit no encoding, what was done about them. */
export type DecodedText = { text: string; doubt: string | null } | { refused: string };

/** Longer texts do not fit into a string of every JavaScript engine. */
const mostBytes = 400 * 1024 * 1024;

/**
 * Turns the bytes of a file into text: UTF-8 and UTF-16 by their mark or by their bytes, else the encoding that a .vmx
 * names, else Windows-1252.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) return { refused: "The file is empty." };
  if (bytes.length > mostBytes) return { refused: "The file is larger than 400 MiB. Split it." };
  const utf16 = findUtf16(bytes);
  if (utf16) return finish(new TextDecoder(utf16).decode(bytes), null);
  const text = decodeStrictly("utf-8", bytes);
  if (text !== null) return finish(text, null);
  const named = /^[ \t]*\.encoding\s*=\s*"([\w-]+)"/m.exec(
    new TextDecoder("windows-1252").decode(bytes.subarray(0, 4096)),
  )?.[1];
  const byName = named && !/^utf-?8$/i.test(named) ? decodeStrictly(named, bytes) : null;
  if (byName !== null) return finish(byName, null);
  const lossy = new TextDecoder("utf-8").decode(bytes);
  const [good, bad] = [count(lossy, /[\u0080-\ufffc]/g), count(lossy, /\ufffd/g)];
  if (good > bad)
    return finish(lossy, `${bad} ${bad === 1 ? "character is" : "characters are"} not UTF-8 and shown as \ufffd.`);
  return finish(new TextDecoder("windows-1252").decode(bytes), null);
}

function finish(text: string, doubt: string | null): DecodedText {
  if (text.includes("\0")) return { refused: "The file is binary and in no format that is known here." };
  if (text.trim() === "") return { refused: "The file is empty." };
  return { text, doubt };
}

function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  // Without a mark, every other byte of Latin letters in UTF-16 is zero.
  const start = bytes.subarray(0, 200);
  const zeros = (offset: number): number => start.filter((byte, at) => at % 2 === offset && byte === 0).length;
  if (zeros(1) > start.length / 4 && zeros(0) === 0) return "utf-16le";
  return zeros(0) > start.length / 4 && zeros(1) === 0 ? "utf-16be" : null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
