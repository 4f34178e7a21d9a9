import type { FileInParts } from "../../record.ts";
import { BrokenArchive } from "./zip.ts";

/** A block of a tar archive. */
const block = 512;
/** A descriptor or configuration is smaller; disks are larger and are skipped. */
const mostOfMember = 64 * 1024 * 1024;
/** Members of an .ova or .tar that may describe machines. */
const wanted = /\.(?:ovf|vmx|xml|conf|json|csv|xlsx|zip|ya?ml|tfstate|txt)$/i;

/**
 * Reads the descriptors of an .ova or the files of a .tar. Disks are skipped by their length: of a Blob, only headers
 * and descriptors are read.
 */
export async function* readOva(
  content: Uint8Array | FileInParts,
): AsyncGenerator<{ member: string; bytes: Uint8Array }> {
  const size = ArrayBuffer.isView(content) ? content.length : content.size;
  const read = async (from: number, length: number): Promise<Uint8Array> =>
    ArrayBuffer.isView(content)
      ? content.subarray(from, from + length)
      : new Uint8Array(await content.slice(from, from + length).arrayBuffer());
  let found = 0;
  for (let at = 0; at + block <= size; ) {
    const header = await read(at, block);
    const name = readField(header, 0, 100);
    if (name === "") break;
    const length = readSize(header);
    const path = [readField(header, 345, 155), name].filter((part) => part !== "").join("/");
    const isFile = header[156] === 0 || header[156] === 0x30;
    at += block;
    if (isFile && wanted.test(path) && length <= mostOfMember) {
      if (at + length > size) throw new BrokenArchive(`The archive is cut off within ${path}.`);
      found++;
      yield { member: path, bytes: await read(at, length) };
    }
    at += Math.ceil(length / block) * block;
  }
  if (found === 0)
    throw new BrokenArchive("The archive holds no descriptor (.ovf) and no other file that can be read.");
}

function readField(header: Uint8Array, from: number, length: number): string {
  const bytes = header.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

/** Octal digits, or a binary number for files of 8 GiB and more. */
function readSize(header: Uint8Array): number {
  if (((header[124] ?? 0) & 0x80) !== 0) return header.subarray(125, 136).reduce((sum, byte) => sum * 256 + byte, 0);
  const size = Number.parseInt(readField(header, 124, 12).trim() || "0", 8);
  if (!Number.isFinite(size)) throw new BrokenArchive("A header of the archive is damaged.");
  return size;
}
