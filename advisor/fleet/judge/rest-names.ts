import { oncePer } from "../../collections.ts";
import type { Guest } from "../../knowledge/knowledge.ts";

/** Names of vSphere's REST API that are more than another spelling of the guest ID. */
const renamed = new Map([
  ["WINDOWS_SERVER_2019", "windows2019srv_64guest"],
  ["WINDOWS_SERVER_2021", "windows2019srvnext_64guest"],
  ["WINDOWS_SERVER_2025", "windows2022srvnext_64guest"],
]);

/** Guest IDs of vSphere by their words alone: windows9server64 for windows9server64guest, other64 for otherguest64. */
const idsByWords = oncePer((guests: readonly Guest[]): ReadonlyMap<string, string> => {
  const ids = guests.flatMap(({ aliases }) => aliases.filter((alias) => /guest(?:64)?$/i.test(alias)));
  return new Map(
    ids.map((id) => [
      id
        .toLowerCase()
        .replaceAll("_", "")
        .replace(/guest(?=(?:64)?$)/, ""),
      id,
    ]),
  );
});

/** The guest ID for a name of vSphere's REST API, such as WINDOWS_9_SERVER_64; any other text as it is. */
export function toGuestId(guests: readonly Guest[], written: string): string {
  const name = written.trim();
  if (!/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(name)) return written;
  return renamed.get(name) ?? idsByWords(guests).get(name.toLowerCase().replaceAll("_", "")) ?? written;
}
