import {
  findPlaceholders,
  findUnfit,
  isPrintable,
  type CodeValues,
  checkMac,
  withKeptMac,
} from "../../steps/fill-code.ts";
import type { Platform } from "../../knowledge/knowledge.ts";
import { macProblemText } from "../answer/names.ts";
import { h } from "../dom.ts";
import { words } from "../words.ts";

/** What the reader has put in for placeholders; it stays in the page and goes into no address. */
export interface FillValues {
  get: (name: string) => string;
  /** The values, with what becomes of an old address on the platform of the answer. */
  all: () => CodeValues;
  /** What is said where lines with an old address are left out. */
  leftOut: () => string;
  set: (name: string, value: string) => void;
  /** Runs now and after each change, until the answer is drawn anew. */
  watch: (show: () => void) => void;
  /** Forgets who watches. */
  forget: () => void;
}

/** Values that start out empty. */
export function createFillValues(platform: () => Platform | undefined): FillValues {
  const values = new Map<string, string>();
  let watching: (() => void)[] = [];
  return {
    get: (name) => values.get(name) ?? "",
    all: () => withKeptMac(Object.fromEntries(values), platform()),
    leftOut: () => words.macLeftOut(platform()?.shortName ?? ""),
    set(name, value) {
      values.set(name, value.trim());
      watching.forEach((show) => show());
    },
    watch(show) {
      watching.push(show);
      show();
    },
    forget() {
      watching = [];
    },
  };
}

/** Code and its language, as steps have it. */
export interface CodeText {
  code?: string | undefined;
  language?: string | undefined;
}

/** A field for each placeholder; what is typed there appears in the code at once, and what is wrong with it below the field. */
export function renderFillFields(
  blocks: readonly CodeText[],
  platform: Platform | undefined,
  { values, announce }: { values: FillValues; announce: (text: string) => void },
): HTMLElement | null {
  const names = findPlaceholders(blocks.flatMap(({ code }) => code ?? []));
  return names.length === 0
    ? null
    : h(
        "div",
        { class: "fill-in" },
        ...names.map((name) => {
          const isMac = name.endsWith("mac");
          const id = `fill-problem-${name}`;
          const message = h("p", { class: "fill-problem", id });
          const showProblem = (): void => {
            message.textContent = findProblem(name, isMac, blocks, platform, values);
            message.hidden = message.textContent === "";
            input.setAttribute("aria-invalid", String(!message.hidden));
          };
          const input = h("input", {
            type: "text",
            value: values.get(name),
            autocomplete: "off",
            spellcheck: "false",
            "data-key": `fill-${name}`,
            "aria-describedby": id,
            oninput: (event) => {
              event.stopPropagation();
              // Ansible finds an adapter by the address as vSphere writes it.
              values.set(name, isMac ? input.value.toLowerCase() : input.value);
            },
            onchange: () => {
              showProblem();
              if (message.textContent) announce(message.textContent);
            },
          });
          showProblem();
          return h(
            "div",
            { class: "fill-field", "data-name": name },
            h("label", {}, h("span", {}, words.fillIn[name] ?? name), input),
            message,
          );
        }),
      );
}

/** Shows only the fields whose placeholders occur in some of the code; the others keep their values. */
export function showFillFields(fields: HTMLElement, blocks: readonly CodeText[]): void {
  const names = findPlaceholders(blocks.flatMap(({ code }) => code ?? []));
  fields.hidden = names.length === 0;
  for (const field of fields.querySelectorAll<HTMLElement>("[data-name]"))
    field.hidden = !names.includes(field.dataset.name ?? "");
}

/** What is wrong with a value, or that some code does not take it. */
function findProblem(
  name: string,
  isMac: boolean,
  blocks: readonly CodeText[],
  platform: Platform | undefined,
  values: FillValues,
): string {
  const value = values.get(name);
  if (value === "") return "";
  if (!isPrintable(value)) return words.notPrintable;
  const problem = isMac ? checkMac(value, platform) : undefined;
  if (problem) return macProblemText(problem, platform);
  return blocks.some(({ code = "", language }) => findUnfit(code, language, { [name]: value }).length > 0)
    ? words.unfit(name)
    : "";
}
