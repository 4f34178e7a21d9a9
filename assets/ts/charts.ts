import { startOnTouch } from "./page/start-on-touch.ts";

/**
 * Charts are drawings until a reader touches one or reaches it with the keyboard; only then what makes them answer is loaded.
 * Whatever fails, the drawings stay.
 */
for (const drawing of document.querySelectorAll<HTMLElement>(".chart-drawing[data-live-wide]")) {
  const parts = [drawing, ...(drawing.closest(".chart")?.querySelectorAll(".chart-choice") ?? [])];
  const choice = drawing.closest(".chart")?.querySelector<HTMLFormElement>(".chart-choice");
  const name = drawing.querySelector("svg")?.getAttribute("aria-labelledby");
  const load = startOnTouch(
    drawing,
    parts,
    async () => (await import("./charts/start-charts.ts")).startChart(drawing),
    () => {
      drawing.removeAttribute("tabindex");
      if (choice) choice.hidden = true;
    },
  );
  // An address may ask for an order or for some of the rows.
  if ([...new URLSearchParams(location.search).keys()].some((key) => choice?.elements.namedItem(key))) load();
  // A stop for the keyboard, which a drawing alone would not be.
  drawing.tabIndex = 0;
  drawing.setAttribute("role", "group");
  if (name) drawing.setAttribute("aria-labelledby", name);
}
