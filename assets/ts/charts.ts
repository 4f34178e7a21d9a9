/**
 * Charts are drawings until a reader touches one or reaches it with the keyboard; only then what makes them answer is loaded.
 * Whatever fails, the drawings stay.
 */
const moments = ["pointerenter", "pointerdown", "focusin", "change"] as const;

for (const drawing of document.querySelectorAll<HTMLElement>(".chart-drawing[data-live-wide]")) {
  const parts = [drawing, ...(drawing.closest(".chart")?.querySelectorAll(".chart-choice") ?? [])];
  const choice = drawing.closest(".chart")?.querySelector<HTMLFormElement>(".chart-choice");
  const name = drawing.querySelector("svg")?.getAttribute("aria-labelledby");
  const isWanted = new AbortController();
  const load = (touched: Event): void => {
    isWanted.abort();
    void import("./charts/start-charts.ts")
      .then(({ startChart }) => startChart(drawing, touched))
      .catch(() => {
        drawing.removeAttribute("tabindex");
        if (choice) choice.hidden = true;
      });
  };
  const options = { signal: isWanted.signal, passive: true };
  for (const part of parts) for (const moment of moments) part.addEventListener(moment, load, options);
  // An address may ask for an order or for some of the rows.
  if ([...new URLSearchParams(location.search).keys()].some((key) => choice?.elements.namedItem(key)))
    load(new Event("asked"));
  // A stop for the keyboard, which a drawing alone would not be.
  drawing.tabIndex = 0;
  drawing.setAttribute("role", "group");
  if (name) drawing.setAttribute("aria-labelledby", name);
}
