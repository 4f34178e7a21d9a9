import { findAdapter, findSource } from "./known.ts";
import { readNumber } from "./read-number.ts";

const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** What a control says: a value for the record, or none, and what was made of what somebody wrote there. */
interface Reading {
  value: unknown;
  note: string;
}

const nothing: Reading = { value: undefined, note: "" };

/** Reads a control after its data attributes; what cannot be read stays as it was written, and the checks say so. */
export function readControl(control: HTMLElement): Reading {
  const box = boxOf(control);
  if (box?.dataset.unknown === "list") return nothing;
  if (box?.dataset.unknown === "word") return { value: "unknown", note: "" };
  if (box) return { value: [], note: "" };
  const text = textOf(control);
  switch (control.dataset.control) {
    case "number":
      return readOne(text);
    case "numbers":
      return readSeveral(text);
    case "lines":
      return readList(linesOf(text), control);
    case "flags":
      return readList(
        [...control.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value),
        control,
      );
    case "entries":
      return readList(readEntries(control), control);
    case "choice":
      return text === "" ? nothing : { value: "numeric" in control.dataset ? Number(text) : text, note: "" };
    case "yes-no":
      return text === "" ? nothing : { value: text === "true", note: "" };
    default:
      return readText(text, control.dataset.names);
  }
}

/** The box beside a control that is ticked instead of filling it in. */
export function boxOf(control: HTMLElement): HTMLInputElement | undefined {
  const boxes = control.closest("[data-field]")?.querySelectorAll<HTMLInputElement>("input[data-for]") ?? [];
  return [...boxes].find((box) => box.dataset.for === control.id && box.checked);
}

/** The text of a control that has one. */
export function textOf(control: HTMLElement | undefined): string {
  return control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
    ? control.value.trim()
    : "";
}

/** One line of plain characters: what word processors put between them, nobody sees and no record takes. */
function readText(written: string, names: string | undefined): Reading {
  const visible = written.replace(invisible, "");
  const text = visible.replace(/\s+/g, " ").trim();
  if (text === "") return nothing;
  const found = names === "adapter" ? findAdapter(text) : names === "source" ? findSource(text) : undefined;
  return found === undefined || found === text
    ? { value: text, note: visible === written ? "" : "Invisible characters were taken out." }
    : { value: found, note: `Read as ${found}.` };
}

function readOne(text: string): Reading {
  return text === "" ? nothing : (readNumber(text) ?? { value: text, note: "" });
}

/** Numbers with spaces or semicolons between; a comma alone is part of a number. */
function readSeveral(text: string): Reading {
  const readings = text
    .split(/[\s;]+|,\s+/)
    .filter((part) => part !== "")
    .map(readOne);
  if (readings.length === 0) return nothing;
  return { value: readings.map(({ value }) => value), note: readings.find(({ note }) => note !== "")?.note ?? "" };
}

function readList(items: readonly unknown[], control: HTMLElement): Reading {
  return items.length > 0 || control.dataset.empty === "list" ? { value: items, note: "" } : nothing;
}

function linesOf(text: string): string[] {
  return text
    .replace(invisible, "")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

function readEntries(control: HTMLElement): { [key: string]: string }[] {
  const [sort = "", text = ""] = (control.dataset.keys ?? "").split(" ");
  return [...control.querySelectorAll("textarea")].flatMap((area) =>
    linesOf(area.value).map((line) => ({ [sort]: area.dataset.sort ?? "", [text]: line })),
  );
}
