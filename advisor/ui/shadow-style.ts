/**
 * Fits a sheet of the site to a shadow root: its root is the host element, its colours can be set from outside by
 * --vnic- names, and its sizes follow the text around the element, whatever size the host page gives its own root.
 */
export function fitToShadow(css: string): string {
  return css
    .replace(/:root\[data-(theme=[^\]]+)\]/g, ":host([$1])")
    .replace(/:root/g, ":host")
    .replace(/--atlas-([\w-]+):([^;}]+)/g, "--atlas-$1:var(--vnic-$1,$2)")
    .replace(/(?<![\w.-])(\d*\.?\d+)rem\b/g, "calc($1*var(--vnic-rem,1rem))");
}

/** Makes --vnic-rem a length, so that it is worked out once at the host element and does not grow with nested sizes. */
export function registerUnit(): void {
  try {
    CSS.registerProperty({ name: "--vnic-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
  } catch {
    // Another copy of the script has registered it, or the browser cannot: the fallbacks then hold.
  }
}
