/** What is wrong with a MAC address that steps are to set by hand. */
export type MacProblem =
  /** It is no address; `nearest` is the same address as steps write it, where it is one in another spelling. */
  | { kind: "form"; nearest?: string }
  /** It names a group of machines, not one card; `nearest` is the address of one. */
  | { kind: "group"; nearest: string }
  /** It lies where vSphere generates addresses, and may be refused when it is set by hand. */
  | { kind: "generated" };

const PAIRS = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i;
/** `Get-NetAdapter` writes dashes, network gear writes points, some lists write neither. */
const OTHER_SPELLING =
  /^(?:[0-9a-f]{2}([-: ]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/i;

/** Checks an address as a reader gave it; nothing is wrong with one that a card can bear on this platform. */
export function checkMac(address: string, platform: string): MacProblem | undefined {
  if (!PAIRS.test(address))
    return OTHER_SPELLING.test(address)
      ? { kind: "form", nearest: withColons(address.replace(/[^0-9a-f]/gi, "")) }
      : { kind: "form" };
  const [first = 0, second, third, fourth = 0] = address.split(":").map((pair) => parseInt(pair, 16));
  if (first % 2 === 1) return { kind: "group", nearest: (first - 1).toString(16).padStart(2, "0") + address.slice(2) };
  if (platform !== "vsphere" || first !== 0) return undefined;
  const isGenerated = (second === 0x0c && third === 0x29) || (second === 0x50 && third === 0x56 && fourth > 0x3f);
  return isGenerated ? { kind: "generated" } : undefined;
}

/** The code without the lines that give a new adapter the address of the old one, for an address that vSphere may refuse. */
export function withoutKeptMac(code: string): string {
  return code
    .split("\n")
    .filter((line) => !line.includes("{kept-mac}"))
    .join("\n");
}

/** Whether code sets an address that vSphere generates, so that the lines that do so are left out. */
export function isLeftOut(code: string, address: string): boolean {
  return code.includes("{kept-mac}") && checkMac(address, "vsphere")?.kind === "generated";
}

function withColons(digits: string): string {
  return digits.match(/../g)?.join(":") ?? digits;
}
