import { h, type Child } from "../../../advisor/ui/dom.ts";
import type { Answer } from "./protocol.ts";

/** Shows one adapter: the verdict with its reason, findings, what is missing, the price, and where to go on. */
export function showDetail({ adapter, names, situation }: Extract<Answer, { kind: "detail" }>, root: string): Child[] {
  const { machine, label, guestName, guestAsWritten, findings, missing, price, effect, steps, file, place } = adapter;
  const link = (path: string): string => root + path.replace(/^\//, "");
  return [
    h("h3", {}, names.to === null ? `${machine}: ${names.adapter}` : `${machine}: ${names.adapter} → ${names.to}`),
    h("p", { class: "note" }, [label, guestName ?? guestAsWritten, `${file}, ${place}`].filter(Boolean).join(" · ")),
    // The reason for the change is often the first finding.
    situation &&
      h(
        "p",
        {},
        h("b", {}, `${situation.headline}.`),
        findings.every(({ text }) => text !== situation.why) && ` ${situation.why}`,
      ),
    findings.length > 0 &&
      h(
        "ul",
        { class: "fleet-findings" },
        ...findings.map(({ severity, text }) =>
          h("li", { "data-severity": severity }, h("span", { class: "fleet-severity" }, severity), h("span", {}, text)),
        ),
      ),
    missing.length > 0 &&
      h(
        "ul",
        {},
        ...missing.map(({ text, command }) =>
          h("li", {}, text, command !== null && " Run: ", command !== null && h("code", {}, command)),
        ),
      ),
    effect && h("p", {}, effect.text),
    price && describePrice(price),
    h(
      "p",
      { class: "cluster" },
      steps !== null && h("a", { href: link(steps) }, "Steps"),
      situation && h("a", { href: link(situation.path) }, "The whole advice"),
    ),
  ];
}

function describePrice({
  downtime,
  loses,
  needs,
  cleanUp,
}: NonNullable<Extract<Answer, { kind: "detail" }>["adapter"]["price"]>): HTMLElement {
  const parts: [string, string][] = [
    ["Downtime", downtime === null ? "unknown" : downtime ? "yes" : "no"],
    ["Loses", loses.length === 0 ? "nothing" : loses.join(", ")],
    ["Needs", needs.length === 0 ? "nothing" : needs.join(", ")],
    ["Afterwards", cleanUp.length === 0 ? "nothing" : cleanUp.join(", ")],
  ];
  return h("dl", { class: "fleet-price" }, ...parts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}
