import { lookUpGuest, type GuestIndex } from "./guests.ts";
import type { Guest } from "../knowledge/knowledge.ts";

/**
 * The values of ostype in Proxmox VE, each with the guests that its manual (qm.conf) and its form name, without their bitness.
 * One value stands for several guests; the first is the one that is taken if all lead to the same adapter.
 */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    l24: ["other-linux-2-4"],
    // Kernel 2.6 is left out: only 2.6.25 and later have virtio_net, and the form of Proxmox VE gives the whole type a VirtIO card.
    l26: ["other-linux-6", "other-linux-7", "other-linux-5", "other-linux-4", "other-linux-3"],
    other: ["other"],
    solaris: ["solaris11", "solaris10", "solaris9", "solaris8"],
    w2k: ["windows-2000"],
    w2k3: ["windows-server-2003"],
    w2k8: ["windows-server-2008", "windows-vista"],
    win10: ["windows-10", "windows-server-2016", "windows-server-2019"],
    win11: ["windows-11", "windows-server-2022", "windows-server-2025"],
    win7: ["windows-7", "windows-server-2008-r2"],
    win8: ["windows-8", "windows-server-2012-r2"],
    wvista: ["windows-vista"],
    wxp: ["windows-xp", "windows-server-2003"],
  }),
);
/** With spaces around it. */
const LONGEST_TYPE = 12;

/** Every value of ostype that is understood. */
export const PROXMOX_TYPES: readonly string[] = [...TYPES.keys()];

/** Whether a spelling is taken for an ostype of Proxmox VE although another tool has an id of the same text. */
export function isProxmoxType(spelling: string, platform: string | undefined): boolean {
  return platform === "kvm" && TYPES.has(spelling.trim().toLowerCase());
}

/**
 * The guests that a spelling means as an ostype of Proxmox VE, those of 64 bits first; empty for other text. Where the same text is
 * an id of another tool (`win10`), it is an ostype on KVM alone. A bitness leaves those that have it.
 */
export function listProxmoxGuests(
  guests: readonly Guest[],
  index: GuestIndex,
  spelling: string,
  platform: string | undefined,
  bitness?: number,
): Guest[] {
  const members = spelling.length > LONGEST_TYPE ? undefined : TYPES.get(spelling.trim().toLowerCase());
  if (!members || (platform !== "kvm" && lookUpGuest(index, spelling).length > 0)) return [];
  const named = members.flatMap((member) =>
    [64, 32].flatMap((bits) => guests.find(({ id }) => id === `${member}-${bits}`) ?? []),
  );
  return named
    .filter((guest) => bitness === undefined || guest.bitness === bitness)
    .sort((a, b) => b.bitness - a.bitness);
}
