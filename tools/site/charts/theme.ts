import type { Config } from "vega-lite";
import { adapterColours, roleColours, type Theme } from "./palette.ts";

/** Where the colours come from: the page's custom properties, or one theme's fixed values. */
export type Paint = "page" | Theme;

/** Returns the colour of a role as an SVG or Vega colour. */
export function paintRole(role: string, paint: Paint): string {
  return resolve(`--chart-${role}`, roleColours[role], paint);
}

/** Returns the colour of an adapter; one that has none gets the muted colour. */
export function paintAdapter(adapter: string, paint: Paint): string {
  const colour = adapterColours[adapter];
  return colour ? resolve(`--adapter-${adapter}`, colour, paint) : paintRole("muted", paint);
}

/** Makes the Vega-Lite configuration that all charts share. */
export function makeTheme(paint: Paint, isNarrow: boolean): Config {
  const role = (name: string): string => paintRole(name, paint);
  const size = isNarrow ? 12 : 14;
  return {
    // The drawing has one title and one description of its own; marks are not announced one by one.
    aria: false,
    background: "transparent",
    padding: { left: 4, top: 4, right: 8, bottom: 4 },
    font: "sans-serif",
    view: { stroke: null },
    axis: {
      domainColor: role("axis"),
      gridColor: role("grid"),
      tickColor: role("axis"),
      labelColor: role("muted"),
      labelFontSize: size,
      labelLimit: 0,
      titleColor: role("muted"),
      titleFontSize: size,
      titleFontWeight: "normal",
      titlePadding: 10,
    },
    axisDiscrete: {
      domain: false,
      ticks: false,
      grid: false,
      labelAngle: 0,
      labelColor: role("text"),
      labelPadding: 8,
      title: null,
    },
    header: {
      labelColor: role("text"),
      labelFontSize: size,
      labelFontWeight: 600,
      labelAnchor: "start",
      labelOrient: "top",
      labelPadding: 6,
      title: null,
    },
    text: { color: role("text"), fontSize: size },
    style: {
      strong: { color: role("text"), fontWeight: 600 },
      muted: { color: role("muted") },
      band: { color: role("band") },
      guide: { color: role("grid") },
      hint: { color: role("axis") },
      hollow: { fill: role("surface") },
    },
  };
}

function resolve(property: string, colour: Record<Theme, string> | undefined, paint: Paint): string {
  if (!colour) throw new Error(`palette: no colour for ${property}`);
  return paint === "page" ? `var(${property}, ${colour.light})` : colour[paint];
}
