/** What pages use of Trusted Types, which not every browser has. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
}

/**
 * Makes what lets the addresses of some scripts of this site pass: the content policy lets no other policy turn a text into the
 * address of a script. The site names its scripts by a path and their content.
 */
export function trustScripts(name: string, path: RegExp, refusal: string): (address: string) => string {
  const check = (address: string): string => {
    const { origin, pathname } = new URL(address, document.baseURI);
    // In a sandbox a frame has no origin, but its address still has one.
    if (origin === new URL(document.baseURI).origin && path.test(pathname)) return address;
    throw new TypeError(`${address} ${refusal}`);
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const made = trustedTypes?.createPolicy(name, { createScriptURL: check });
  return made ? (address) => made.createScriptURL(address) : check;
}
