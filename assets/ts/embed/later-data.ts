/** Loads data as a script: a frame in a sandbox has no origin to which they would be given otherwise. */
export function loadData<Data>(address: string, name: string): Promise<Data> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    document.addEventListener(eventOf(name), (event) => resolve((event as CustomEvent<Data>).detail), { once: true });
    script.addEventListener("error", () => reject(new Error(`${address} could not be loaded`)));
    script.src = trustAddress(address);
    document.head.append(script);
  });
}

/** The script that hands them over to whoever has loaded it: a literal, which needs no second row of escapes. */
export function writeData(data: object, name: string): string {
  return `document.dispatchEvent(new CustomEvent(${JSON.stringify(eventOf(name))},{detail:${JSON.stringify(data)}}))`;
}

function eventOf(name: string): string {
  return `atlas-${name}`;
}

/** What the frame uses of Trusted Types, which not every browser has. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
}

/** The frame's content policy lets no other policy turn a text into the address of a script; this one knows the frame's own files. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("vnic-atlas", {
  createScriptURL: checkAddress,
});

function trustAddress(address: string): string {
  return policy ? policy.createScriptURL(address) : checkAddress(address);
}

/** The site names its scripts by a path and their content. */
function checkAddress(address: string): string {
  const { origin, pathname } = new URL(address, document.baseURI);
  // In a sandbox the frame has no origin, but its address still has one.
  const isOwn = origin === new URL(document.baseURI).origin;
  if (isOwn && /^\/(?:[\w.~%-]+\/)*js\/embed-[\w-]+\.[0-9a-f]{12}\.js$/.test(pathname)) return address;
  throw new TypeError(`${address} is no script of this frame`);
}
