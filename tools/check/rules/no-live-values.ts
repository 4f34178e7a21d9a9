import type { RecordRule } from "../rule.ts";
import { select, selectText } from "../select.ts";

/** What differs from machine to machine, and the placeholder to write instead. */
const LIVE: readonly (readonly [what: string, pattern: RegExp, instead: string])[] = [
  ["a MAC address", /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/gi, "{mac}"],
  ["a PCI address", /\b(?:[0-9a-f]{4}[:_])?[0-9a-f]{2}[:_][0-9a-f]{2}[._][0-7]\b/gi, "{pci-address}"],
  ["a part of a PCI address", /\b(?:domain|bus|slot|function)=['"]0x[0-9a-f]+/gi, "{pci-bus}"],
  ["an IP address", /\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "{target-address}"],
  ["a VLAN number", /\bvlan(?:[-_]?id)?["']?(?:[ =:]+|><tag id=)["']?\d+|\btag=\d+/gi, "{vlan}"],
  ["a number of virtual functions", /\becho \d+ (?:>|\| (?:sudo )?tee) \S*sriov_numvfs|\bmax_vfs=\d+/g, "{vf-count}"],
  ["the name of an interface", /\b(?:eth|ens|eno|vmx|vtnet|vmnic)\d+\b|\benp\d\w+|\bEthernet\d/g, "{interface}"],
];

/**
 * Nothing in the code of a step is a value of somebody's machine: who runs it unchanged would change another device.
 * A placeholder in braces fails instead.
 *
 * Good: `qm set {vm} -hostpci0 {pci-address}`
 * Bad: `qm set {vm} -hostpci0 0000:01:10.0`
 */
export const noLiveValues: RecordRule = {
  name: "no-live-values",
  summary: "The code of a step has a placeholder for everything that differs from machine to machine.",
  scope: "step",
  check({ data }) {
    const same = new Set(select(data, "sameEverywhere.*.value").map(({ value }) => value));
    return selectText(data, "code").flatMap(({ path, value }) =>
      LIVE.flatMap(([what, pattern, instead]) =>
        [...new Set(value.match(pattern))]
          .filter((found) => !same.has(found))
          .map((found) => ({
            path,
            message: `"${found}" looks like ${what} of one machine`,
            help: `write a placeholder such as ${instead}, or list the value under sameEverywhere with the reason`,
          })),
      ),
    );
  },
};
