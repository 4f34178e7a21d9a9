import type { Assumption } from "./advice.ts";
import type { GuestOrigin } from "../guests/resolve-situation.ts";
import { assumedIn } from "../questions/questions.ts";
import { groupDigits, questionSentence, type Context } from "./context.ts";
import { plainValue } from "./changes.ts";
import type { Guest } from "../knowledge/knowledge.ts";
import type { Field, Situation, YesNoField } from "../questions/situation.ts";

/** How the guest was found, under which other entry the platform lists it, and what was taken for each field that is unknown. */
export function listAssumptions(
  context: Context,
  situation: Situation,
  origin: GuestOrigin | undefined,
  spelling: string,
): Assumption[] {
  const { messages, table, guest, filled, unknowns } = context;
  const { assumed } = messages;
  const assumptions = guest
    ? [
        ...(origin ? [assumeGuest(context, guest, origin, spelling)] : []),
        ...assumeEntry(context, guest, filled.values.virtualHardware),
      ]
    : [];
  if (unknowns.guest)
    assumptions.push({ field: "guest", value: "unknown", text: context.questions.get("guest")?.assumed?.text ?? "" });
  if (unknowns.rates) {
    const { low, high, largest, smallest } = unknowns.rates;
    assumptions.push({
      field: "packetRate",
      value: low,
      text: assumed.packetRateOf(
        String(situation.throughputGbps),
        groupDigits(low),
        groupDigits(high),
        largest,
        smallest,
      ),
    });
  }
  for (const { field } of table.questions) {
    if (field === "packetRate" && unknowns.rates) continue;
    // A field on which no row of this platform depends is not worth a word.
    if (!table.asked.has(field)) continue;
    // What the current adapter implies is no assumption, except where that is what is usually taken.
    const isOpen =
      typeof filled.values[field] === "boolean"
        ? situation[field] === undefined && !(filled.view.implied[field as YesNoField] && !table.usual[field])
        : unknowns.fields[field];
    if (isOpen)
      assumptions.push({
        field,
        value: plainValue(field, filled.values[field]),
        text: assumptionText(context, situation, field),
      });
  }
  return assumptions;
}

/** The older guest's entry under which the platform lists the machine. */
function assumeEntry(
  { messages, table: { platform } }: Context,
  { name, bitness, platforms }: Guest,
  hardware: number,
): Assumption[] {
  const { listedFrom = 0, older } = platforms[platform.id] ?? {};
  const entry = older?.entries.findLast(({ from }) => from <= hardware);
  if (!entry || hardware >= listedFrom) return [];
  const word =
    messages.assumed[
      hardware > entry.to ? "betweenEntries" : entry.basis === "inferred" ? "nearestEntry" : "olderEntry"
    ];
  return [
    {
      field: "guest",
      value: entry.guest,
      text: word(platform.name, messages.guest(name, bitness), hardware, entry.name),
    },
  ];
}

/** What was taken for a guest whose name alone did not settle which it is. */
function assumeGuest({ messages }: Context, guest: Guest, origin: GuestOrigin, spelling: string): Assumption {
  const { assumed } = messages;
  const nameOf = ({ name, bitness }: Guest): string => messages.guest(name, bitness);
  const write = (): string => {
    switch (origin.kind) {
      case "set":
        return (origin.isBuilt ? assumed.builtOn : assumed.setOf)(
          spelling,
          origin.product,
          [guest, ...origin.others].map(nameOf),
          origin.differ === true,
        );
      case "bare-name":
        return assumed.bareName(spelling, nameOf(guest));
      case "usual-bitness":
        return assumed.usualBitness(spelling, nameOf(guest));
      case "claimed":
        return assumed[origin.isLater ? "laterGuest" : "likeGuest"](spelling, nameOf(guest));
    }
  };
  return { field: "guest", value: guest.id, text: write() };
}

function assumptionText(context: Context, { throughputGbps }: Situation, field: Field): string {
  const { table, filled, questions } = context;
  const question = questions.get(field);
  const value = filled.values[field];
  const update =
    field === "virtualHardware"
      ? table.platform.versions.find(({ virtualHardware }) => virtualHardware === value)?.virtualHardwareSince
      : undefined;
  const facts = { isPassing: filled.view.isPassing, packetRate: filled.values.packetRate, throughputGbps, update };
  const { text = "" } = (question && assumedIn(question, facts)) ?? {};
  if (!text.includes("{")) return text;
  const plain = plainValue(field, value);
  return questionSentence(context, text, {
    value: typeof plain === "number" ? groupDigits(plain) : String(plain),
    update,
  });
}
