import type { Advice } from "../../explain/advice.ts";
import { guestsWithWords } from "../../guests/find-guests.ts";
import { indexGuests, isBareName } from "../../guests/guests.ts";
import { nameGuest } from "../../guests/name-guest.ts";
import { listSetGuests } from "../../guests/resolve-guest.ts";
import type { Guest, Knowledge } from "../../knowledge/knowledge.ts";
import type { Situation } from "../../questions/situation.ts";
import { answerButton, h } from "../dom.ts";
import { platformOf } from "./later-words.ts";
import { platformName } from "./names.ts";
import type { View } from "../view.ts";
import { words } from "../words.ts";

/** Which machine the answer is for: the guest that was recognised, and the platform, which says so where nobody gave it and is changed at one click. */
export function renderMachine(
  advice: Advice,
  given: Situation,
  { knowledge, fixed, answer }: Pick<View, "knowledge" | "fixed" | "answer">,
): HTMLElement {
  const platform = platformOf(advice);
  const guest = knowledge.guests.find(({ id }) => id === advice.situation.guest);
  const typed = given.guest ?? "";
  // Several guests that need different adapters are all named.
  const isSet =
    listSetGuests(knowledge, indexGuests(knowledge), typed, given.platform, given.bitness).guests.length > 0;
  const isOwnName = guest && (isSet ? advice.headline.kind !== "ask" : isCalledSo(knowledge, guest, typed));
  const taken =
    guest && !isOwnName
      ? advice.assumptions.find(({ field, value }) => field === "guest" && value === guest.id)
      : undefined;
  const isAssumed = given.platform === undefined;
  const others = isAssumed && !fixed.has("platform") ? knowledge.platforms.filter(({ id }) => id !== platform) : [];
  return h(
    "p",
    { class: "advice-machine" },
    guest && h("span", {}, taken?.text ?? words.recognised(nameGuest(knowledge, guest, typed, platform))),
    " ",
    h(
      "span",
      { "data-assumed": isAssumed },
      (isAssumed ? words.assumedPlatform : words.onPlatform)(platformName(knowledge, platform)),
    ),
    " ",
    ...others.map(({ id }) =>
      answerButton(words.changePlatform(platformName(knowledge, id)), () => answer("platform", id), `platform=${id}`),
    ),
  );
}

/** Whether a spelling names this very release, whatever it leaves open; one that is only taken for it says so in words of its own. */
function isCalledSo(knowledge: Knowledge, guest: Guest, spelling: string): boolean {
  return guestsWithWords({ knowledge }, spelling).includes(guest) && !isBareName(knowledge.guests, spelling, [guest]);
}
