import { edit, files, lineOf, mark, read, replace } from "./mistake.ts";
import type { Mistake } from "./mistake.ts";

const overWire = read("dataset")
  .replaceAll("topology: same-host", "topology: two-hosts")
  .replace("    quotedAs: '2.65'\n", "")
  .replaceAll("2.65", "26.5")
  .replace("value: 26.5", `value: ${mark}26.5`);

/** What is well-formed and cannot be so, or must not stand in public. */
export const mistakesInContent: readonly Mistake[] = [
  {
    name: "more than the link carries",
    files: replace("dataset", overWire),
    rule: "within-line-rate",
    message: "26.5 Gbit/s is more than a link of 10 Gbit/s carries",
    help: "compare number and unit with the source",
  },
  {
    name: "0 for a throughput that nobody knows",
    files: replace("dataset", read("dataset").replace("value: 4.47", `value: ${mark}0`).replace("of 4.47", "of 0")),
    rule: "values-in-range",
    message: "0 is not a valid throughput",
    help: "remove the row if the source states no number",
  },
  {
    name: "a processor at 971 %",
    files: edit("dataset", "guestCpuPercent: 97.1", `guestCpuPercent: ${mark}971`),
    rule: "schema",
    message: '"guestCpuPercent" is 971, at most 100 is allowed',
    help: "virtual CPUs together",
  },
  {
    name: "a row without words of its source",
    files: edit(
      "dataset",
      "    precision: as-printed\n    quote: a total throughput of 4.47 Gbit per second\n",
      "    precision: as-printed\n",
    ),
    at: `${files.dataset}:${lineOf("dataset", "id: vmxnet3-stream")}:5`,
    rule: "quoted-or-located",
    message: "this row has neither a quote nor a locator",
    help: "quote the source",
  },
  {
    name: "read before it was published",
    files: edit("source", "'2026-01-02'", `${mark}'2011-01-02'`),
    rule: "ranges-in-order",
    message: "accessed 2011-01-02 is before published 2012-05-06",
    help: "accessed the day on which it was read",
  },
  {
    name: "a formula",
    files: edit("dataset", "note: One run.", `note: ${mark}'=SUM(B2:B4)'`),
    rule: "plain-text",
    message: "this text starts with =, like a formula",
    help: "put a word before it",
  },
  {
    name: "Markdown in a note",
    files: edit("dataset", "note: One run.", `note: ${mark}One **run**.`),
    rule: "plain-text",
    message: "this text contains Markdown, **run**",
    help: "write plain words",
  },
  {
    name: "an address of one's own network",
    files: edit("dataset", "- iperf -s", `- ${mark}iperf -c 192.168.0.17`),
    rule: "no-private-details",
    message: '"192.168.0.17" is an address of a private network',
    help: "<SERVER-IP>",
  },
  {
    name: "the name of one's own host",
    files: edit("dataset", "client: another machine", `client: ${mark}esx07.corp.internal`),
    rule: "no-private-details",
    message: '"esx07.corp.internal" is the name of a host in a private network',
    help: "write what the machine is",
  },
  {
    name: "a MAC address",
    files: edit("dataset", "client: another machine", `client: ${mark}VM with 00:50:56:ab:cd:ef`),
    rule: "no-private-details",
    message: '"00:50:56:ab:cd:ef" is the MAC address of a machine',
    help: "leave it out",
  },
  {
    name: "the address of a page on one's own machine",
    files: edit("source", "https://example.org/study.html", `${mark}http://localhost:1313/study`),
    rule: "addresses-well-formed",
    message: '"localhost" is reachable from one network only',
    help: "use the publisher's page",
  },
  {
    name: "an address that tells where one clicked",
    files: edit("source", "https://example.org/study.html", `${mark}https://example.org/study.html?utm_source=feed`),
    rule: "addresses-well-formed",
    message: "this address has tracking parameters: utm_source",
    help: "write https://example.org/study.html",
  },
  {
    name: "a draft that was not filled in",
    files: edit("dataset", "note: One run.", `note: ${mark}TODO say how many runs`),
    rule: "no-placeholders",
    message: '"note" has a placeholder',
    help: "One plain paragraph",
  },
  {
    name: "a choice that keeps its comment",
    files: edit("finding", "topic: mechanism", `topic: ${mark}mechanism # TODO`),
    rule: "no-placeholders",
    message: '"topic" has a placeholder',
    help: 'choose a value, then delete the comment "# TODO"',
  },
  {
    name: "keys in another order",
    files: edit(
      "source",
      "publisher: Example\npublished: '2012-05-06'\n",
      `published: '2012-05-06'\n${mark}publisher: Example\n`,
    ),
    rule: "keys-in-order",
    message: '"publisher" belongs before "published"',
    help: "the order is title, authors, publisher, published",
  },
  {
    name: "white space at the end of a line",
    files: edit("dataset", "note: One run.", `note: One run.${mark}  `),
    rule: "lines-tidy",
    message: "this line ends in white space",
    help: "run npm run check -- --fix",
  },
  {
    name: "no line feed at the end of the file",
    files: replace("source", `${read("source").trimEnd()}${mark}`),
    rule: "lines-tidy",
    message: "the last line does not end in a line feed",
    help: "run npm run check -- --fix",
  },
];
