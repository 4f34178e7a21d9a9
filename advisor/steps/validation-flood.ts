/** What one thread of pktgen sends at a steady rate, small packets on a card of 10 Gbit/s or more. */
const PACKETS_PER_THREAD = 1_000_000;
const ETHERNET_HEADER = 14;
/** The least that pktgen sends, without the check sum of the frame. */
const LEAST_FRAME = 60;

/** Sets the Linux kernel's generator up to send at a rate for some seconds: it does in the kernel what costs iperf3 a system call for each packet. */
export function floodSetup(packetRate: number, packetBytes: number, seconds: number): string {
  const threads = Math.ceil(packetRate / PACKETS_PER_THREAD);
  const each = Math.round(packetRate / threads);
  const lines = [
    `count ${each * seconds}`,
    `ratep ${each}`,
    `pkt_size ${Math.max(LEAST_FRAME, packetBytes + ETHERNET_HEADER)}`,
    "flag QUEUE_MAP_CPU",
    "dst {target-address}",
    "dst_mac {guest-mac}",
  ];
  return [
    "modprobe pktgen",
    `for cpu in $(seq 0 ${threads - 1}); do`,
    "  echo rem_device_all > /proc/net/pktgen/kpktgend_$cpu",
    '  echo "add_device {interface}@$cpu" > /proc/net/pktgen/kpktgend_$cpu',
    `  for line in ${lines.map((line) => `"${line}"`).join(" ")}; do`,
    '    echo "$line" > "/proc/net/pktgen/{interface}@$cpu"',
    "  done",
    "done",
  ].join("\n");
}

/** Sends the runs, and counts meanwhile what arrives. */
export function floodCommand(
  adapter: string,
  runs: string,
  seconds: number,
  counter: "linux" | "windows" | "bsd",
): string {
  const counting = {
    linux: `sar -n DEV 1 ${seconds} > ${adapter}-rate.txt`,
    windows: `typeperf "\\Network Interface(*)\\Packets Received/sec" -sc ${seconds} -o ${adapter}-rate.csv`,
    bsd: `netstat -w 1 > ${adapter}-rate.txt`,
  };
  return [
    "# where the packets arrive, first",
    counting[counter],
    "# on the other end",
    `for run in ${runs}; do echo start > /proc/net/pktgen/pgctrl; done`,
  ].join("\n");
}
