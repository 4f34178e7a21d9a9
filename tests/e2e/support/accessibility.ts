import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that only colours decide. They take most of the time. */
const colourRules = ["color-contrast", "link-in-text-block"];

interface Axe {
  run: (within: ElementContext, how: RunOptions) => Promise<AxeResults>;
}
type AxeWindow = Window & { axe: Axe; atlasTexts?: Element[] };

/**
 * Has axe in place whenever the page loads another address, for tests that judge many: the browser then compiles it once.
 */
export async function keepAxe(page: Page): Promise<void> {
  await page.addInitScript(axeScript);
}

/**
 * Finds the accessibility violations of the page, in light with every rule and in dark with those that colours decide,
 * each as "scheme rule: places". What is folded is opened first. Frames are pages of their own and left out.
 * The colours of a text are judged once for all pages that share `seen`: they are the same wherever an element of the same
 * name, classes and computed colours stands in such elements, and that is what `seen` collects.
 */
export async function findViolations(
  page: Page,
  { seen, disabled = [] }: { seen: Set<string>; disabled?: readonly string[] },
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  if (!(await unfold(page))) await page.evaluate(axeScript);
  const off = Object.fromEntries([...colourRules, ...disabled].map((id) => [id, { enabled: false }]));
  // Lighthouse asks for targets that a finger meets, which axe by itself does not. It doubles the time of all other rules.
  const rules = { "target-size": { enabled: true }, ...off };
  const light = [...(await runAxe(page, { rules })), ...(await judgeColours(page, seen))];
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await judgeColours(page, seen);
  return [...light.map((words) => `light ${words}`), ...dark.map((words) => `dark ${words}`)];
}

/** Opens what is folded, in the page and in components of it, and says whether axe is there. */
function unfold(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const openWithin = (place: Document | ShadowRoot): void => {
      for (const element of place.querySelectorAll("*")) {
        if (element instanceof HTMLDetailsElement) element.open = true;
        if (element.shadowRoot) openWithin(element.shadowRoot);
      }
    };
    openWithin(document);
    return "axe" in window;
  });
}

/** Judges the colours of those texts of the page whose like was not judged before. */
async function judgeColours(page: Page, seen: Set<string>): Promise<string[]> {
  const keys = await describeTexts(page);
  const chosen: number[] = [];
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) continue;
    seen.add(key);
    chosen.push(index);
  }
  return chosen.length === 0 ? [] : runAxe(page, { runOnly: colourRules }, chosen);
}

/** Describes each element with text of its own, those of components too, by all that can make its colours good or bad, from the element up to the root. */
function describeTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const described = new Map<Element | null, string>([[null, ""]]);
    const describe = (element: Element): string => {
      const known = described.get(element);
      if (known !== undefined) return known;
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, position, visibility } =
        getComputedStyle(element);
      const own = [
        element.localName,
        element.getAttribute("class"),
        color,
        backgroundColor,
        backgroundImage,
        opacity,
        fontSize,
        fontWeight,
        position,
        visibility,
      ].join(",");
      const root = element.getRootNode();
      const around = element.parentElement ?? (root instanceof ShadowRoot ? root.host : document.documentElement);
      const key = `${describe(around)}>${own}`;
      described.set(element, key);
      return key;
    };
    described.set(document.documentElement, "");
    const hasText = (element: Element | null): boolean =>
      element !== null &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    const listWithin = (place: Element | ShadowRoot): Element[] =>
      [...place.querySelectorAll("*")].flatMap((element) => [
        element,
        ...(element.shadowRoot ? listWithin(element.shadowRoot) : []),
      ]);
    const texts = listWithin(document.body).filter(
      (element) => hasText(element) || element.matches("a, input, select, textarea"),
    );
    (window as unknown as AxeWindow).atlasTexts = texts;
    // A link stands out from the text around it, if there is one.
    return texts.map(
      (element) =>
        `${describe(element)}${element.localName === "a" && hasText(element.parentElement) ? " in text" : ""}`,
    );
  });
}

/** Runs axe, on the texts of these places or on the whole page. */
function runAxe(page: Page, options: RunOptions, places: readonly number[] | null = null): Promise<string[]> {
  return page.evaluate(
    async ([run, chosen]) => {
      const { axe, atlasTexts = [] } = window as unknown as AxeWindow;
      const include = chosen?.map((place) => atlasTexts[place] as Element);
      const { violations } = await axe.run(
        { ...(include ? { include } : {}), exclude: ["iframe"] },
        { ...run, resultTypes: ["violations"], preload: false },
      );
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(" "))
            .join(" | ")}`,
      );
    },
    [options, places] as const,
  );
}
