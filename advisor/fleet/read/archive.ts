import { Gunzip, Inflate } from "fflate";
import type { FileInParts, FleetInput } from "../record.ts";

/** An unpacked file of the input, or the reason why it cannot be unpacked. */
export type Member = { file: string } & (
  | { bytes: Uint8Array }
  | { workbook: readonly ZipMember[] }
  | { refused: string }
);

/** Maximum depth of archives within archives. */
const deepest = 3;
/** Members with disks or programs, which are not unpacked. */
const mostOfMember = 400 * 1024 * 1024;
const tooLarge = "The file unpacks to more than 400 MiB. Split it.";
/** Members of archives that no reader wants. */
const ignored =
  /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db$|desktop\.ini$)|\.(?:vmdk|qcow2?|vhdx?|vdi|img|vmem|vmsn|nvram|iso|png|jpe?g|pdf|docx?|exe|mf|cert)$/i;

/** Unpacks an input: zip, .ova and .tar with their members, gzip; a workbook stays as it is. */
export async function* unpack({ name, bytes }: FleetInput, depth = 0): AsyncGenerator<Member> {
  try {
    yield* unpackOne(name, bytes, depth);
  } catch (error) {
    yield {
      file: name,
      refused: error instanceof BrokenArchive ? error.message : `The file cannot be unpacked: ${error}`,
    };
  }
}

async function* unpackOne(name: string, content: Uint8Array | FileInParts, depth: number): AsyncGenerator<Member> {
  const head = ArrayBuffer.isView(content) ? content.subarray(0, 512) : await readStart(content, 512);
  if (depth > deepest) throw new BrokenArchive("The archive contains archives that are nested too deeply.");
  if (isTar(head)) {
    for await (const { path, bytes } of readTar(content)) {
      const file = `${name}!${path}`;
      if (bytes) yield* unpack({ name: file, bytes }, depth + 1);
      else yield { file, refused: tooLarge };
    }
    return;
  }
  const bytes = ArrayBuffer.isView(content) ? content : await readStart(content, content.size);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    yield* unpack({ name: nameContent(name), bytes: gunzip(bytes) }, depth + 1);
    return;
  }
  if (head[0] === 0xd0 && head[1] === 0xcf && head[2] === 0x11 && head[3] === 0xe0)
    throw new BrokenArchive(
      "This is an old .xls workbook or one with a password. Save it as .xlsx without a password.",
    );
  if (!isZip(bytes)) {
    yield { file: name, bytes };
    return;
  }
  const members = listZip(bytes);
  if (members.some((member) => member.name === "xl/workbook.xml" || member.name === "[Content_Types].xml")) {
    yield { file: name, workbook: members };
    return;
  }
  const wanted = members.filter((member) => !ignored.test(member.name));
  if (wanted.length === 0) throw new BrokenArchive("The archive contains no readable file.");
  for (const member of wanted) {
    const file = `${name}!${member.name}`;
    if (member.size > mostOfMember) yield { file, refused: tooLarge };
    else yield* unpackMember(file, member, depth);
  }
}

async function* unpackMember(file: string, member: ZipMember, depth: number): AsyncGenerator<Member> {
  let bytes: Uint8Array;
  try {
    bytes = unpackWhole(member);
  } catch (error) {
    if (!(error instanceof BrokenArchive)) throw error;
    yield { file, refused: error.message };
    return;
  }
  yield* unpack({ name: file, bytes }, depth + 1);
}

async function readStart(blob: FileInParts, size: number): Promise<Uint8Array> {
  return new Uint8Array(await blob.slice(0, size).arrayBuffer());
}

function isTar(head: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(head.subarray(257, 262)) === "ustar";
}

/** The content of a gzip file has the name of a member: `vms.csv.gz!vms.csv`. */
function nameContent(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("!")) + 1);
  const [, content, ending] = /^(.+)\.(t?gz)$/is.exec(last) ?? [];
  if (content === undefined) return name;
  return `${name}!${content}${ending?.toLowerCase() === "tgz" ? ".tar" : ""}`;
}

function gunzip(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Gunzip((part) => {
    size += part.length;
    if (size > mostOfMember) throw new BrokenArchive(tooLarge);
    parts.push(part);
  });
  try {
    for (let at = 0; at < bytes.length; at += 65_536)
      stream.push(bytes.subarray(at, at + 65_536), at + 65_536 >= bytes.length);
  } catch (error) {
    throw error instanceof BrokenArchive ? error : new BrokenArchive("The gzip data is damaged or cut off.");
  }
  return joinBytes(parts);
}

/** A block of a tar archive. */
const block = 512;
/** Maximum size of a header with a path. */
const mostOfHeader = 1024 * 1024;
/** Maximum length of a path on any system. */
const longestPath = 32_767;

/** Facts in an extended header about the next member. */
interface MemberHeader {
  path?: string;
  size?: number;
}

/** A file in a tar archive; without bytes if it is too large. */
interface TarMember {
  path: string;
  bytes: Uint8Array | null;
}

/**
 * Reads the files of a .tar or .ova. It skips disks by their length. From a Blob, it loads only headers and the files that are
 * used.
 */
async function* readTar(content: Uint8Array | FileInParts): AsyncGenerator<TarMember> {
  const size = ArrayBuffer.isView(content) ? content.length : content.size;
  const read = async (from: number, length: number, path: string): Promise<Uint8Array> => {
    if (from + length > size) throw new BrokenArchive(`The archive is cut off within ${path}.`);
    return ArrayBuffer.isView(content)
      ? content.subarray(from, from + length)
      : new Uint8Array(await content.slice(from, from + length).arrayBuffer());
  };
  let found = 0;
  let ofAll: MemberHeader = {};
  let ofNext: MemberHeader = {};
  for (let at = 0; at + block <= size; ) {
    const header = await read(at, block, "a header");
    const name = readField(header, 0, 100);
    if (name === "") break;
    at += block;
    const type = String.fromCharCode(header[156] || 0x30);
    const prefixed = [readField(header, 345, 155), name].filter((part) => part !== "").join("/");
    if ("LKxg".includes(type)) {
      const length = readSize(header);
      if (length > mostOfHeader) throw new BrokenArchive("A header of the archive is damaged.");
      const bytes = await read(at, length, prefixed);
      if (type === "L") ofNext.path = readField(bytes, 0, length);
      else if (type === "x") ofNext = { ...ofNext, ...readPax(bytes) };
      else if (type === "g") ofAll = { ...ofAll, ...readPax(bytes) };
      at += Math.ceil(length / block) * block;
      continue;
    }
    const { path = prefixed, size: length = readSize(header) } = { ...ofAll, ...ofNext };
    ofNext = {};
    if (path.length > longestPath) throw new BrokenArchive("A header of the archive is damaged.");
    if (type === "0" && !path.endsWith("/") && !ignored.test(path)) {
      found++;
      yield { path, bytes: length > mostOfMember ? null : await read(at, length, path) };
    }
    at += Math.ceil(length / block) * block;
  }
  if (found === 0) throw new BrokenArchive("The archive contains no descriptor (.ovf) and no other readable file.");
}

/** Reads the records of a PAX header, such as `30 path=exports/tabvInfo.csv` and a newline. */
function readPax(bytes: Uint8Array): MemberHeader {
  const header: MemberHeader = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(readField(bytes, at, 20), 10);
    // A value may be of bytes such as zeros.
    const record = new TextDecoder().decode(bytes.subarray(at, at + length));
    const [, key, value = ""] = /^\d+ ([^=]+)=(.*)\n$/s.exec(record) ?? [];
    if (key === undefined || at + length > bytes.length) throw new BrokenArchive("A header of the archive is damaged.");
    if (key === "path" && value !== "") header.path = value;
    if (key === "size" && /^\d+$/.test(value)) header.size = Number(value);
    at += length;
  }
  return header;
}

function readField(header: Uint8Array, from: number, length: number): string {
  const bytes = header.subarray(from, from + length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

/** Reads octal digits, or a binary number for files of 8 GiB and more. */
function readSize(header: Uint8Array): number {
  if (((header[124] ?? 0) & 0x80) !== 0) return header.subarray(125, 136).reduce((sum, byte) => sum * 256 + byte, 0);
  const size = Number.parseInt(readField(header, 124, 12).trim() || "0", 8);
  if (!Number.isFinite(size)) throw new BrokenArchive("A header of the archive is damaged.");
  return size;
}

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
/** Maximum unpacked size of an inventory. */
const mostUnpacked = 2 * 1024 * 1024 * 1024;

/** Whether bytes are those of a zip archive. */
function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Lists the files of a zip archive by its directory, without unpacking them. Throws BrokenArchive. */
function listZip(bytes: Uint8Array): ZipMember[] {
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

/** Joins arrays. */
function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
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
  if (method !== 8) throw new BrokenArchive("The compression method is not supported. Pack the file as ordinary zip.");
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
