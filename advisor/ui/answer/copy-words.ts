/** What a copy button says of what it copies, and afterwards; apart, because pages that only copy need no more. */
export const copyWords = {
  copyWhat: (what: string) => `: ${what}`,
  copied: "Copied",
  notCopied: "The browser does not let this page copy. Select the text and copy it by hand.",
} as const;
