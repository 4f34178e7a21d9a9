import { trustScripts } from "../page/trusted-scripts.ts";

/** Loads data, or a function, as a script: a frame in a sandbox has no origin to which they would be given otherwise. */
export function loadData<Data>(address: string, name: string): Promise<Data> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    document.addEventListener(eventOf(name), (event) => resolve((event as CustomEvent<Data>).detail), { once: true });
    // Also for a script that loads and hands over nothing, such as one that is cut off.
    script.onload = script.onerror = () => reject(new Error(`${address} could not be loaded`));
    script.src = trustAddress(address);
    document.head.append(script);
  });
}

/** The script that hands them over to whoever has loaded it: a literal, which needs no second row of escapes. */
export function writeData(data: object, name: string): string {
  return `document.dispatchEvent(new CustomEvent(${JSON.stringify(eventOf(name))},{detail:${JSON.stringify(data)}}))`;
}

/** Hands over what a script of its own has, to whoever has loaded it. */
export function handOver(detail: unknown, name: string): void {
  document.dispatchEvent(new CustomEvent(eventOf(name), { detail }));
}

function eventOf(name: string): string {
  return `atlas-${name}`;
}

/** Pure, so that a script which only hands over makes no second policy of this name: a browser refuses it. */
const trustAddress = /* @__PURE__ */ trustScripts(
  "vnic-atlas",
  /^\/(?:[\w.~%-]+\/)*js\/embed-[\w-]+\.(?:[0-9a-f]{12}|[0-9A-F]{8})\.js$/,
  "is no script of this frame",
);
