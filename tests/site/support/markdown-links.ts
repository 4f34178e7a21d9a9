/** The addresses that a program which reads Markdown, with GitHub's additions, makes links or pictures of; code is none. */
export function listMarkdownLinks(markdown: string): string[] {
  const text = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n\1\2[`~]*$/gm, "")
    .replace(/(?<![\\`])(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
  const inline = [...text.matchAll(/(?<!\\)\]\(\s*<?([^)\s>]*)/g)];
  const defined = [...text.matchAll(/^ {0,3}\[(?:[^\]\n\\]|\\.)+\]:\s*(\S+)/gm)];
  const angled = [...text.matchAll(/(?<!\\)<([a-z][a-z0-9+.-]*:[^>\s]*)>/gi)];
  const rest = text.replace(/(?<!\\)\]\([^)]*\)/g, "");
  const bare = [...rest.matchAll(/(?<![\\\w])((?:https?|ftp):\/\/[^\s<]+|www\.[^\s<]+)/gi)].map(
    ([whole, address = ""]) => [whole, address.startsWith("www.") ? `http://${address}` : address] as const,
  );
  return [...inline, ...defined, ...angled, ...bare].map(([, address = ""]) => address);
}
