/** One small fault put into a file of the engine. */
export interface Mutant {
  file: string;
  line: number;
  from: string;
  to: string;
  text: string;
}

/** What is exchanged for what: each a fault that a test ought to notice. */
const FAULTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ >= /g, " > "],
  [/ <= /g, " < "],
  [/ > (?=[\w(])/g, " >= "],
  [/ < (?=[\w(])/g, " <= "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ & ~/g, " & "],
  [/ \| (?=\()/g, " & "],
  [/ \+ 1\b/g, " - 1"],
  [/ - 1\b/g, " + 1"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
  [/Math\.min\(/g, "Math.max("],
  [/Math\.max\(/g, "Math.min("],
  [/ \?\? 0\b/g, " ?? 1"],
  [/if \((?=[^{]*\) (?:return|continue))/g, "if (!"],
];

/** Every mutant of a file, in order; types, imports and comments are left alone. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const lines = source.split("\n");
  return lines.flatMap((line, index) =>
    isCode(line)
      ? FAULTS.flatMap(([pattern, to]) =>
          [...line.matchAll(pattern)].flatMap((match): Mutant[] => {
            const from = match[0];
            const at = match.index;
            const changed = to === "if (!" ? negate(line, at) : line.slice(0, at) + to + line.slice(at + from.length);
            if (changed === undefined) return [];
            return [
              {
                file,
                line: index + 1,
                from: line.trim(),
                to: changed.trim(),
                text: [...lines.slice(0, index), changed, ...lines.slice(index + 1)].join("\n"),
              },
            ];
          }),
        )
      : [],
  );
}

function isCode(line: string): boolean {
  return !/^\s*(?:import|export interface|export type|interface|type|\/\*|\*|\/\/)|^\s*[\w?]+: [^=({]*;$/.test(line);
}

/** Turns the condition that begins at a place round. */
function negate(line: string, at: number): string | undefined {
  const open = line.indexOf("(", at);
  let depth = 0;
  for (let close = open; close < line.length; close++) {
    if (line[close] === "(") depth++;
    if (line[close] === ")" && --depth === 0)
      return `${line.slice(0, open)}(!${line.slice(open, close + 1)})${line.slice(close + 1)}`;
  }
  return undefined;
}
