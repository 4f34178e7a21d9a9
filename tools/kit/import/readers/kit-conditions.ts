import type { JsonPlace } from "../json-place.ts";
import type { Conditions } from "../row.ts";

/** A text of the kit's format; undefined for what could not be read. */
export function knownText(at: JsonPlace): string | undefined {
  const { text } = at;
  return text === undefined || text === "" || text === "unknown" ? undefined : text;
}

/** What the kit recorded of the guest, its adapter and the hypervisor, as conditions of a record. */
export function readKitConditions({
  guest,
  nic,
  hypervisor,
}: {
  guest: JsonPlace;
  nic: JsonPlace;
  hypervisor: JsonPlace;
}): Conditions {
  const text = (...parts: (string | undefined)[]): string | undefined => parts.filter(Boolean).join(" ") || undefined;
  const [vcpus, mtu, queues] = [guest.at("vcpus").number, nic.at("mtu").number, nic.at("queues", "combined").number];
  const version = knownText(hypervisor.at("version"));
  const os = text(knownText(guest.at("os")), knownText(guest.at("osVersion")));
  const kernel = knownText(guest.at("kernel"));
  const driver = text(knownText(nic.at("driver")), knownText(nic.at("driverVersion")));
  return {
    ...(os ? { guest: os } : {}),
    ...(kernel ? { guestKernel: kernel } : {}),
    ...(version ? { hypervisor: version } : {}),
    ...(driver ? { driver } : {}),
    ...(vcpus ? { vcpus } : {}),
    ...(queues ? { queues } : {}),
    ...(mtu ? { mtu } : {}),
    ...readOffloads(nic.at("offloads")),
  };
}

/** Offloads of a record by the names of the kit's format. */
const offloadNames = [
  ["tso", "tso"],
  ["gso", "gso"],
  ["gro", "gro"],
  ["lro", "lro"],
  ["rxChecksum", "checksum-receive"],
  ["txChecksum", "checksum-transmit"],
] as const;

type Offloads = NonNullable<Conditions["offloadsOn"]>;

function readOffloads(offloads: JsonPlace): Pick<Conditions, "offloadsOn" | "offloadsOff"> {
  const listIn = (state: string): Offloads =>
    offloadNames
      .filter(([name]) => offloads.at(name).text === state)
      .map(([, name]) => name) as readonly string[] as Offloads;
  const [on, off] = [listIn("on"), listIn("off")];
  return { ...(on.length > 0 ? { offloadsOn: on } : {}), ...(off.length > 0 ? { offloadsOff: off } : {}) };
}
