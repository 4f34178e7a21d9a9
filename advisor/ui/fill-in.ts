import { checkMac } from "../mac-address.ts";
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

/** A field for each placeholder; what is typed there appears in the code at once, and what is wrong with it below the field. */
export function renderFillFields(names: readonly string[], values: FillValues, platform: string): HTMLElement | null {
  return names.length === 0 ? null : h("div", { class: "fill-in" }, ...names.map((name) => {
    const id = `fill-problem-${name}`;
    const message = h("p", { class: "fill-problem", id, role: "status" });
    const tell = (): void => {
      const problem = values.get(name) === "" || !name.endsWith("mac") ? undefined : checkMac(values.get(name), platform);
      message.textContent = problem ? words.macProblems[problem.kind]("nearest" in problem ? problem.nearest : undefined) : "";
      input.setAttribute("aria-invalid", String(problem !== undefined));
    };
    const input = h("input", {
      type: "text", value: values.get(name), autocomplete: "off", spellcheck: "false", "data-key": `fill-${name}`, "aria-describedby": id,
      oninput: (event) => {
        event.stopPropagation();
        values.set(name, input.value);
      },
      onchange: tell,
    });
    tell();
    return h("div", { class: "fill-field" }, h("label", {}, h("span", {}, words.fillIn[name] ?? name), input), message);
  }));
}
