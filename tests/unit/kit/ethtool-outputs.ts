import type { Sandbox } from "./sandbox.ts";

/** What ethtool prints for one driver, by flag; synthetic, in the layout of ethtool 6.1. */
type EthtoolOutputs = Partial<Record<"i" | "k" | "l" | "c" | "g", string>>;

/** An ethtool that knows some flags and ends with an error for the others, as real drivers do. */
export function stubEthtool(sandbox: Sandbox, outputs: EthtoolOutputs): void {
  const cases = Object.entries(outputs).map(([flag, text]) => `-${flag}) cat <<'END'\n${text}\nEND\n;;`);
  sandbox.stub(
    "ethtool",
    `case $1 in\n${cases.join("\n")}\n*) echo "netlink error: Operation not supported" >&2; exit 75 ;;\nesac`,
  );
}

export function printIdentity(driver: string, version = "", firmware = "", bus = ""): string {
  return `driver: ${driver}
version: ${version}
firmware-version: ${firmware}
expansion-rom-version: 
bus-info: ${bus}
supports-statistics: yes`;
}

export const vmxnet3: EthtoolOutputs = {
  i: printIdentity("vmxnet3", "1.7.0.0-k-NAPI", "N/A", "0000:0b:00.0"),
  k: `Features for ens192:
rx-checksumming: on
tx-checksumming: on
	tx-checksum-ipv4: off [fixed]
	tx-checksum-ip-generic: on
scatter-gather: on
tcp-segmentation-offload: on
	tx-tcp-segmentation: on
generic-segmentation-offload: on
generic-receive-offload: on
large-receive-offload: off
rx-vlan-offload: on`,
  l: `Channel parameters for ens192:
Pre-set maximums:
RX:		8
TX:		8
Other:		n/a
Combined:	n/a
Current hardware settings:
RX:		4
TX:		4
Other:		n/a
Combined:	n/a`,
  c: `Coalesce parameters for ens192:
Adaptive RX: on  TX: off
stats-block-usecs: n/a

rx-usecs: 15
rx-frames: 64
tx-usecs: n/a
tx-frames: 32`,
  g: `Ring parameters for ens192:
Pre-set maximums:
RX:		4096
RX Mini:	2048
RX Jumbo:	4096
TX:		4096
Current hardware settings:
RX:		1024
RX Mini:	128
RX Jumbo:	512
TX:		512`,
};

export const virtio: EthtoolOutputs = {
  i: printIdentity("virtio_net", "1.0.0", "", "0000:00:03.0"),
  l: `Channel parameters for ens192:
Pre-set maximums:
RX:		n/a
TX:		n/a
Other:		n/a
Combined:	8
Current hardware settings:
RX:		n/a
TX:		n/a
Other:		n/a
Combined:	2`,
};
