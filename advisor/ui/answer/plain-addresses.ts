/** Keeps addresses in Markdown text from becoming links, which GitHub and others make of them without any mark. */
export function plainAddresses(markdown: string): string {
  return markdown.replace(/\b(https?|ftp|mailto|xmpp):/gi, "$1\\:").replace(/\b(www)\.(?=\S)/gi, "$1\\.");
}
