import { pageOf } from "../pages.ts";
import { escapeLine, escapeUnseen } from "./escape.ts";
import type { Report } from "./report.ts";
import { summarise } from "./summarise.ts";

/** Prints workflow commands, from which GitHub makes annotations at the lines of a pull request. */
export function reportGithub(report: Report): string {
  const commands = report.findings.map(({ file, line, col, rule, message, help }) => {
    const text = [message, ...(help ? [`help: ${help}`] : []), `See ${pageOf(rule)}`].join("\n");
    const places = [
      `file=${escapeUnseen(escapeProperty(file))}`,
      `line=${line}`,
      `col=${col}`,
      `title=${escapeProperty(rule)}`,
    ];
    return `::error ${places.join(",")}::${escapeUnseen(escapeData(text))}`;
  });
  return [...commands, ...summarise(report).map(escapeLine), ""].join("\n");
}

/** A command ends with its line, so line ends are escaped, and with them the sign that escapes. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Commas separate properties and colons end them. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
