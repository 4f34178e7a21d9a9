import { edit, files, lineOf, mark, read, replace } from "./mistake.ts";
import type { Mistake } from "./mistake.ts";

const row = / {2}- id: vmxnet3-stream\n(?: {4}.*\n)+/.exec(read("dataset"))?.[0] ?? "";
const inOld32 = "    conditions:\n      guest: Other\n      bitness: 32\n";

/** What goes wrong with the fields of a record, and between records. */
export const mistakesInRecords: readonly Mistake[] = [
  {
    name: "a field that no record has",
    files: edit("dataset", "platform: vsphere\n", `platform: vsphere\n${mark}colour: blue\n`),
    rule: "schema",
    message: '"colour" is not a known field of a record of this kind',
    help: "known fields: title, question",
  },
  {
    name: "a misspelt field",
    files: edit("dataset", "platform: vsphere\n", `${mark}Plattform: vsphere\n`),
    rule: "schema",
    message: '"Plattform" is not a known field of a record of this kind',
    help: 'did you mean "platform"?',
  },
  {
    name: "a required field without its value",
    files: edit("source", "title: A study of two adapters", `title:${mark}`),
    rule: "schema",
    message: '"title" must be text, found nothing',
    help: "add a value, for example: ",
  },
  {
    name: "no source",
    files: edit("dataset", "source: sample-study\n", ""),
    at: `${files.dataset}:2:1`,
    rule: "schema",
    message: '"source" is missing',
    help: "Id of a record in data/sources",
  },
  {
    name: "a source that was never written down",
    files: edit("dataset", "source: sample-study", `source: ${mark}nobel-2013`),
    rule: "ids-declared",
    message: '"nobel-2013" is not declared in data/sources',
    help: "write data/sources/nobel-2013.yaml first",
  },
  {
    name: "a guest that no record has, in the test of a rule",
    files: edit("rule", "guest: rhel9-64", `guest: ${mark}templeos`),
    rule: "ids-declared",
    message: '"templeos" is not an id or name of a record in data/guests',
    help: "use the id of a record in data/guests",
  },
  {
    name: "an entry of a draft without its name",
    files: edit("adapter", "      nic-sharing:", `      ${mark}todo:`),
    rule: "no-placeholders",
    message: "the name of this entry has a placeholder",
    help: "replace todo with the name",
  },
  {
    name: "a misspelt adapter",
    files: edit("dataset", "relativeTo: e1000\n    rows", `relativeTo: ${mark}e100\n    rows`),
    rule: "ids-declared",
    message: '"e100" is not declared in data/adapters',
    help: 'did you mean "e1000"?',
  },
  {
    name: "an id without its year",
    files: edit("finding", "source: sample-study", `source: ${mark}sample`),
    rule: "ids-declared",
    message: '"sample" is not declared in data/sources',
    help: 'did you mean "sample-study" or "sample-manual"?',
  },
  {
    name: "a condition on a question that has no words for it",
    files: edit("rule", "  packetRate:\n    above", `  ${mark}throughputGbps:\n    above`),
    rule: "schema",
    message: 'rules cannot depend on "throughputGbps": data/questions/throughput-gbps.yaml has no "condition"',
    help: "add to data/questions/throughput-gbps.yaml the words of a condition, such as condition:",
  },
  {
    name: "an adapter by its name",
    files: edit("dataset", "relativeTo: e1000\n    rows", `relativeTo: ${mark}VMware E1000\n    rows`),
    rule: "schema",
    message: '"relativeTo" is "VMware E1000", which is not a valid id',
    help: "Kebab-case identifier",
  },
  {
    name: "conditions beside the list of conditions",
    files: edit("dataset", "    value: 4.47\n", `    value: 4.47\n    ${mark}mtu: 1500\n`),
    rule: "schema",
    message: '"mtu" is not a known field of "measurements" item 2',
    help: 'it belongs under "conditions"',
  },
  {
    name: "a list of one without its dash",
    files: edit("dataset", "guests:\n    - Windows", `guests:\n    ${mark}Windows`),
    rule: "schema",
    message: '"guests" must be a list, found text "Windows Server 2008 R2"',
    help: 'start each entry with "- "',
  },
  {
    name: "two authors in one line",
    files: edit("source", "authors:\n  - Ann Author\n  - Bob Writer", `authors: ${mark}Ann Author, Bob Writer`),
    rule: "schema",
    message: '"authors" must be a list, found text "Ann Author, Bob Writer"',
    help: 'start each entry with "- "',
  },
  {
    name: "a row copied and not renamed",
    files: edit("dataset", "id: vmxnet3-summary", `id: ${mark}vmxnet3-stream`),
    rule: "row-ids-unique",
    message: `the row id "vmxnet3-stream" is taken by the row in line ${lineOf("dataset", "id: vmxnet3-stream")}`,
    help: "add the difference between the two rows to the id",
  },
  {
    name: "a row copied and given another name only",
    files: edit("dataset", row, `${row}${row.replace("  - id: vmxnet3-stream", `  - ${mark}id: vmxnet3-stream-2`)}`),
    rule: "rows-not-duplicated",
    message: 'this row has the same adapter, conditions, workload and metric as "vmxnet3-stream"',
    help: "add the condition that differs",
  },
  {
    name: "a gain worked out wrongly",
    files: replace(
      "dataset",
      read("dataset").replace("value: 69", `value: ${mark}96`).replace("about 69 %", "about 96 %"),
    ),
    rule: "claims-recomputed",
    message: '"vmxnet3-stream" and "e1000-stream" come to 68.7, not 96 (percent-more)',
    help: "compare form, precision and all three numbers with the source",
  },
  {
    name: "a number that is not in the quote",
    files: edit("dataset", "value: 4.47", `value: ${mark}4.74`),
    rule: "number-in-quote",
    message: '4.74 does not occur in the quote "a total throughput of 4.47 Gbit per second"',
    help: "quote the words with the number",
  },
  {
    name: "minimum and maximum swapped",
    files: replace("dataset", read("dataset").replace("min: 165", "min: 328").replace("max: 328", `max: ${mark}165`)),
    rule: "ranges-in-order",
    message: "max 165 is below min 328",
    help: "compare both with the source",
  },
  {
    name: "a guest offered an adapter of another platform",
    files: edit("guest", "- vmxnet3\n    olderEntries", `- ${mark}virtio-net\n    olderEntries`),
    rule: "guest-fits-adapter",
    message: '"virtio-net" is not an adapter of vsphere',
    help: "name another adapter",
  },
  {
    name: "an adapter measured in a guest that is never offered it",
    files: edit(
      "dataset",
      row,
      row.replace("    quote", `${inOld32}    quote`).replace("adapter: ", `adapter: ${mark}`),
    ),
    rule: "guest-fits-adapter",
    message: "vmxnet3 is not available to Other on vsphere",
    help: "available: e1000",
  },
];
