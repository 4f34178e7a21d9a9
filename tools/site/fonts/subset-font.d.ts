/** What the atlas uses of a package that has no types. */
declare module "subset-font" {
  /** Returns a font with only the letters of a text. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "sfnt" | "woff" | "woff2";
      /** Axis to the one value that is kept of it. */
      variationAxes?: Record<string, number>;
      /** Layout features that are kept; without it all of them. */
      keepFeatures?: string[];
      /** Leaves out glyphs that only a replacement by the font would show. */
      noLayoutClosure?: boolean;
    },
  ): Promise<Uint8Array>;
}
