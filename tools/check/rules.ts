import type { Rule } from "./rule.ts";
import { addressesWellFormed } from "./rules/addresses-well-formed.ts";
import { aliasesUnique } from "./rules/aliases-unique.ts";
import { claimsRecomputed } from "./rules/claims-recomputed.ts";
import { datesNotInFuture } from "./rules/dates-not-in-future.ts";
import { fileName } from "./rules/file-name.ts";
import { guestFitsAdapter } from "./rules/guest-fits-adapter.ts";
import { idsDeclared } from "./rules/ids-declared.ts";
import { keysInOrder } from "./rules/keys-in-order.ts";
import { linesTidy } from "./rules/lines-tidy.ts";
import { modeline } from "./rules/modeline.ts";
import { noLiveValues } from "./rules/no-live-values.ts";
import { noPlaceholders } from "./rules/no-placeholders.ts";
import { noPrivateDetails } from "./rules/no-private-details.ts";
import { numberInQuote } from "./rules/number-in-quote.ts";
import { numbersAccounted } from "./rules/numbers-accounted.ts";
import { ordersUnique } from "./rules/orders-unique.ts";
import { plainText } from "./rules/plain-text.ts";
import { plainWords } from "./rules/plain-words.ts";
import { questionFitsKind } from "./rules/question-fits-kind.ts";
import { quotedOrLocated } from "./rules/quoted-or-located.ts";
import { rangesInOrder } from "./rules/ranges-in-order.ts";
import { rowIdsUnique } from "./rules/row-ids-unique.ts";
import { rowsNotDuplicated } from "./rules/rows-not-duplicated.ts";
import { ruleConditionsPossible } from "./rules/rule-conditions-possible.ts";
import { samplesMatchSummary } from "./rules/samples-match-summary.ts";
import { schema } from "./rules/schema.ts";
import { statedOrUnknown } from "./rules/stated-or-unknown.ts";
import { sourcesUsed } from "./rules/sources-used.ts";
import { tombstonesWhole } from "./rules/tombstones-whole.ts";
import { unitsFitMetric } from "./rules/units-fit-metric.ts";
import { valuesInRange } from "./rules/values-in-range.ts";
import { withinLineRate } from "./rules/within-line-rate.ts";
import { yaml } from "./rules/yaml.ts";

/** Every rule. The decisive ones come first: where they object to a value, the others keep silent about it. */
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
