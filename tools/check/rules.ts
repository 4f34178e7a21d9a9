import type { Rule } from "./rule.ts";
import { addressesWellFormed, noLiveValues, noPrivateDetails } from "./rules/addresses.ts";
import { aliasesUnique, ordersUnique, rowIdsUnique, rowsNotDuplicated } from "./rules/unique.ts";
import { claimsRecomputed } from "./rules/comparisons.ts";
import { datesNotInFuture, rangesInOrder } from "./rules/ranges.ts";
import { fileName, linesTidy, modeline, yaml } from "./rules/file-form.ts";
import { guestFitsAdapter } from "./rules/guest-fits-adapter.ts";
import { idsDeclared, sourcesUsed } from "./rules/references.ts";
import { keysInOrder, schema, tombstonesWhole } from "./rules/shape.ts";
import { noPlaceholders, plainText, plainWords } from "./rules/text.ts";
import { numberInQuote, numbersAccounted, quotedOrLocated, statedOrUnknown } from "./rules/quotes.ts";
import { questionFitsKind, ruleConditionsPossible } from "./rules/questions-and-rules.ts";
import { samplesMatchSummary } from "./rules/summaries.ts";
import { unitsFitMetric, valuesInRange, withinLineRate } from "./rules/amounts.ts";

/** Every rule. Decisive rules come first: once one complains about a value, later complaints about it are dropped. */
export const rules: readonly Rule[] = [
  yaml,
  noPlaceholders,
  schema,
  tombstonesWhole,
  fileName,
  modeline,
  linesTidy,
  keysInOrder,
  idsDeclared,
  rowIdsUnique,
  rowsNotDuplicated,
  ordersUnique,
  aliasesUnique,
  quotedOrLocated,
  numberInQuote,
  samplesMatchSummary,
  claimsRecomputed,
  unitsFitMetric,
  valuesInRange,
  withinLineRate,
  statedOrUnknown,
  numbersAccounted,
  rangesInOrder,
  sourcesUsed,
  datesNotInFuture,
  addressesWellFormed,
  noPrivateDetails,
  noLiveValues,
  plainText,
  plainWords,
  ruleConditionsPossible,
  guestFitsAdapter,
  questionFitsKind,
];
