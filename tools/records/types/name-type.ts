const articles = new Set(["a", "an", "the"]);

/** Titles whose type would hide one of the language or the browser. */
const renamed: Record<string, string> = { Date: "IsoDate", Text: "PlainText" };

/** Makes a type's name from a schema's title: "Adapter on a platform" becomes AdapterOnPlatform. */
export function nameType(title: string): string {
  const words = title.split(/[^A-Za-z0-9]+/).filter((word) => word && !articles.has(word.toLowerCase()));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return renamed[name] ?? name;
}
