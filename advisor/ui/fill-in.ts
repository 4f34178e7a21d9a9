import { h } from "./dom.ts";
import { words } from "./words.ts";

/** What the reader has put in for placeholders; it stays in the page and goes into no address. */
export interface FillValues {
  get: (name: string) => string;
  set: (name: string, value: string) => void;
  /** Runs now and after each change, until the answer is drawn anew. */
  watch: (show: () => void) => void;
  /** Forgets who watches. */
  forget: () => void;
}

/** Values that start out empty. */
export function createFillValues(): FillValues {
  const values = new Map<string, string>();
  let watching: (() => void)[] = [];
  return {
    get: (name) => values.get(name) ?? "",
    set(name, value) {
      values.set(name, value.trim());
      watching.forEach((show) => show());
    },
    watch(show) {
      watching.push(show);
      show();
    },
    forget() { watching = []; },
  };
}

/** Names in braces, variables of a shell apart, and HOST, which the validation script's own help uses. */
const PLACEHOLDER = /(?<!\$)\{([a-z][a-z-]*)\}|\bHOST\b/g;

/** Code with the reader's values in the place of placeholders; one without a value stays, to be seen. */
export function fillIn(code: string, values: Pick<FillValues, "get">): string {
  return code.replace(PLACEHOLDER, (written, name: string | undefined) => values.get(name ?? written) || written);
}

/** The placeholders of some code, each once. */
export function findPlaceholders(codes: readonly string[]): string[] {
  return [...new Set(codes.flatMap((code) => [...code.matchAll(PLACEHOLDER)].map(([written, name]) => name ?? written)))];
}

/** A field for each placeholder; what is typed there appears in the code at once. */
export function renderFillFields(names: readonly string[], values: FillValues): HTMLElement | null {
  return names.length === 0 ? null : h("div", { class: "fill-in" }, ...names.map((name) => {
    const input = h("input", {
      type: "text", value: values.get(name), autocomplete: "off", spellcheck: "false", "data-key": `fill-${name}`,
      oninput: (event) => {
        event.stopPropagation();
        values.set(name, input.value);
      },
    });
    return h("label", {}, h("span", {}, words.fillIn[name] ?? name), input);
  }));
}
