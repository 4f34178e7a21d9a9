import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { demand } from "./shells.ts";

/** Two guests on one machine: network namespaces joined by a cable, with iperf3 waiting in one of them. */
export interface Lab {
  target: string;
  interface: string;
  /** Command words that put what follows them into the measuring guest. */
  enter: string[];
  dispose: () => Promise<void>;
}

/** Host name inside the lab: a word that no other part of a result can contain by chance. */
export const hostName = "kit-lab-guest";

const isRoot = process.getuid?.() === 0;
const client = { nic: "vnic0", address: "192.0.2.11/24" };
const server = { nic: "vnic1", address: "192.0.2.10/24" };

/**
 * Opens a lab. Its namespaces have no names: they last as long as the processes in them, and those end
 * when their standard input closes, so even a killed test run leaves nothing behind.
 */
export async function openLab(): Promise<Lab> {
  const unshare = [demand("unshare"), "--mount", "--net", "--uts"];
  const settle = ["sh", "-c", `hostname ${hostName} && mount -t sysfs sysfs /sys && echo ready && exec cat`];
  const first = await hold([...unshare, ...(isRoot ? [] : ["--map-root-user"]), ...settle]);
  // Without root the second namespace must belong to the same user namespace, or the cable cannot reach it.
  const inside = isRoot ? [] : [demand("nsenter"), "--target", String(first.pid), "--user", "--preserve-credentials"];
  const second = await hold([...inside, ...unshare, ...settle]);

  const ip = demand("ip");
  call(
    enter(first),
    ip,
    "link",
    "add",
    client.nic,
    "type",
    "veth",
    "peer",
    "name",
    server.nic,
    "netns",
    String(second.pid),
  );
  for (const [holder, { nic, address }] of [
    [first, client],
    [second, server],
  ] as const) {
    call(enter(holder), ip, "address", "add", address, "dev", nic);
    call(enter(holder), ip, "link", "set", nic, "up");
  }
  const listen = `${demand("iperf3")} -s --forceflush & cat; kill $!; wait`;
  const iperf3 = await hold([...enter(second), "sh", "-c", listen], "Server listening");
  return {
    target: "192.0.2.10",
    interface: client.nic,
    enter: enter(first),
    dispose: async () => {
      for (const process of [iperf3, second, first]) await release(process);
    },
  };
}

function enter({ pid }: ChildProcess): string[] {
  const user = isRoot ? [] : ["--user", "--preserve-credentials"];
  return [demand("nsenter"), "--target", String(pid), ...user, "--mount", "--net", "--uts", "--"];
}

function call(prefix: string[], ...words: string[]): void {
  const [command = "", ...args] = [...prefix, ...words];
  execFileSync(command, args, { stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts a process and waits until it says that it is ready; it is to be released afterwards. */
async function hold([command = "", ...args]: string[], readyText = "ready"): Promise<ChildProcess> {
  const child = spawn(command, args);
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (text: Buffer): void => {
      said += text.toString();
      if (said.includes(readyText)) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("error", reject);
    child.on("close", () => reject(new Error(explain(command, said))));
  });
  await ready;
  return child;
}

function explain(command: string, said: string): string {
  return `The kit's real run needs two network namespaces, and ${command} did not give them: ${said.trim()}
Run the tests as root, or allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for unshare).`;
}

async function release(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.stdin?.end();
  await closed;
}
