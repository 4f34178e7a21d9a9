import { findPlaceholders, findUnfit } from "../../../advisor/steps/fill-code.ts";
import { advisor, knowledge } from "./knowledge.ts";
import { fc, randomRuns } from "../../chance.ts";

/** Values that some language reads as more than letters. */
const nasty = [
  'a`id`$(id)"x',
  "it's",
  "a;id $(id)",
  "$&{network}",
  "a\\",
  "!!",
  "a!b",
  "${x} $${y} %{z}",
  "$%{x} %$${y}",
  "{{ lookup('pipe', 'id') }}",
  "a\u201d;id\u201c",
  "x{",
  "--help",
  "# a",
  "a: b",
  "<&>",
  "%PATH%",
  "|",
  "~root",
  "*",
  "é \u{1f600}",
];

/** Text of letters that mean something to some language. */
export const text = fc.string({
  unit: fc.constantFrom(...[..."ab01 `'\"\\$(){}%#!&|;<>*?~=,:@/[]^\u201c\u2019\u201e\u00e9"]),
  minLength: 1,
  maxLength: 12,
});

/** Commands that validate an advice, of each kind. */
const plans = [
  { guest: "rhel9-64", packetRate: 50_000 },
  { guest: "rhel9-64", packetRate: 2_000_000, iommu: true, sriovNic: true },
  { guest: "windows-server-2019-64" },
  { guest: "windows-2000-32", latencySensitive: true },
  { guest: "freebsd14-64" },
  { guest: "rhel9-64", dpdk: true },
  { guest: "rhel9-64", forwardsPackets: true },
].flatMap((situation) => {
  const plan = advisor.advise(situation).validation;
  return plan
    ? [plan.otherEnd, ...plan.commands.map(({ command }) => command)].map((code) => ({
        id: "validation",
        code,
        language: plan.language as string,
      }))
    : [];
});
/** Every piece of code that a reader fills in. */
export const blocks = [
  ...knowledge.steps.flatMap(({ id, code, language }) => (code === undefined ? [] : [{ id, code, language }])),
  ...plans,
].filter(({ code }) => findPlaceholders([code]).length > 0);
/** Every placeholder that is asked for. */
export const NAMES = [
  "vm",
  "network",
  "mac",
  "pf",
  "host",
  "old-type",
  "peer-mac",
  "second-peer-mac",
  "target-address",
  "guest-mac",
  "interface",
  "port-interface",
  "pci-address",
  "old-pci-address",
  "guest-pci-address",
  "second-guest-pci-address",
  "pci-domain",
  "pci-bus",
  "pci-slot",
  "pci-function",
  "node-device",
  "device-uid",
  "windows-iso",
  "model",
  "tap",
  "memory-mib",
  "last-cpu",
  "vf-count",
  "vf-number",
  "vlan",
  "vswitch",
  "queues",
  "vectors",
  "device-driver",
  "vm-id",
  "esxi-host",
  "passthrough-device",
  "interrupt-rate",
  "vmnic",
];

/** The same value for every placeholder. */
export function nameAll(value: string): Record<string, string> {
  return Object.fromEntries(NAMES.map((name) => [name, value]));
}

/** The values that every place in the code takes; with another value for the same places if one is given. */
export function withoutUnfit(
  code: string,
  language: string | undefined,
  values: Record<string, string>,
  other?: string,
): Record<string, string> {
  const unfit = findUnfit(code, language, values);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !unfit.includes(name))
      .map(([name, value]) => [name, other ?? value]),
  );
}

/** Holds a property to the known values and to random ones. */
export function check(hold: (value: string) => void): void {
  nasty.forEach(hold);
  fc.assert(fc.property(text, hold), { numRuns: randomRuns(60) });
}

/** What was read with Q1Q as the value, with another value in its place. */
export function putIn<Read>(read: Read, value: string): Read {
  return JSON.parse(JSON.stringify(read), (_, one: unknown) =>
    typeof one === "string" ? one.replaceAll("Q1Q", () => value) : one,
  ) as Read;
}
