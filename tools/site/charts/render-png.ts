import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/**
 * Draws an SVG as a PNG of a width in pixels, its height in proportion. All text is set in Inter, whatever fonts the
 * machine has, so that the same SVG gives the same bytes everywhere.
 */
export async function renderPng(svg: string, width: number): Promise<Uint8Array> {
  await (ready ??= load());
  const image = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { fontBuffers: (fonts ??= readFonts()), defaultFontFamily: "Inter", sansSerifFamily: "Inter" },
  });
  try {
    const rendered = image.render();
    try {
      return rendered.asPng();
    } finally {
      rendered.free();
    }
  } finally {
    image.free();
  }
}

/** Loaded once per process. */
let ready: Promise<void> | undefined;
let fonts: Uint8Array[] | undefined;

async function load(): Promise<void> {
  await initWasm(readFileSync(resolveFile("@resvg/resvg-wasm/index_bg.wasm")));
}

/** The two weights of the charts and of what stands around them. */
function readFonts(): Uint8Array[] {
  return ["400Regular/Inter_400Regular.ttf", "600SemiBold/Inter_600SemiBold.ttf"].map(
    (name) => new Uint8Array(readFileSync(resolveFile(`@expo-google-fonts/inter/${name}`))),
  );
}

function resolveFile(name: string): string {
  return fileURLToPath(import.meta.resolve(name));
}
