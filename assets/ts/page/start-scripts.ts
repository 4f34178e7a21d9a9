import { firstPaint } from "./first-paint.ts";
import { preloadModule } from "./preload-module.ts";

/** Whether a script has to lead the reader to something: to what the address asks for, or to where they were before. */
export function leadsSomewhere(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return location.search + location.hash !== "" || visit?.type !== "navigate";
}

/**
 * Starts the page's scripts, which stand in templates (layouts/_partials/scripts-later.html): once the page is seen, so that they do
 * not share the line with it, or as soon as it is whole if one of them has to lead the reader to something.
 */
export async function startScripts(isLed: boolean): Promise<void> {
  if (isLed)
    for (const script of listPlaces().flatMap(listScripts))
      preloadModule(script.getAttribute("src") ?? "", script.integrity);
  await new Promise((whole) => document.addEventListener("DOMContentLoaded", whole, { once: true }));
  if (!isLed) await firstPaint();
  for (const place of listPlaces()) {
    const scripts = listScripts(place);
    const ends = scripts.map((script) => {
      // In the order of the page.
      script.async = false;
      return new Promise((end) => {
        script.onload = script.onerror = end;
      });
    });
    place.after(...scripts);
    // As long as it stands there, not all of its scripts have run or failed.
    void Promise.all(ends).then(() => place.remove());
  }
}

function listPlaces(): HTMLTemplateElement[] {
  return [...document.querySelectorAll<HTMLTemplateElement>("template[data-scripts]")];
}

/** Scripts as the parser leaves them in a template: they start where they are put. */
function listScripts(place: HTMLTemplateElement): HTMLScriptElement[] {
  return [...place.content.querySelectorAll("script")];
}
