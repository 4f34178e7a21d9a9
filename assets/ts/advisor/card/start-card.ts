import cardStyle from "../../../css/card.css";
import { copyButton } from "../../../../advisor/ui/answer/copy.ts";
import { h, type Child } from "../../../../advisor/ui/dom.ts";
import { words } from "../../../../advisor/ui/words.ts";
import { type Card, type CardSource, type CardSteps, cardWords, describeCard, writeCard } from "./describe-card.ts";
import { drawPicture } from "./draw-picture.ts";
// With this the bundler keeps what the page and this script share in the file that the page loads at once.
import "../start-advisor.ts";

/** Comes with the card: a constructed sheet needs no exception in the content policy. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(cardStyle);
document.adoptedStyleSheets.push(sheet);

/** Opens the card in a dialog, which prints as one page by itself; it is gone once it is closed. */
export function openCard(source: CardSource, announce: (text: string) => void): void {
  const card = describeCard(source);
  const dialog = h(
    "dialog",
    { class: "card-dialog", "aria-labelledby": "card-title", onclose: () => dialog.remove() },
    h(
      "p",
      { class: "actions" },
      h("button", { type: "button", onclick: () => window.print() }, cardWords.print),
      copyButton("", cardWords.copy, "", () => writeCard(card), announce),
      h("button", { type: "button", onclick: () => savePicture(card) }, cardWords.save),
      h("button", { type: "button", onclick: () => dialog.close() }, cardWords.close),
    ),
    renderCard(card),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** As a data address: nothing has to be given back later. */
function savePicture(card: Card): void {
  h("a", { href: drawPicture(card).toDataURL("image/png"), download: "vnic-decision-card.png" }).click();
}

function renderCard(card: Card): HTMLElement {
  const { validation } = card;
  return h(
    "article",
    { class: "decision-card" },
    h("p", { class: "card-kind" }, cardWords.title),
    h("h2", { id: "card-title" }, card.verdict),
    h("p", { class: "card-machine" }, card.machine),
    h("p", { class: "card-why" }, card.why),
    h("p", { class: "card-note" }, card.confidence),
    part(
      cardWords.givesUp,
      card.loses.length > 0 ? h("p", { class: "card-loses" }, card.loses.join(", ")) : h("p", {}, cardWords.nothing),
      card.conditional.length > 0 && h("p", {}, `${words.price.conditional}: ${card.conditional.join(", ")}`),
      card.keeps.length > 0 && h("p", {}, `${cardWords.keeps}: ${card.keeps.join(", ")}`),
      card.needs.length > 0 && h("p", {}, `${cardWords.needs}: ${card.needs.join(", ")}`),
    ),
    part(
      cardWords.assumed,
      card.assumptions.length > 0
        ? h("ul", {}, ...card.assumptions.map((text) => h("li", {}, text)))
        : h("p", {}, cardWords.nothingAssumed),
    ),
    card.problems.length > 0 && part(cardWords.problems, ...card.problems.map((text) => h("p", {}, text))),
    card.quotes.length > 0 &&
      part(
        cardWords.quotes,
        ...card.quotes.map(({ quote, source, year, url }) =>
          h(
            "p",
            { class: "card-quote" },
            h("q", {}, quote),
            " ",
            h("a", { href: url, rel: "external" }, source),
            `, ${year}`,
          ),
        ),
      ),
    card.before && renderSteps(cardWords.before, card.before),
    card.apply && renderSteps(cardWords.apply, card.apply),
    card.rollBack && renderSteps(cardWords.rollBack, card.rollBack),
    validation &&
      part(
        cardWords.validate,
        h("pre", { tabindex: 0 }, h("code", {}, validation.command)),
        validation.how !== "" && h("p", {}, validation.how),
        validation.pass !== "" && h("p", {}, h("strong", {}, `${cardWords.pass}: `), validation.pass),
        validation.fail !== "" && h("p", {}, h("strong", {}, `${cardWords.fail}: `), validation.fail),
      ),
    h("p", { class: "card-signature" }, cardWords.signature),
    h(
      "p",
      { class: "card-note" },
      `${cardWords.made(card.date, card.version)}, `,
      h("a", { href: card.link }, card.link),
    ),
  );
}

function part(title: string, ...children: Child[]): HTMLElement {
  return h("section", {}, h("h3", {}, title), ...children);
}

function renderSteps(title: (tool: string) => string, { tool, lines, isCode, isCut, notes }: CardSteps): HTMLElement {
  return part(
    title(tool),
    ...(isCode ? [h("pre", { tabindex: 0 }, h("code", {}, lines.join("\n")))] : lines.map((line) => h("p", {}, line))),
    isCut && h("p", { class: "card-note" }, cardWords.cut),
    ...notes.map((note) => h("p", { class: "card-note" }, note)),
  );
}
