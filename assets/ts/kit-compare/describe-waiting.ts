import type { Side } from "../../../tools/kit/compare/samples.ts";

/** What to add when only one of the two boxes has files; undefined if those files can be compared, or hold no number. */
export function describeWaiting(box: "A" | "B", names: readonly string[], sides: readonly Side[]): string | undefined {
  if (sides.length !== 1 || sides[0]?.size === 0) return undefined;
  const other = box === "A" ? "B" : "A";
  if (names.length === 1) return `${names[0]} is read. Add the other file.`;
  const both = names.length === 2 ? "Both files are" : `All ${names.length} files are`;
  return `${both} in ${box}, as runs of one adapter: ${names.join(", ")}. Put the files of the other adapter into ${other}. If one of these is of the other adapter, choose each file again, in its own box.`;
}
