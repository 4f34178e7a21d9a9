/** What the page uses of Trusted Types, which not every browser has. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
}

/** The page's content policy lets no other policy turn a text into the address of a script; this one knows the page's worker. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("vnic-fleet", {
  createScriptURL: checkAddress,
});

/** Starts the worker at an address of this site. */
export function startWorker(address: string): Worker {
  return new Worker(policy ? policy.createScriptURL(address) : checkAddress(address));
}

/** The site names its scripts by a path and their content. */
function checkAddress(address: string): string {
  const { origin, pathname } = new URL(address, document.baseURI);
  const isOwn = origin === location.origin;
  if (isOwn && /^\/(?:[\w.~%-]+\/)*js\/fleet-worker\.[0-9A-Z]{8}\.js$/.test(pathname)) return address;
  throw new TypeError(`${address} is not the worker of this page`);
}
