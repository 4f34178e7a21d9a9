import { shorten } from "../../advisor/text.ts";

/** A problem in a sentence, and how to write it instead. */
interface ProseProblem {
  sentence: string;
  problem: string;
  instead: string;
}

/** A word or phrase that engineers do not use, and how they say the same. */
interface Discouraged {
  find: RegExp;
  instead: string;
}

/** Longest sentence, in words. */
const longestSentence = 25;

/** The one list of discouraged wording. Add a phrase here when a review finds it twice. */
const discouraged: readonly Discouraged[] = [
  {
    find: /\b(?:comes?|came|goes) (?:first|before|ahead)\b(?! of all)/i,
    instead: "use X, X is preferred, or X is the default",
  },
  { find: /\b(?:is|are|was|were) (?:not |no longer )?offered\b/i, instead: "is available, or is supported" },
  { find: /\bgives up\b/i, instead: "loses" },
  { find: /\boffers?\b/i, instead: "supports, has, or provides" },
  { find: /\bgives? (?:\w+ )?up with (?:it|them)\b/i, instead: "loses" },
  { find: /\bspeaks? (?:for|against|of)\b/i, instead: "is a reason for, or supports" },
  { find: /\bthe present adapter\b/i, instead: "the current adapter" },
  { find: /\b(?:ha[sd]|have) it (?:in its place|there|already|all|not)\b/i, instead: "name the thing that it has" },
  { find: /\bno surer\b|\bsurer\b/i, instead: "more certain, or say which input makes the answer firmer" },
  { find: /\bas assumed\b|\bis only assumed\b/i, instead: "Assumed: …" },
  {
    find: /\bis (?:therefore )?told (?:of|that|as|by|with|apart)\b|\bare told (?:of|as|by|apart)\b/i,
    instead: "is shown, is listed, or is recorded",
  },
  {
    find: /\b(?:nothing|nobody|none|no one) (?:is )?(?:recorded |known )?(?:speaks|says|tells|has measured|measured)\b/i,
    instead: "We found no …, and name the search",
  },
  {
    find: /\bwe (?:have )?(?:found|know of|read|saw) no(?:ne|thing)?\b(?!.*\bsearched \d{4})/i,
    instead: "The atlas has no …, or name the search: We found no … (searched 2026-11: vendor papers, arXiv)",
  },
  {
    find: /\b(?:nobody|no one|none) (?:that )?(?:we have read|has (?:answered|stated|published|tested)|states?|stated|publish(?:es|ed)|tested)\b|\bno source (?:says|states|names|documents|gives|confirms|describes|we (?:have )?read)\b(?!.*\bsearched \d{4})/i,
    instead: "no source in the atlas …, or name the search: … (searched 2026-11: vendor papers, arXiv)",
  },
  {
    find: /\bstands? (?:beside|against|in (?:the|its|their) place|for nothing|alone in)\b/i,
    instead: "is listed with, or replaces",
  },
  { find: /\bin (?:its|their) place\b/i, instead: "instead" },
  { find: /\d\s+per ?cent\b/i, instead: "the sign, as in 5 %" },
  { find: /\bkeeps? to\b/i, instead: "follows, or uses only" },
  { find: /\bfaster (?:it|they) may be\b/i, instead: "may be faster" },
  { find: /\bis(?:, | |n't )?of no use\b/i, instead: "does not help" },
  { find: /\bwherever\b/i, instead: "if, when, or everywhere" },
  {
    find: /\b(?:only|even|except|just|also|save|but) where\b|(?:,|\band|\bor) where (?:it|this|that|they|nothing|nobody|none|both|one)\b/i,
    instead: "if (a condition) or when (a time)",
  },
  { find: /^where\b(?! (?:is|are|do|does|can|to)\b)[^?]*(?:,|[.;]$)/i, instead: "If …, or When …" },
  {
    find: /^(?:what|that|whatever|whoever)\b(?!['’]s? )(?! (?:is|are|do|does|did|can|should|if|way|said)\b[^.]*\?)[^?]*[.;:]$/i,
    instead: "open with the thing that the sentence is about",
  },
  { find: /^(?:has|have) (?:it|this|the|your)\b/i, instead: "Does … have …?, or Is … available?" },
  { find: /\bthe more so\b|\ball the (?:more|same)\b|\bas yet\b|\bhowever it is\b/i, instead: "still, or also" },
  { find: /\b(?:of|for|in|by|with|to|on) such (?:a|an)\b|\bsuch a one\b/i, instead: "name the thing again" },
  { find: /\bis (?:left|held) (?:to|against|over to)\b/i, instead: "say who does it" },
  { find: /\bnow ahead of\b|\bnow behind\b/i, instead: "mixed results against" },
  { find: /\bpractitioners count on\b/i, instead: "most guests sustain" },
  { find: /\b(?:it|that|this) pays\b|\bpays (?:for|off) where\b/i, instead: "is worth it if" },
  {
    find: /\bmakes? (?:no|a) difference\b(?! (?:in|of|between))/i,
    instead: "changes, or does not change, and name what",
  },
  {
    find: /\bwithout a word\b|\bsay nothing (?:of|about)\b|\bsays nothing (?:of|about)\b/i,
    instead: "does not mention",
  },
  { find: /\btoo little for\b/i, instead: "does not justify" },
  { find: /\bthe atlas (?:knows|tells|holds|carries)\b/i, instead: "vNIC Atlas records, shows, or has" },
  { find: /\bknown to the atlas\b/i, instead: "we found" },
  {
    find: /\bheed(?:s|ed)?\b|\bthereof\b|\bwherein\b|\bnay\b|\bwhence\b|\bthither\b/i,
    instead: "use an everyday word",
  },
  { find: /\bfit for\b/i, instead: "suitable for" },
  { find: /\b(?:lie|lies|lay) (?:beside|behind|in the)\b/i, instead: "is, or are" },
];

/** Splits by the rules of Unicode, which every browser has; a library would be a download more. */
const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Lists the sentences of a paragraph. A dot inside a version, an abbreviation or a file name ends none. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const { segment } of segmenter.segment(text.replace(/\s+/g, " "))) {
    for (const part of segment.split(/(?<=[A-Za-z)]{3}\.) (?=\d)|(?<=[\w)]\.) (?=[\p{Ll}{])/u)) {
      open += open === "" || open.endsWith(" ") ? part : ` ${part}`;
      if (/\b(?:e\.g|i\.e|etc|vs|cf|No|St|approx|Mr|Dr|p|pp|ch)\.\s*$/.test(open)) continue;
      if (open.trim()) sentences.push(open.trim());
      open = "";
    }
  }
  return open.trim() ? [...sentences, open.trim()] : sentences;
}

/** Finds wording problems in a text of ours. What ends in no full stop is a label or a list, and may be long. One complaint for each sentence that is too long, and one for each phrase. */
export function findProseProblems(text: string): ProseProblem[] {
  // An iterator: to take the first of a list costs as much as the list is long.
  const quotations = (text.match(quotation) ?? []).values();
  return splitSentences(text.replace(quotation, masked)).flatMap((sentence) => {
    const original = sentence.replaceAll(masked, () => quotations.next().value ?? masked);
    const words = sentence
      .replace(list, ": LIST")
      .split(" ")
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    const long =
      words > longestSentence && /[.?!:][)"”]?$/.test(sentence)
        ? [
            {
              sentence: original,
              problem: `a sentence of ${words} words`,
              instead: `two sentences or more, each with at most ${longestSentence} words and one idea`,
            },
          ]
        : [];
    const phrases = discouraged.flatMap(({ find, instead }) => {
      const found = find.exec(sentence)?.[0];
      return found === undefined ? [] : [{ sentence: original, problem: `"${shorten(found, 40)}"`, instead }];
    });
    return [...long, ...phrases];
  });
}

/** Three or more short items behind a colon: nobody reads a list of names as one long sentence. */
const list = /: (?:(?:[^,.;:]|[.,](?=\d)){1,60}, ){2,}(?:[^,;:]|,(?=\d)){1,80}$/;

/** Words of others count as one word, which stands for them while sentences are found and counted. */
const quotation = /“[^”]*”|"[^"]*"|`[^`]*`/g;
const masked = "QUOTED";
