/**
 * One colour per adapter and per role, for light and dark.
 *
 * The site's style sheet defines these as custom properties; the values here
 * stand in the drawings as fallbacks and in the copies for download.
 * tests/unit/site/charts checks contrast and colour-vision safety.
 */

export type Theme = "light" | "dark";
type Colour = Record<Theme, string>;

/** Colour of each adapter; the custom property is --adapter-ID. */
export const adapterColours: Record<string, Colour> = {
  vmxnet3: { light: "#1a7af0", dark: "#4a82fa" },
  vmxnet2: { light: "#0a7280", dark: "#8cecec" },
  vmxnet: { light: "#3c2488", dark: "#b0a9ee" },
  pvrdma: { light: "#2f6b34", dark: "#8fd19e" },
  e1000: { light: "#cc6d14", dark: "#f38c20" },
  e1000e: { light: "#781128", dark: "#d3453a" },
  vlance: { light: "#704712", dark: "#94765f" },
  sriov: { light: "#541194", dark: "#9d65a8" },
  "directpath-io": { light: "#b52664", dark: "#fcb2e8" },
  "virtio-net": { light: "#28786e", dark: "#42c4ab" },
  rtl8139: { light: "#7d5c0b", dark: "#dce47f" },
  "ne2k-pci": { light: "#4f5b3a", dark: "#a9b88a" },
  i82559: { light: "#3d5a73", dark: "#8fb0c9" },
  igb: { light: "#a03c78", dark: "#e58fc0" },
};

/** Colour of each role in a drawing; the custom property is --chart-ROLE. */
export const roleColours: Record<string, Colour> = {
  text: { light: "#1b2430", dark: "#e6ebf1" },
  muted: { light: "#525e6d", dark: "#a5b0be" },
  axis: { light: "#75818f", dark: "#7b8897" },
  grid: { light: "#dbe0e6", dark: "#2d3743" },
  band: { light: "#eef1f4", dark: "#1e2630" },
  surface: { light: "#ffffff", dark: "#0d1117" },
  yes: { light: "#1c7a4c", dark: "#4cc38a" },
  partial: { light: "#8f6200", dark: "#e3b341" },
  no: { light: "#b3362b", dark: "#ff8576" },
  unknown: { light: "#6a7684", dark: "#8b97a5" },
};
