import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { adapterColours, roleColours } from "../../tools/site/charts/palette.ts";
import { readKnowledge } from "./support/site.ts";

type Theme = "light" | "dark";

const themes: Theme[] = ["light", "dark"];
const sheet = ["tokens", "colours"]
  .map((name) => readFileSync(new URL(`../../assets/css/${name}.css`, import.meta.url), "utf8"))
  .join("");
const tokens = new Map(
  [...sheet.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light: widen(light), dark: widen(dark) }],
  ),
);

describe("the colours of the site", () => {
  test("are those that the charts are drawn with, one per adapter", () => {
    for (const { id } of readKnowledge<{ id: string }[]>("adapters"))
      assert.deepEqual(tokens.get(`--adapter-${id}`), adapterColours[id], id);
    for (const role of ["text", "muted", "axis", "grid", "band"])
      assert.deepEqual(tokens.get(`--chart-${role}`), roleColours[role], role);
  });

  for (const theme of themes) {
    test(`are readable as text on every background, ${theme}`, () => {
      for (const text of ["ink", "ink-soft", "accent", "yes", "partial", "no", "unknown"]) {
        for (const background of [
          "bg",
          "sunken",
          "surface",
          ...(text === "ink" || text === "ink-soft" ? ["accent-soft"] : []),
        ]) {
          const ratio = contrast(colour(`--atlas-${text}`, theme), colour(`--atlas-${background}`, theme));
          assert.ok(ratio >= 4.5, `${text} on ${background}: ${ratio.toFixed(2)}`);
        }
      }
      assert.ok(contrast(colour("--atlas-accent-ink", theme), colour("--atlas-accent", theme)) >= 4.5);
      assert.ok(contrast(colour("--atlas-accent-ink", theme), colour("--atlas-accent-strong", theme)) >= 4.5);
    });

    test(`are visible as marks and borders of controls, ${theme}`, () => {
      const marks = [...tokens.keys()].filter((name) => name.startsWith("--adapter-"));
      for (const name of [...marks, "--atlas-control", "--atlas-accent"]) {
        const ratio = contrast(colour(name, theme), colour("--atlas-bg", theme));
        assert.ok(ratio >= 3, `${name}: ${ratio.toFixed(2)}`);
      }
    });
  }
});

function colour(name: string, theme: Theme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`The sheets have no ${name}`);
  return token[theme];
}

/** Contrast ratio of WCAG 2. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function widen(hex: string): string {
  return hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join("")}` : hex;
}
