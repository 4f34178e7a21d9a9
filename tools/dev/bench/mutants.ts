// Small faults for the engine, and those of them that no test can notice.
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

/** A mutant that no test can notice, since the engine answers the same with it, and why that is so. */
interface Equivalent extends Pick<Mutant, "file" | "from" | "to"> {
  why: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: "engine/fill-situation.ts",
    from: "? Math.max(table.current, firstRelease(table, virtualHardware ?? 0))",
    to: "? Math.max(table.current, firstRelease(table, virtualHardware ?? 1))",
    why: "The first release that knows so old a virtual hardware is not newer than the current one.",
  },
  {
    file: "engine/fill-situation.ts",
    from: "if (requires.length > 0) filled.sets[REQUIRED_SLOT] = requiredSet(table, requires);",
    to: "if (requires.length >= 0) filled.sets[REQUIRED_SLOT] = requiredSet(table, requires);",
    why: "The rows of no requirements are those that do not depend on requirements.",
  },
  {
    file: "engine/conflicts.ts",
    from: "if (remedies === undefined) return keysOf(fix).length > 0 ? [fix] : [];",
    to: "if (remedies === undefined) return keysOf(fix).length >= 0 ? [fix] : [];",
    why: "What every completion excludes is excluded as things are assumed too, so no way to it is without a change.",
  },
  {
    file: "engine/conflicts.ts",
    from: "const later = raised.offered.find((range) => range.from > hardware && range.adapters & bit);",
    to: "const later = raised.offered.find((range) => range.from >= hardware && range.adapters & bit);",
    why: "The range that begins at the machine's own virtual hardware is the one that was just found not to offer the adapter.",
  },
  {
    file: "engine/decide.ts",
    from: "for (let word = 0; word < first.length; word++) {",
    to: "for (let word = 0; word <= first.length; word++) {",
    why: "A typed array ignores what is written behind its end.",
  },
  {
    file: "engine/decide.ts",
    from: "for (let word = table.excludeEnd >> 5; word < fired.length; word++)",
    to: "for (let word = table.excludeEnd >> 5; word <= fired.length; word++)",
    why: "What is remembered lies one level deeper, under the same key for all.",
  },
  {
    file: "engine/engine.ts",
    from: "if (known.size >= MOST_SETTLED) known.clear();",
    to: "if (known.size > MOST_SETTLED) known.clear();",
    why: "One kind of situations more is remembered before all are forgotten.",
  },
  {
    file: "engine/engine.ts",
    from: "return best >= 0 ? best : bestAsAdvised(table, filled, listUnknowns(table, situation, guest, filled));",
    to: "return best > 0 ? best : bestAsAdvised(table, filled, listUnknowns(table, situation, guest, filled));",
    why: "What fits with the assumptions is looked up a second time, with the same outcome; only the time differs.",
  },
  {
    file: "engine/engine.ts",
    from: "if (best < 0 || compareAdapters(decision, possible, index, best) < 0) best = index;",
    to: "if (best < 0 || compareAdapters(decision, possible, index, best) <= 0) best = index;",
    why: "No two adapters rank the same: where nothing else parts them, their places in the list do.",
  },
  {
    file: "engine/search-space.ts",
    from: 'if (field === "guestDrivers" && (filled.view.tools | filled.view.vendor) !== 0) return true;',
    to: 'if (field === "guestDrivers" || (filled.view.tools | filled.view.vendor) !== 0) return true;',
    why: "A field that decides nothing is looked at too; it is no question and no turning point, since nothing else follows from it.",
  },
  {
    file: "engine/search-space.ts",
    from: "for (let word = 0; word < live.length; word++)",
    to: "for (let word = 0; word <= live.length; word++)",
    why: "Behind its end a typed array has nothing, and that has no bits.",
  },
  {
    file: "engine/table.ts",
    from: "return table.releases.find((release) => release.hardware >= hardware)?.code ?? 0;",
    to: "return table.releases.find((release) => release.hardware >= hardware)?.code ?? 1;",
    why: "No release has so low a code: 1 comes before all of them, as 0 does.",
  },
  {
    file: "engine/table.ts",
    from: "deciding: sets((row) => rowClass(row) < 2),",
    to: "deciding: sets((row) => rowClass(row) <= 2),",
    why: "Rows that decide nothing are sorted out among those that can still fire; elsewhere they part ranges that lead to the same.",
  },
  {
    file: "engine/table.ts",
    from: "scratch: sets(() => false),",
    to: "scratch: sets(() => true),",
    why: "The room is written to before it is read.",
  },
  {
    file: "explain/exclusions.ts",
    from: "const needed = Math.max(section?.virtualHardware ?? 0, listedFrom);",
    to: "const needed = Math.max(section?.virtualHardware ?? 1, listedFrom);",
    why: "It is compared with virtual hardware where there is some, and none is older than 3.",
  },
];

/** Why a mutant is the same as the engine without it; undefined where that is not known. */
export function whyEquivalent({ file, from, to }: Mutant): string | undefined {
  return equivalents.find((one) => one.file === file && one.from === from && one.to === to)?.why;
}
