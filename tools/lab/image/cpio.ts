/** A file or folder of the guest's first file system. */
export interface CpioEntry {
  /** Without a leading slash. */
  path: string;
  /** Left out for a folder. */
  bytes?: Uint8Array;
  isExecutable?: boolean;
}

const kinds = { folder: 0o040755, file: 0o100644, program: 0o100755 } as const;

/**
 * Writes an archive in the "new ASCII" format that the kernel unpacks; see Documentation/driver-api/early-userspace/buffer-format.rst.
 * Times, owners and numbers are the same each time, so that the same files give the same bytes.
 */
export function writeCpio(entries: readonly CpioEntry[]): Buffer {
  const parts = entries.map((entry, index) => writeEntry(entry, index + 1));
  return Buffer.concat([...parts, writeEntry({ path: "TRAILER!!!", bytes: new Uint8Array() }, 0)]);
}

function writeEntry({ path, bytes, isExecutable = false }: CpioEntry, number: number): Buffer {
  const name = Buffer.from(`${path}\0`, "utf8");
  const mode =
    path === "TRAILER!!!" ? 0 : bytes === undefined ? kinds.folder : isExecutable ? kinds.program : kinds.file;
  const content = bytes ?? new Uint8Array();
  const links = bytes === undefined ? 2 : 1;
  // In order: number, mode, owner, group, links, time, size, device and its own device, length of the name, checksum.
  const fields = [number, mode, 0, 0, links, 0, content.length, 0, 0, 0, 0, name.length, 0];
  const head = `070701${fields.map((field) => field.toString(16).padStart(8, "0")).join("")}`;
  return Buffer.concat([pad(Buffer.concat([Buffer.from(head, "latin1"), name])), pad(content)]);
}

/** Names and contents end at multiples of four bytes. */
function pad(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
