import { readTargetId } from "./page/target-id.ts";

/**
 * On the page that stands at an old address: leads on to the part of the new page that the address names, if the new page has
 * that part. Runs before the element that leads on without script.
 */
const link = document.querySelector<HTMLLinkElement>("link[rel=next]");
const part = readTargetId(location.hash);
if (link && part !== "" && hasPart(link.href, part)) {
  const address = new URL(link.href);
  address.hash = location.hash;
  location.replace(address);
}

/** Asks for the new page, which is loaded next anyway, and waits for it: later the browser would already be on its way. */
function hasPart(address: string, id: string): boolean {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return [`"${id}"`, `${id} `, `${id}>`].some((end) => request.responseText.includes(` id=${end}`));
  } catch {
    return false;
  }
}
