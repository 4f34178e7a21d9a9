import type { Placeholder } from "./code-places.ts";

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
export function quoteValue(value: string, language: string | undefined, placeholder: Placeholder): string | undefined {
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
  // Commands would take the first for an option, govc the second for every machine that it fits, the shell the third for a folder.
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

/** `$${` stands for `${`; where more dollar signs come before the brace, only their numbers are read alike by every tool. */
function escapeForHcl(value: string): string {
  return value
    .replace(/[\\"]/g, "\\$&")
    .replace(/\$+(?=\{)|%+(?=\{)/g, (run) =>
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
