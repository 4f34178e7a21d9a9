import { lookUpGuest, type GuestIndex } from "./guests.ts";

/** As libvirt's files name a guest: http://microsoft.com/win/2k19. */
const ADDRESS = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\/([a-z][a-z0-9-]*)\/([a-z0-9][a-z0-9.-]*)\/?$/i;

/**
 * The short id of osinfo for an address of libosinfo, which is its product and its version; undefined for other text.
 * Where several spellings are usual, it is the one that a record lists, else the plain one.
 */
export function shortenOsinfoAddress(index: GuestIndex, spelling: string): string | undefined {
  const [, product, version] = (ADDRESS.exec(spelling.trim()) ?? []).map((part) => part.toLowerCase());
  if (product === undefined || version === undefined) return undefined;
  const plain = `${product}${version}`;
  const spellings = [
    // SUSE's service packs: sles/12.3 is sles12sp3.
    plain,
    `${product}-${version}`,
    `${product}${version.replace(".", "sp")}`,
    `fedora-${product}-${version}`,
    ...(version === "rolling" ? [product] : []),
  ];
  return spellings.find((one) => lookUpGuest(index, one).length > 0) ?? plain;
}

/** Whether a spelling is the address that libosinfo gives to a guest of which nothing is known. */
export function isUnknownOsinfo(spelling: string): boolean {
  return /^https?:\/\/libosinfo\.org\/unknown\/?$/i.test(spelling.trim());
}
