/** Makes the id that a name would have: lower case, hyphens for whatever else is no letter or digit. */
export function toKebabCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
