import { readFileSync } from "node:fs";

/** What vSphere offers one guest id over a range of virtual hardware versions. */
interface OfferedRow {
  id: string;
  from: number;
  to: number;
  adapters: string[];
  proposed: string | undefined;
}

/** The rows of tests/data/tables/vsphere-guests.csv, which says where they come from. */
export function readVsphereGuests(): OfferedRow[] {
  const text = readFileSync(new URL("../../data/tables/vsphere-guests.csv", import.meta.url), "utf8");
  const [, ...lines] = text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("#"));
  return lines.map((line) => {
    const [id = "", from, to, adapters = "", proposed] = line.split(",");
    return { id, from: Number(from), to: Number(to), adapters: adapters.split(" "), proposed: proposed || undefined };
  });
}
