import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { demand, script } from "./shells.ts";

/** Two guests on one machine: network namespaces joined by two cables, with the script serving in one of them. */
export interface Lab {
  /** Address of the other end on each cable, and this end's interface. */
  a: { target: string; interface: string };
  b: { target: string; interface: string };
  /** Command words that put what follows them into the measuring guest. */
  enter: string[];
  /** Runs a command in the measuring guest. */
  call: (...words: string[]) => string;
  dispose: () => Promise<void>;
}

/** Host name inside the lab: a word that no other part of a result can contain by chance. */
export const hostName = "kit-lab-guest";

const isRoot = process.getuid?.() === 0;
const cables = [
  { near: "vnic0", far: "vnic1", network: "192.0.2" },
  { near: "vnic2", far: "vnic3", network: "198.51.100" },
] as const;

/**
 * Opens a lab. Its namespaces have no names: they last as long as the processes in them, and those end when their standard
 * input closes, so even a killed test run leaves nothing behind.
 */
export async function openLab(): Promise<Lab> {
  const unshare = [demand("unshare"), "--mount", "--net", "--uts"];
  const settle = ["sh", "-c", `hostname ${hostName} && mount -t sysfs sysfs /sys && echo ready && exec cat`];
  const first = await hold([...unshare, ...(isRoot ? [] : ["--map-root-user"]), ...settle]);
  // Without root the second namespace must belong to the same user namespace, or the cable cannot reach it.
  const inside = isRoot ? [] : [demand("nsenter"), "--target", String(first.pid), "--user", "--preserve-credentials"];
  const second = await hold([...inside, ...unshare, ...settle]);

  const ip = demand("ip");
  for (const { near, far, network } of cables) {
    call(enter(first), ip, ...words(`link add ${near} type veth peer name ${far} netns ${second.pid}`));
    for (const [holder, nic, host] of [
      [first, near, 11],
      [second, far, 10],
    ] as const) {
      call(enter(holder), ip, ...words(`address add ${network}.${host}/24 dev ${nic}`));
      call(enter(holder), ip, ...words(`link set ${nic} up`));
    }
  }
  const serve = `sh ${script} --serve & cat; kill $!; wait`;
  const server = await hold([...enter(second), "sh", "-c", serve], "vnic-validate: ready");
  const side = ({ near, network }: (typeof cables)[number]): Lab["a"] => ({ interface: near, target: `${network}.10` });
  return {
    a: side(cables[0]),
    b: side(cables[1]),
    enter: enter(first),
    call: (...command) => call(enter(first), ...command),
    dispose: async () => {
      for (const process of [server, second, first]) await release(process);
    },
  };
}

const words = (text: string): string[] => text.split(" ");

function enter({ pid }: ChildProcess): string[] {
  const user = isRoot ? [] : ["--user", "--preserve-credentials"];
  return [demand("nsenter"), "--target", String(pid), ...user, "--mount", "--net", "--uts", "--"];
}

function call(prefix: string[], ...command: string[]): string {
  const [file = "", ...args] = [...prefix, ...command];
  return execFileSync(file, args, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
}

/** Starts a process and waits until it says that it is ready; it is to be released afterwards. */
export async function hold([command = "", ...args]: string[], readyText = "ready"): Promise<ChildProcess> {
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

/** Ends a process that was held, by closing its standard input. */
export async function release(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.stdin?.end();
  await closed;
}
