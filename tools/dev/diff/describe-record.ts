import type { Kind } from "../../records/kinds.ts";
import { describeAdapter } from "./describe-cells.ts";
import { describeDataset } from "./describe-rows.ts";
import { contrast } from "./describe-values.ts";
import { describeFields } from "./record-pair.ts";
import type { RecordPair, WordsOfBoth } from "./record-pair.ts";
import { say } from "./sentence.ts";
import type { Sentence } from "./sentence.ts";

/** Says what differs in a record: rows, cells and conditions in the words of their pages, the rest field by field. */
export function describeRecord(kind: Kind, pair: RecordPair, words: WordsOfBoth): Sentence[] {
  switch (kind) {
    case "dataset":
      return describeDataset(pair, words);
    case "adapter":
      return describeAdapter(pair);
    case "rule":
      return describeRule(pair, words);
    default:
      return describeFields(pair.before, pair.after);
  }
}

function describeRule({ id, before, after }: RecordPair, words: WordsOfBoth): Sentence[] {
  const [under, now] = [words.before.when(id), words.after.when(id)];
  const [follows, leads] = [words.before.then(id), words.after.then(id)];
  const told: string[] = [];
  const sentences: Sentence[] = [];
  if (under !== undefined && now !== undefined && under !== now) {
    const [was, is] = contrast(under, now);
    sentences.push(say`it held for ${was}; it now holds for ${is}`);
    told.push("when");
  }
  if (follows !== undefined && leads !== undefined && follows !== leads) {
    const [was, is] = contrast(follows, leads);
    sentences.push(say`it led to ${was}; it now leads to ${is}`);
    told.push("then");
  }
  return [...sentences, ...describeFields(before, after, told)];
}
