/**
 * Charts are drawings until a reader chartTouches one or reaches it with the keyboard; only then what makes them answer is loaded.
 * Whatever fails, the drawing stays.
 */
const chartTouches = ["pointerenter", "pointerdown", "focusin"] as const;

for (const drawing of document.querySelectorAll<HTMLElement>(".chart-drawing[data-live]")) {
  const name = drawing.querySelector("svg")?.getAttribute("aria-labelledby");
  const load = (): void => {
    for (const touch of chartTouches) drawing.removeEventListener(touch, load);
    void import("./charts/start-charts.ts").then(({ startChart }) => startChart(drawing)).catch(() => drawing.removeAttribute("tabindex"));
  };
  for (const touch of chartTouches) drawing.addEventListener(touch, load, { passive: true });
  // A stop for the keyboard, which a drawing alone would not be.
  drawing.tabIndex = 0;
  drawing.setAttribute("role", "group");
  if (name) drawing.setAttribute("aria-labelledby", name);
}
