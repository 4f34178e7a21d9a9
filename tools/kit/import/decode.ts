import { findUtf16 } from "../../../advisor/fleet/read/text/documents.ts";

/** More than any of the tools writes in a day. */
const most = 64 * 1024 * 1024;

/** The text of a file, or why it has none. */
type Decoded = { text: string } | { refused: string; found: string };

/** Turns the bytes of a file into text: gzip is unpacked, UTF-16 and UTF-8 are told apart by mark or by zero bytes. */
export async function decodeFile(bytes: Uint8Array): Promise<Decoded> {
  if (bytes.length > most) return tooLarge(bytes.length);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const unpacked = await unpack(bytes);
    return unpacked instanceof Uint8Array ? decodeText(unpacked) : unpacked;
  }
  return decodeText(bytes);
}

function tooLarge(size: number): Decoded {
  return {
    refused: `the file is larger than ${most / 1024 / 1024} MiB. Import a part of it`,
    found: `${size} bytes`,
  };
}

async function unpack(bytes: Uint8Array): Promise<Uint8Array | Decoded> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return tooLarge(size);
      }
      chunks.push(value);
    }
  } catch {
    return { refused: "the gzip data is damaged or cut off", found: `${size} bytes could be unpacked` };
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function decodeText(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { refused: "the file is empty", found: "0 bytes" };
  // sar keeps its samples in a binary file; sadf turns it into text.
  if (hasMark(bytes, 0x96, 0xd5) || hasMark(bytes, 0xd5, 0x96))
    return {
      refused: "this is sar's binary file. Convert it first: sadf -j FILE -- -n DEV -u > FILE.json",
      found: "binary data",
    };
  const text = new TextDecoder(findUtf16(bytes) ?? "utf-8").decode(bytes);
  if (text.includes("\0")) return { refused: "this is not a text file", found: "binary data" };
  if (text.trim() === "") return { refused: "the file is empty", found: `${bytes.length} bytes of white space` };
  return { text };
}

function hasMark(bytes: Uint8Array, first: number, second: number): boolean {
  return bytes[0] === first && bytes[1] === second;
}
