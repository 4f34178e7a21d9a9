import type { ToolsState } from "../record.ts";

/** Words for true in the languages of spreadsheets, in lower case. */
const trueWords = new Set([
  ..."true yes y 1 on connected enabled wahr ja vrai oui verdadero sí si vero waar sant prawda verdade sim igaz pravda".split(
    " ",
  ),
  "истина",
  "真",
]);

/** Words for false in the languages of spreadsheets, in lower case. */
const falseWords = new Set([
  ..."false no n 0 off disconnected disabled falsch nein faux non falso onwaar nee falskt nej fałsz falso não hamis nepravda".split(
    " ",
  ),
  "ложь",
  "假",
]);

/** Trims a text. Null if nothing is left. */
export function readText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.trim();
  return text === "" ? null : text;
}

/** A truth value, a word for one in a common language, or a number; null for anything else. */
export function readBoolean(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  const word = String(value ?? "")
    .trim()
    .toLowerCase();
  if (trueWords.has(word)) return true;
  return falseWords.has(word) ? false : null;
}

/** A whole number that is not negative; null for anything else. */
export function readCount(value: unknown): number | null {
  const text = String(value ?? "").trim();
  return /^\d{1,9}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : null;
}

/** A number with a decimal point or comma; null for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  const text = String(value ?? "").trim();
  return /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text.replace(",", ".")) : null;
}

/**
 * A number of a table, with marks for thousands or without: `12,345`, `12.345,6`, `12 345`. Between values that are
 * separated by semicolons the comma marks decimals, as spreadsheets of those languages write; null for `1.234` there, which
 * has two meanings.
 */
export function readGroupedNumber(text: string, hasDecimalComma: boolean): number | null {
  const number = text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g, "");
  const marks = number.match(/[.,]/g) ?? [];
  const [first] = marks;
  const last = marks.at(-1);
  if (first === undefined || last === undefined) return readNumber(number);
  const isOneGroup = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  if (isOneGroup && first === "." && hasDecimalComma) return null;
  const groups = first === last ? marks.length > 1 || (isOneGroup && first === "," && !hasDecimalComma) : true;
  if (!groups) return readNumber(number);
  const [whole = "", decimals] = first === last ? [number] : number.split(last);
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${first}\\d{3})+$`).test(whole);
  return isGrouped ? readNumber(`${whole.replaceAll(first, "")}${decimals === undefined ? "" : `.${decimals}`}`) : null;
}

/** A MAC address in lower case with colons; null for anything else, and for zeros, which stand for none. */
export function readMac(value: unknown): string | null {
  const digits = String(value ?? "")
    .trim()
    .replaceAll(/[:.-]/g, "")
    .toLowerCase();
  if (!/^[\da-f]{12}$/.test(digits) || /^0+$/.test(digits)) return null;
  return digits.replace(/(..)(..)(..)(..)(..)(..)/, "$1:$2:$3:$4:$5:$6");
}

/** The number of a virtual hardware version: 13 for `13`, `13,0`, `v13`, `vmx-13`, `VMX_13` and `... (VM version 13)`. */
export function readHardware(value: unknown): number | null {
  const text = String(value ?? "").trim();
  const match = /^(?:vmx[-_]|v)?0?(\d{1,2})(?:[.,]0+)?$/i.exec(text) ?? /\(VM[- ]version (\d{1,2})\)$/i.exec(text);
  return match ? Number(match[1]) : null;
}

/** Whether a power state means that the machine runs; null for a state that is not known. */
export function readPower(value: unknown): boolean | null {
  const state = String(value ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
  if (/^(?:poweredon|on|running|up|started)$/.test(state)) return true;
  return /^(?:poweredoff|off|suspended|paused|saved|down|stopped|shutoff|halted)$/.test(state) ? false : null;
}

/**
 * The state of VMware Tools as vSphere and RVTools write it. A word for their version, such as guestToolsCurrent, means that
 * they are installed, also where they do not run.
 */
export function readTools(value: unknown): ToolsState | null {
  const state = String(value ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "")
    .replace(/^guest/, "");
  if (/^tools(?:ok|old|running|executingscripts)$|^running$|^ok$/.test(state)) return "running";
  if (/^(?:tools)?notrunning$/.test(state)) return "not-running";
  if (/^tools(?:current|unmanaged|needupgrade|supportedold|supportednew|tooold|toonew|blacklisted)$/.test(state))
    return "installed";
  return /^(?:tools)?notinstalled$/.test(state) ? "missing" : null;
}

/** Whether Fault Tolerance is on, by its state in vSphere's API; null if it is not, as a platform may not have it. */
export function readFaultTolerance(value: unknown): boolean | null {
  return /^(?:enabled|needsecondary|starting|running)$/i.test(String(value ?? "").trim()) ? true : null;
}

/** Whether vSphere's latency sensitivity is high; null for the other levels, which say nothing about the workload. */
export function readLatencySensitivity(value: unknown): boolean | null {
  return /^high$/i.test(String(value ?? "").trim()) ? true : null;
}

/** The version in a text such as `VMware ESXi 8.0.3 build-24022510`: `8.0.3`. */
export function readRelease(value: unknown): string | null {
  return /\b(\d+\.\d+(?:\.\d+)*)/.exec(String(value ?? ""))?.[1] ?? null;
}
