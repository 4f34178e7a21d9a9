import { firstPaint } from "./first-paint.ts";
import { preloadModule } from "./preload-module.ts";

/** Whether the page has to restore a state: from the query or fragment of the address, or after a reload or Back. */
export function restoresState(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return location.search + location.hash !== "" || visit?.type !== "navigate";
}

/**
 * Starts the page's scripts, which are in templates (layouts/_partials/scripts-later.html): after the first paint, so that they do
 * not delay it, or as soon as the HTML and its style sheets are there if the page has a state to restore.
 */
export async function startScripts(isRestoring: boolean): Promise<void> {
  if (isRestoring)
    for (const script of listPlaces().flatMap(listScripts))
      preloadModule(script.getAttribute("src") ?? "", script.integrity);
  await new Promise((whole) => document.addEventListener("DOMContentLoaded", whole, { once: true }));
  await (isRestoring ? sheetsLoaded() : firstPaint());
  for (const place of listPlaces()) {
    const scripts = listScripts(place);
    const ends = scripts.map((script) => {
      // In document order.
      script.async = false;
      return new Promise((end) => {
        script.onload = script.onerror = end;
      });
    });
    place.after(...scripts);
    // Its removal shows that every script has run or failed.
    void Promise.all(ends).then(() => place.remove());
  }
}

/** A script that scrolls before then scrolls to where its target stands without style. A sheet that fails ends with the page's `load`. */
function sheetsLoaded(): Promise<unknown> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const loads = [window, ...sheets.filter(({ sheet }) => !sheet)].map(
    (target) => new Promise((end) => target.addEventListener("load", end)),
  );
  return Promise.race([loads.shift(), Promise.all(loads)]);
}

function listPlaces(): HTMLTemplateElement[] {
  return [...document.querySelectorAll<HTMLTemplateElement>("template[data-scripts]")];
}

/** Scripts of a template, which run once they are inserted into the document. */
function listScripts(place: HTMLTemplateElement): HTMLScriptElement[] {
  return [...place.content.querySelectorAll("script")];
}
