/** What an address asks for that a page did not use, given the query of what it used: a value, or a parameter of another name. */
export function listUnusable(search: string, used: string): string[] {
  const taken = new URLSearchParams(used);
  return [...new URLSearchParams(search)].flatMap(([name, asked]) => {
    const values = taken.getAll(name).flatMap((list) => list.split(","));
    return asked
      .split(",")
      .filter((value) => value !== "" && !values.includes(value))
      .map((value) => `${name}=${value}`);
  });
}
