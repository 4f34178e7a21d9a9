import type { FleetInput } from "../../../advisor/fleet/record.ts";

/** Files that are chosen, by their paths if they come from a folder. A file goes to the worker unread. */
export function listChosen(input: HTMLInputElement | null): FleetInput[] {
  return [...(input?.files ?? [])].map((file) => asInput(file.webkitRelativePath || file.name, file)).filter(isVisible);
}

/** Files that are dropped, those in folders and below too, by their paths. */
export async function listDropped({ items, files }: Pick<DataTransfer, "items" | "files">): Promise<FleetInput[]> {
  // The browser forgets what was dropped once the event is over, so nothing is awaited before all entries are there.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((entry) => entry !== null);
  if (entries.length === 0) return [...files].map((file) => asInput(file.name, file));
  const inputs: FleetInput[] = [];
  for (const entry of entries) for await (const input of walk(entry)) inputs.push(input);
  return inputs.filter(isVisible);
}

async function* walk(entry: FileSystemEntry): AsyncGenerator<FleetInput> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    yield asInput(path, await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives some of its entries at a time, and none when it is done.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const inner of some) yield* walk(inner);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function asInput(name: string, bytes: File): FleetInput {
  return { name, bytes };
}

/** Hidden files, and files in hidden folders, are no part of an inventory. */
function isVisible({ name }: FleetInput): boolean {
  return !/(?:^|\/)\./.test(name);
}
