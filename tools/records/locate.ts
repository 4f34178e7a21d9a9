import { oncePer } from "../../advisor/collections.ts";
import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import type { AnyRecord, Path, Position } from "./record.ts";
import type { CleanText } from "./text.ts";

type Locator = Pick<AnyRecord, "locate" | "locateKey" | "spellingOf" | "nodeAt">;

/** Answers where the parts of a parsed document stand. */
export function makeLocator(document: Document.Parsed, { text, placeOf: placeOffset }: CleanText): Locator {
  const placeOf = (node: Node | null): Position => placeOffset(node?.range?.[0] ?? firstContent(text));
  return {
    locate(path) {
      return placeOf(follow(document, path).node);
    },
    locateKey(path) {
      const { node, key } = follow(document, path);
      return placeOf(key ?? node);
    },
    spellingOf(path) {
      const { node, isWhole } = follow(document, path);
      return isWhole && isScalar(node) ? node.source : undefined;
    },
    nodeAt(path) {
      const { node, key, isWhole } = follow(document, path);
      return isWhole && node ? { node, key } : undefined;
    },
  };
}

interface Found {
  /** The value, or the innermost existing node on the path to it. */
  node: Node | null;
  /** The key that leads to the value, when the whole path exists and ends in a mapping. */
  key: Node | null;
  isWhole: boolean;
}

function follow(document: Document.Parsed, path: Path): Found {
  let node: Node | null = document.contents;
  let key: Node | null = null;
  for (const step of path) {
    const next = stepInto(node, step);
    if (!next) return { node, key: null, isWhole: false };
    ({ key } = next);
    // A key without a value still has a place: its own.
    node = next.node ?? next.key;
  }
  return { node, key, isWhole: true };
}

function stepInto(node: Node | null, step: string | number): { node: Node | null; key: Node | null } | undefined {
  if (isSeq(node) && typeof step === "number") {
    const item = node.items[step];
    return isNode(item) ? { node: item, key: null } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = pairsOf(node).get(String(step));
  if (!pair) return undefined;
  return { node: isNode(pair.value) ? pair.value : null, key: isNode(pair.key) ? pair.key : null };
}

/** Pairs of a mapping by their keys, of which the last wins where one is repeated, as it does in the data. */
const pairsOf = oncePer(
  (map: YAMLMap): ReadonlyMap<string, Pair> =>
    new Map(
      map.items.flatMap((pair: Pair): [string, Pair][] => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])),
    ),
);

/** An empty document has no node, so report its first line that is not a comment. */
function firstContent(text: string): number {
  return Math.max(0, text.search(/(?<!\r)^(?!#)/m));
}
