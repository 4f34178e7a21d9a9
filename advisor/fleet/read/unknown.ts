import { readableCommands } from "./commands.ts";
import type { FileReport } from "./report.ts";
import { at, type Document, isMembers } from "./text/documents.ts";

/** The known formats, for messages about files in other formats. */
const knownFormats =
  "Known: RVTools, CSV with headings, govc -xml or -json, PowerCLI and Hyper-V as CSV or JSON, vSphere REST, .vmx, OVF, virsh dumpxml, Proxmox VE, oVirt, Nutanix v3, KubeVirt, Terraform.";

const { govc, powerCli, hyperV } = readableCommands;

/** Screen output of commands: a pattern, the command, and a command whose output is read. */
const screens: readonly (readonly [pattern: RegExp, found: string, use: string])[] = [
  [/^Name: .*\n +Path: /m, "govc vm.info", govc],
  [/^Name: +ethernet-\d+\s*$/m, "govc device.info", govc],
  [/^ethernet-\d+ +Virtual/m, "govc device.ls", govc],
  [/^ *Interface +Type +Source +Model +MAC *$/m, "virsh domiflist", "virsh dumpxml NAME"],
  [/^ *VMID +NAME +STATUS /m, "qm list", "qm config VMID"],
  [/^Name +IsManagementOs +VMName\b/m, "Get-VMNetworkAdapter", hyperV],
  [/^IsManagementOs +: /m, "Get-VMNetworkAdapter", hyperV],
  [/^Name +Type +NetworkName +MacAddress\b/m, "Get-NetworkAdapter", powerCli],
  [/^NetworkName +: /m, "Get-NetworkAdapter", powerCli],
];

/** Reports a text of no known format: its first line, or the command that printed it. */
export function reportUnknownText(text: string, report: FileReport): void {
  const top = text.slice(0, 2000).replaceAll("\r\n", "\n");
  const lines = top.split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return report.addProblem("file", "The file is empty.");
  const place = `line ${first + 1}`;
  for (const [pattern, found, use] of screens)
    if (pattern.test(top))
      return report.addProblem(place, `This is the screen output of ${found}, which is not read. Use: ${use}`);
  report.addProblem(
    place,
    `The file is not in a known inventory format. It begins with "${shorten(lines[first] ?? "")}". ${knownFormats}`,
  );
}

/** Reports JSON of no known format: its members, or the program that wrote it. */
export function reportUnknownJson([document]: readonly Document[], report: FileReport): void {
  const value = document?.value;
  const list = at(value, "value") ?? value;
  const first: unknown = Array.isArray(list) ? list[0] : value;
  const refuse = (what: string, use: string): void =>
    report.addProblem(document?.root ?? "file", `This is ${what}, which does not state adapter types. Use: ${use}`);
  if (isMembers(first) && "vm" in first && "power_state" in first)
    return refuse("the list of VMs of vSphere's REST API", "GET /api/vcenter/vm/ID for each VM");
  if (at(value, "virtual_machines") !== undefined || at(value, "instance", "hw_name") !== undefined)
    return refuse("what Ansible's VMware modules return", govc);
  const members = isMembers(first) ? Object.keys(first) : [];
  const found = members.length === 0 ? "no objects" : `"${members.slice(0, 5).map(shorten).join('", "')}"`;
  report.addProblem("file", `The JSON is not in a known inventory format. Found: ${found}. ${knownFormats}`);
}

function shorten(text: string): string {
  const plain = text.trim();
  return plain.length > 60 ? `${plain.slice(0, 60)}...` : plain;
}
