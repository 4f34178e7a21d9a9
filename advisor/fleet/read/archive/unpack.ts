import { Gunzip } from "fflate";
import type { FileInParts, FleetInput } from "../../record.ts";
import { readOva } from "./tar.ts";
import { BrokenArchive, isZip, joinBytes, listZip, unpackWhole, type ZipMember } from "./zip.ts";

/** A file out of the input, unpacked; or why it cannot be unpacked. */
export type Member = { file: string } & (
  | { bytes: Uint8Array }
  | { workbook: readonly ZipMember[] }
  | { refused: string }
);

/** Archives within archives go no deeper. */
const deepest = 3;
/** Of a member that holds disks or programs nothing is unpacked. */
const mostOfMember = 400 * 1024 * 1024;
/** Members of archives that no reader wants. */
const ignored =
  /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)|\.(?:vmdk|vmem|vmsn|nvram|iso|png|jpe?g|pdf|docx?|exe|mf|cert)$/i;

/** Unpacks an input: zip with its members, gzip, .ova and .tar with their descriptors; a workbook stays as it is. */
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
  if (isTar(head)) {
    for await (const { member, bytes } of readOva(content))
      yield* unpack({ name: `${name}!${member}`, bytes }, depth + 1);
    return;
  }
  const bytes = ArrayBuffer.isView(content) ? content : await readStart(content, content.size);
  if (depth > deepest) throw new BrokenArchive("The archive holds archives that are nested too deeply.");
  if (head[0] === 0x1f && head[1] === 0x8b) {
    yield* unpack({ name: name.replace(/\.gz$/i, "").replace(/\.tgz$/i, ".tar"), bytes: gunzip(bytes) }, depth + 1);
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
  if (wanted.length === 0) throw new BrokenArchive("The archive holds no file that can be read.");
  for (const member of wanted) {
    const file = `${name}!${member.name}`;
    if (member.size > mostOfMember) yield { file, refused: "The file unpacks to more than 400 MiB. Split it." };
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

function gunzip(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Gunzip((part) => {
    size += part.length;
    if (size > mostOfMember) throw new BrokenArchive("The file unpacks to more than 400 MiB. Split it.");
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
