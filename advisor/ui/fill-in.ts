import { checkMac, fillMac } from "../mac-address.ts";
import { h } from "./dom.ts";
import type { View } from "./view.ts";
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
  const mac = values.get("mac");
  return (mac ? fillMac(code, mac) : code).replace(PLACEHOLDER, (written, name: string | undefined) => values.get(name ?? written) || written);
}

/** The placeholders of some code that a reader fills in, each once: one address is for all that the adapter bears in turn. */
export function findPlaceholders(codes: readonly string[]): string[] {
  return [...new Set(codes.flatMap((code) => [...code.matchAll(PLACEHOLDER)].map(([written, name]) => name?.replace(/^(kept|new)-mac$/, "mac") ?? written)))];
}

/** A field for each placeholder; what is typed there appears in the code at once, and what is wrong with it below the field. */
export function renderFillFields(names: readonly string[], platform: string, { values, say }: Pick<View, "values" | "say">): HTMLElement | null {
  return names.length === 0 ? null : h("div", { class: "fill-in" }, ...names.map((name) => {
    const isMac = name.endsWith("mac");
    const id = `fill-problem-${name}`;
    const message = h("p", { class: "fill-problem", id });
    const tell = (): void => {
      const problem = isMac && values.get(name) !== "" ? checkMac(values.get(name), platform) : undefined;
      message.textContent = problem ? words.macProblems[problem.kind]("nearest" in problem ? problem.nearest : undefined) : "";
      if (isMac) input.setAttribute("aria-invalid", String(problem !== undefined));
    };
    const input = h("input", {
      type: "text", value: values.get(name), autocomplete: "off", spellcheck: "false", "data-key": `fill-${name}`, "aria-describedby": isMac && id,
      oninput: (event) => {
        event.stopPropagation();
        // Ansible finds an adapter by the address as vSphere writes it.
        values.set(name, isMac ? input.value.toLowerCase() : input.value);
      },
      onchange: () => {
        tell();
        if (message.textContent) say(message.textContent);
      },
    });
    tell();
    return h("div", { class: "fill-field" }, h("label", {}, h("span", {}, words.fillIn[name] ?? name), input), isMac && message);
  }));
}
