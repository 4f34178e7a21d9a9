import { Inflate } from "fflate";

/** A file in a zip archive. */
export interface ZipMember {
  name: string;
  /** Size when unpacked. */
  size: number;
  /** Passes the unpacked bytes on, piece by piece; throws if they are damaged. */
  unpack(take: (bytes: Uint8Array) => void): void;
}

/** An archive that cannot be read. */
export class BrokenArchive extends Error {}

/** Bytes that are unpacked at once. */
const piece = 256 * 1024;
/** An archive that unpacks to more is not an inventory. */
const mostUnpacked = 2 * 1024 * 1024 * 1024;

/** Whether bytes are those of a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Lists the files of a zip archive by its directory, without unpacking them. Throws BrokenArchive. */
export function listZip(bytes: Uint8Array): ZipMember[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const first = Math.max(0, end - 65_535);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < first || bytes.length < 22)
    throw new BrokenArchive("The zip archive is cut off: its directory is missing.");
  const members: ZipMember[] = [];
  let entries = 0;
  let at = findDirectory(view, end);
  for (; at + 46 <= end && view.getUint32(at, true) === 0x02014b50; entries++) {
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const nameLength = view.getUint16(at + 28, true);
    const extra = at + 46 + nameLength;
    const extraLength = view.getUint16(at + 30, true);
    const [size, packed, header] = readLong(view, [at + 24, at + 20, at + 42], extra, extra + extraLength);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, extra));
    at = extra + extraLength + view.getUint16(at + 32, true);
    if (name.endsWith("/")) continue;
    members.push({
      name: name.replaceAll("\\", "/"),
      size,
      unpack: (take) => {
        if (flags & 1) throw new BrokenArchive("The file has a password.");
        if (header + 30 > bytes.length || view.getUint32(header, true) !== 0x04034b50)
          throw new BrokenArchive("The zip archive is damaged here.");
        const from = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
        if (from + packed > bytes.length) throw new BrokenArchive("The zip archive is cut off here.");
        unpackData(bytes.subarray(from, from + packed), method, take);
      },
    });
  }
  // The count has two bytes: of more than 65,535 entries some programs write what is left over, others 0xffff.
  const stated = view.getUint16(end + 10, true);
  if (stated !== (entries & 0xffff) && stated !== 0xffff)
    throw new BrokenArchive("The directory of the zip archive is damaged.");
  return members;
}

/** Where the directory begins; in a large archive (ZIP64) a record before the end says so. */
function findDirectory(view: DataView, end: number): number {
  const start = view.getUint32(end + 16, true);
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) return start;
  const record = Number(view.getBigUint64(locator + 8, true));
  if (record + 56 > view.byteLength || view.getUint32(record, true) !== 0x06064b50)
    throw new BrokenArchive("The directory of the zip archive is damaged.");
  return Number(view.getBigUint64(record + 48, true));
}

/** Numbers of an entry of the directory. Those that do not fit into four bytes stand in its extra field, in this order. */
function readLong<const Places extends readonly number[]>(
  view: DataView,
  places: Places,
  from: number,
  to: number,
): { [Index in keyof Places]: number } {
  let field = from;
  while (field + 4 <= to && view.getUint16(field, true) !== 1) field += 4 + view.getUint16(field + 2, true);
  let next = field + 4;
  return places.map((place) => {
    const short = view.getUint32(place, true);
    if (short !== 0xffffffff || next + 8 > Math.min(to, view.byteLength)) return short;
    next += 8;
    return Number(view.getBigUint64(next - 8, true));
  }) as { [Index in keyof Places]: number };
}

/** The unpacked bytes of a member as a whole. */
export function unpackWhole(member: ZipMember): Uint8Array {
  const parts: Uint8Array[] = [];
  member.unpack((bytes) => parts.push(bytes));
  return joinBytes(parts);
}

/** One array of several. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function unpackData(data: Uint8Array, method: number, take: (bytes: Uint8Array) => void): void {
  if (method === 0) return take(data);
  if (method !== 8)
    throw new BrokenArchive("The file is packed by a method that is not supported. Pack it as ordinary zip.");
  let size = 0;
  const inflate = new Inflate((bytes) => {
    size += bytes.length;
    if (size > mostUnpacked) throw new BrokenArchive("The file unpacks to more than 2 GiB.");
    take(bytes);
  });
  try {
    for (let at = 0; at === 0 || at < data.length; at += piece)
      inflate.push(data.subarray(at, at + piece), at + piece >= data.length);
  } catch (error) {
    throw error instanceof BrokenArchive
      ? error
      : isFflate(error)
        ? new BrokenArchive("The packed data is damaged.")
        : error;
  }
}

/** fflate's errors have a number. */
function isFflate(error: unknown): boolean {
  return error instanceof Error && "code" in error;
}
