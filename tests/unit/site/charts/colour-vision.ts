/** Linear light of the three channels, 0 to 1. */
type Light = readonly [number, number, number];

export const visions = ["normal", "protanopia", "deuteranopia", "tritanopia"] as const;
type Vision = (typeof visions)[number];

/** WCAG 2 contrast ratio of two colours. */
export function contrastOf(a: string, b: string): number {
  const [bright = 0, dark = 0] = [luminance(toLight(a)), luminance(toLight(b))].sort((x, y) => y - x);
  return (bright + 0.05) / (dark + 0.05);
}

/** Distance of two colours as someone sees them, in hundredths of OKLab; about 2 is just visible side by side. */
export function distanceOf(a: string, b: string, vision: Vision): number {
  const [one, other] = [toLab(see(toLight(a), vision)), toLab(see(toLight(b), vision))];
  return 100 * Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** Machado, Oliveira and Fernandes 2009, severity 1.0. */
const simulations: Record<Vision, readonly [Light, Light, Light]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function see(light: Light, vision: Vision): Light {
  const [r, g, b] = simulations[vision];
  return [mix(r, light), mix(g, light), mix(b, light)];
}

function mix(weights: Light, light: Light): number {
  return Math.min(1, Math.max(0, weights[0] * light[0] + weights[1] * light[1] + weights[2] * light[2]));
}

function toLight(hex: string): Light {
  const channel = (start: number): number => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminance([r, g, b]: Light): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Björn Ottosson's OKLab. */
function toLab([r, g, b]: Light): Light {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
