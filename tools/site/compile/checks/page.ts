/** What the page of a check says about it in its front matter. */
export interface CheckPage {
  /** Name of the check. */
  check: string;
  title: string;
  description: string;
  /** Fixtures in tests/data/must-fail and tests/data/must-pass, as `kind/name`. */
  fails: string;
  passes: string;
  /** How many lines to show around those that differ. */
  context: number;
}

/** Reads the front matter of a check's page. */
export function readCheckPage(text: string): CheckPage {
  const [, front = ""] = /^\+\+\+\n([\s\S]*?)\n\+\+\+\n/.exec(text) ?? [];
  const fields = new Map(
    [...front.matchAll(/^(\w+) = "?(.*?)"?$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const read = (name: string): string => {
    const value = fields.get(name);
    if (value === undefined) throw new Error(`the page "${fields.get("title")}" of a check lacks ${name}`);
    return value;
  };
  return {
    check: read("check"),
    title: read("title"),
    description: read("description"),
    fails: read("fails"),
    passes: read("passes"),
    context: Number(fields.get("context") ?? 2),
  };
}
