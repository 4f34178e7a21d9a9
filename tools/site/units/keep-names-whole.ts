const heading = /<h1\b[\s\S]*?<\/h1>/;
/** Capitals on both sides of a hyphen, which a line may end at: SR-IOV. */
const name = /(?<![\p{L}\p{N}])\p{Lu}+-\p{Lu}+(?![\p{L}\p{N}])/gu;

/** Keeps names with a hyphen on one line in the heading of a page, whose letters are so large that a torn one is the first thing seen. */
export function keepNamesWhole(html: string): string {
  return html.replace(heading, (element) =>
    element.replace(/>[^<]+/g, (text) => text.replace(name, '<span class="whole">$&</span>')),
  );
}
