import { toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, toMarkdown as serialize } from "mdast-util-to-markdown";
import type { Handle } from "mdast-util-to-markdown";
import { plainAddresses } from "../../../advisor/ui/answer/links.ts";
import { prepare } from "./prepare.ts";
import type { Element } from "./nodes.ts";
import type { Resolve } from "./prepare.ts";

/** An underscore within a word means nothing; an address would become a link without any mark. */
const text: Handle = (node, parent, state, info) =>
  plainAddresses(
    defaultHandlers.text(node, parent, state, info).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, "_"),
  );

/** What is strong already needs no marks within. */
const strong: Handle = (node, parent, state, info) =>
  state.stack.includes("strong")
    ? state.containerPhrasing(node, info)
    : defaultHandlers.strong(node, parent, state, info);

/** Its address stays as it is, for those who search the text for addresses; the package escapes "&" in it. */
const link: Handle = (node, _parent, state, info) => {
  const exit = state.enter("label");
  const label = state.containerPhrasing(node, { ...info, before: "[", after: "]" });
  exit();
  return `[${label}](${node.url})`;
};

/** Writes the content of an element as Markdown with tables (GitHub's form); blocks are apart by an empty line. */
export function toMarkdown(element: Element, resolve: Resolve): string {
  const tree = toMdast(prepare(element, resolve), {
    document: true,
    quotes: ["“”"],
    handlers: {
      // A drawing comes once for wide and once for narrow screens, with the same words.
      figure: (state, node) => {
        const blocks = state.toFlow(state.all(node));
        const texts = blocks.map((block) => JSON.stringify(block));
        return blocks.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
      },
    },
  });
  return serialize(tree, {
    bullet: "-",
    rule: "-",
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: {
      text,
      strong: Object.assign(strong, { peek: () => "*" }),
      link: Object.assign(link, { peek: () => "[" }),
    },
  });
}
