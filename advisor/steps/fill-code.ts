import type { Platform } from "../knowledge/knowledge.ts";

/** The reader's own values for what is in braces in code, by name. An empty one counts as missing; lines with one that is null are left out. */
export type CodeValues = Readonly<Record<string, string | null | undefined>>;

/**
 * Puts the reader's values in the place of placeholders, quoted for the code's language, so that each is read as it is and as nothing more.
 * A placeholder without a value, or whose place does not take the value, stays.
 */
export function fillCode(code: string, language: string | undefined, values: CodeValues): string {
  return fill(code, language, values, () => undefined);
}

/** The names of the values that some place in the code does not take. */
export function findUnfit(code: string, language: string | undefined, values: CodeValues): string[] {
  const unfit = new Set<string>();
  fill(code, language, values, (name) => unfit.add(name));
  return [...unfit];
}

/** The placeholders that a reader fills in, each once. The address of an adapter is asked for once, whatever it is called. */
export function findPlaceholders(codes: readonly string[]): string[] {
  return [...new Set(codes.flatMap(namePlaceholders).map((name) => name.replace(/^(kept|new)-mac$/, "mac")))];
}

/** Whether lines of the code are left out. */
export function isLeftOut(code: string, values: CodeValues): boolean {
  return Object.entries(values).some(([name, value]) => value === null && code.includes(`{${name}}`));
}

function fill(code: string, language: string | undefined, values: CodeValues, refuse: (name: string) => void): string {
  const lines = isLeftOut(code, values)
    ? code
        .split("\n")
        .filter((line) => !isLeftOut(line, values))
        .join("\n")
    : code;
  return replacePlaceholders(lines, language, (placeholder) => {
    const { name, written } = placeholder;
    const given = /^(kept|new)-mac$/.test(name) && lines === code ? "mac" : name;
    const value = Object.hasOwn(values, given) ? values[given] : undefined;
    if (value === undefined || value === null || value === "") return written;
    const quoted = quoteValue(value, language, placeholder);
    if (quoted === undefined) refuse(given);
    return quoted ?? written;
  });
}

/**
 * Where a placeholder is in code: outside quotes, in quotes, in a string of a program that is itself in single quotes
 * (awk in a shell line), in a here-document, or in a comment.
 */
type Place = "bare" | "double" | "single" | "nested" | "document" | "comment";

/** A placeholder of code. `before` is the code from its line's start to it, `after` the character behind it. */
interface Placeholder {
  name: string;
  written: string;
  place: Place;
  before: string;
  after: string;
}

/** Names in braces, except shell variables. */
const PLACEHOLDER = /(?<!\$)\{([a-z][a-z-]*)\}/g;

/** Languages with quotes that span code, by their escape character. YAML decides line by line. */
const ESCAPES: Readonly<Record<string, string>> = { shell: "\\", powershell: "`", hcl: "\\" };

/** Replaces each placeholder by what `replace` makes of it. */
function replacePlaceholders(
  code: string,
  language: string | undefined,
  replace: (placeholder: Placeholder) => string,
): string {
  const places = findPlaces(code, language);
  return code.replace(PLACEHOLDER, (written: string, name: string, at: number) => {
    const before = code.slice(code.lastIndexOf("\n", at - 1) + 1, at);
    const place = language === "yaml" ? placeInYaml(before) : (places[at] ?? "bare");
    return replace({ name, written, place, before, after: code[at + written.length] ?? "" });
  });
}

/** The placeholders of some code, each once. */
function namePlaceholders(code: string): string[] {
  return [...new Set([...code.matchAll(PLACEHOLDER)].map(([written, name]) => name ?? written))];
}

/** The place of each character. Commands in `$(...)` begin anew, also inside double quotes. */
function findPlaces(code: string, language = ""): Place[] {
  const escape = ESCAPES[language];
  if (escape === undefined) return [];
  const places: Place[] = [];
  const open: Place[] = ["bare"];
  let isNested = false;
  let delimiter: string | undefined;
  for (let at = 0; at < code.length; at++) {
    const letter = code[at] as string;
    const place = open.at(-1) as Place;
    places[at] = place === "single" && isNested ? "nested" : place;
    if (place === "comment") {
      if (letter === "\n") open.pop();
    } else if (place === "document") {
      if (letter !== "\n" || code.slice(at + 1).split("\n", 1)[0] !== delimiter) continue;
      open.pop();
      delimiter = undefined;
    } else if (place === "single") {
      if (letter === "'") open.pop();
      else if (letter === '"') isNested = !isNested;
    } else if (letter === escape) {
      at++;
    } else if (letter === '"') {
      if (place === "double") open.pop();
      else open.push("double");
    } else if (letter === "(" && (place === "bare" || code[at - 1] === "$")) {
      open.push("bare");
    } else if (place === "bare") {
      if (letter === ")" && open.length > 1) open.pop();
      else if (letter === "'" && language !== "hcl") {
        open.push("single");
        isNested = false;
      } else if (letter === "#" && /^$|\s/.test(code[at - 1] ?? "")) open.push("comment");
      else if (letter === "<" && language === "shell")
        delimiter = /^<<-?\s*(['"]?)(\w+)\1/.exec(code.slice(at))?.[2] ?? delimiter;
      else if (letter === "\n" && delimiter !== undefined) open.push("document");
    }
  }
  return places;
}

/** In YAML quotes count only where a value begins with them; inside a plain value they are letters. */
function placeInYaml(before: string): Place {
  if (/^\s*#/.test(before)) return "comment";
  if (/(?:: |- |^\s*)"(?:[^"\\]|\\.)*$/.test(before)) return "double";
  return /(?:: |- |^\s*)'(?:[^']|'')*$/.test(before) ? "single" : "bare";
}

/** Letters that no language and no option list reads as anything else. */
const PLAIN = /^[\p{L}\p{N}_@%+:./-]*$/u;
/** The same without those that the command prompt of Windows, Jinja or awk might read. */
const SAFEST = /^[\w:.-]*$/;
/** PowerCLI and govc read a name with one of these as a pattern for many machines. */
const PATTERN = /[*?[\]]/;
/** Line breaks, control characters, letters that turn the direction of text, and halves of letters. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}]/u;

/** Whether a value is one line of text that shows all it holds. Nothing else goes into code. */
export function isPrintable(value: string): boolean {
  return !UNPRINTABLE.test(value);
}

/**
 * A value written so that the language reads exactly this value where the placeholder is, and nothing more.
 * Undefined if the place takes no such value.
 */
function quoteValue(value: string, language: string | undefined, placeholder: Placeholder): string | undefined {
  if (!isPrintable(value)) return undefined;
  if (placeholder.place === "comment") return value;
  switch (language) {
    case "shell":
      return quoteForShell(value, placeholder);
    case "powershell":
      return quoteForPowerShell(value, placeholder);
    case "yaml":
      return quoteForAnsible(value, placeholder);
    case "hcl":
      return placeholder.place === "double" ? escapeForHcl(value) : keepPlain(value);
    case "xml":
      return escapeForXml(value);
    case "ini":
      return value.replace(/["|]/g, (letter) => `|${letter.charCodeAt(0).toString(16).toUpperCase()}`);
    default:
      return keepPlain(value);
  }
}

function quoteForShell(value: string, { place, before, after }: Placeholder): string | undefined {
  // In a list such as model=virtio,bridge=vmbr0 a comma would begin another option.
  const isListed = /[=,]$/.test(before) || after === ",";
  if (isListed && value.includes(",")) return undefined;
  // A command reads a leading dash as an option, govc reads a pattern as every VM that matches, and a slash in the name of a file means a folder.
  if (
    value.startsWith("-") ||
    (/\bgovc\b/.test(before) && PATTERN.test(value)) ||
    (after === "." && value.includes("/"))
  )
    return undefined;
  switch (place) {
    // Here-documents of steps are XML.
    case "document":
      return escapeForXml(value);
    case "nested":
      return keepPlain(value);
    case "single":
      return value.replace(/'/g, "'\\''");
    // A command line within quotes is taken apart once more by whoever gets it.
    case "double":
      return isListed && !PLAIN.test(value) ? undefined : escapeInShellQuotes(value);
    default:
      return PLAIN.test(value) ? value : `'${value.replace(/'/g, "'\\''")}'`;
  }
}

/** An interactive shell looks for `!` between double quotes, too, and only single quotes keep it from that. */
function escapeInShellQuotes(value: string): string {
  return value.replace(/[\\"$`]/g, "\\$&").replace(/!+/g, `"'$&'"`);
}

/** PowerShell takes typographic quotes for plain ones. */
function quoteForPowerShell(value: string, { place }: Placeholder): string | undefined {
  if (PATTERN.test(value)) return undefined;
  const inSingle = value.replace(/['\u2018-\u201b]/g, "$&$&");
  if (place === "double") return value.replace(/[`"$\u201c-\u201e]/g, "`$&");
  return place === "single" ? inSingle : PLAIN.test(value) && /^\w/.test(value) ? value : `'${inSingle}'`;
}

/** Ansible reads templates in the strings of YAML: an opening brace that could begin one is written as a template itself. */
function quoteForAnsible(value: string, { place }: Placeholder): string | undefined {
  const text = value.replace(/\{(?=[{%#]|$)/g, "{{ '{' }}");
  if (place === "double") return text.replace(/[\\"]/g, "\\$&");
  return place === "single" ? text.replace(/'/g, "''") : keepPlain(value);
}

/** `$${` stands for `${`, `%%{` for `%{`; where more of these signs come before the brace, only their numbers are read alike by every tool. */
function escapeForHcl(value: string): string {
  return value
    .replace(/[\\"]/g, "\\$&")
    .replace(/[$%]+(?=\{)/g, (run) =>
      run.length === 1 ? run + run : run.replace(/./g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    );
}

/** Everything but letters, digits and plain marks by its number, so that a shell around the XML finds nothing either. */
function escapeForXml(value: string): string {
  return value.replace(/[^\p{L}\p{N} _@+:;,./()=-]/gu, (letter) => `&#${String(letter.codePointAt(0))};`);
}

function keepPlain(value: string): string | undefined {
  return SAFEST.test(value) ? value : undefined;
}

/** What is wrong with a MAC address that steps are to set by hand. */
export type MacProblem =
  /** It is no address; `nearest` is the same address as steps write it, where it is one in another spelling. */
  | { kind: "form"; nearest?: string }
  /** It names a group of machines, not one card; `nearest` is the address of one. */
  | { kind: "group"; nearest: string }
  /** It lies where the platform generates addresses, and may be refused when it is set by hand. */
  | { kind: "generated" };

const PAIRS = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i;
/** `Get-NetAdapter` writes dashes, network gear writes points, some lists write neither. */
const OTHER_SPELLING =
  /^(?:[0-9a-f]{2}([-: ]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/i;

/** Checks an address as a reader gave it; nothing is wrong with one that a card can bear on this platform. */
export function checkMac(address: string, platform: Platform | undefined): MacProblem | undefined {
  if (!PAIRS.test(address))
    return OTHER_SPELLING.test(address)
      ? { kind: "form", nearest: withColons(address.replace(/[^0-9a-f]/gi, "")) }
      : { kind: "form" };
  const first = parseInt(address, 16);
  if (first % 2 === 1) return { kind: "group", nearest: (first - 1).toString(16).padStart(2, "0") + address.slice(2) };
  return isGenerated(address, platform) ? { kind: "generated" } : undefined;
}

/** The values with what becomes of the old address: null where the platform may refuse it, so that the lines that set it are left out. */
export function withKeptMac(values: CodeValues, platform: Platform | undefined): CodeValues {
  const { mac } = values;
  return mac && PAIRS.test(mac) && isGenerated(mac, platform) ? { ...values, "kept-mac": null } : values;
}

function isGenerated(address: string, platform: Platform | undefined): boolean {
  const written = address.toLowerCase();
  return (platform?.macAddresses?.generated ?? []).some(({ from, to }) => {
    const beginning = written.slice(0, from.length);
    return from <= beginning && beginning <= to;
  });
}

function withColons(digits: string): string {
  return digits.match(/../g)?.join(":") ?? digits;
}
