import type { Kind } from "../../records/kinds.ts";
import { findPrivateDetail } from "../private-details.ts";
import type { Words, WorldComplaint, WorldRule } from "../rule.ts";
import { listTexts, type Text } from "../texts.ts";
import { listAsked } from "../world.ts";

/**
 * No record says how the machines of somebody's own network are called or reached: addresses of RFC 1918, RFC 4193 and of
 * one link, MAC addresses, names under .local, .lan and the like. What is kept for documentation may stand, and so may
 * `<SERVER-IP>`. Quotes are no exception: other words of the same document carry the statement as well.
 *
 * Good: `iperf -c <SERVER-IP> -P 16`; `iperf -c 192.0.2.7`; `nicDriver: ixgben 10.0.0.1`, which is a version.
 * Bad: `iperf -c 192.168.0.17`; `client: the VM esx07.lab.internal`
 */
export const noPrivateDetails: WorldRule = {
  name: "no-private-details",
  summary: "Records have no addresses, host names or MAC addresses of private networks.",
  scope: "world",
  check: (world) =>
    listAsked(world).flatMap((record) =>
      listTexts(record.data).flatMap((text): WorldComplaint[] => {
        const problem = isAddress(record.kind, text.path) ? undefined : findProblem(text);
        return problem ? [{ record, path: text.path, ...problem }] : [];
      }),
    ),
};

function findProblem(text: Text): Words | undefined {
  const detail = findPrivateDetail(text.value, versions.has(String(text.path.at(-1))));
  return detail && { message: `"${detail.found}" is ${detail.what}`, help: adviseOn(text, detail.instead) };
}

/** Fields in which four numbers with dots between are a version. */
const versions = new Set([
  "version",
  "release",
  "since",
  "until",
  "driver",
  "guestKernel",
  "hypervisor",
  "hypervisorBuild",
  "nicDriver",
  "nicFirmware",
]);

/** The address of a source has a rule of its own. */
function isAddress(kind: Kind, path: Text["path"]): boolean {
  return kind === "source" && path[0] === "url";
}

function adviseOn({ wording }: Text, instead: string): string {
  if (wording === "quote") return "quote other words of the document";
  if (wording === "code") return `write ${instead}, or a word in angle brackets such as <SERVER-IP>`;
  return `leave it out, or write ${instead}`;
}
