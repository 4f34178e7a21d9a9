/** Where a rule is documented in the repository; on the site a rule is called a check. */
export function pageOf(rule: string): string {
  return `content/contribute/checks/${rule}.md`;
}

/** Where a rule is documented on a site, whose address ends in a slash. */
export function addressOf(rule: string, site: string): string {
  return `${site}contribute/checks/${rule}/`;
}
