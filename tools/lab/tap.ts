import { accessSync, constants } from "node:fs";
import { ToolError } from "../records/command-line.mjs";
import { execFile, spawnSync } from "node:child_process";
import { findCommand } from "./find-command.mjs";
import type { Tidy } from "./tidy.ts";
import { guestMac } from "./qemu.ts";
import { guestAddress, wireAddress } from "./wire.ts";

/** A cable to this machine's own network stack, in a name space of its own: segments may be larger than frames. */
export interface Tap {
  namespace: string;
  name: string;
  counts(): { fromGuest: number; toGuest: number };
  /** Runs a program at the cable's other end and returns what it prints. */
  run(command: string, args: readonly string[], limitSeconds: number): Promise<string>;
}

/** iproute2 answers at once; a machine that is busy with other things needs its time. */
const limitMilliseconds = 20_000;

let last = 0;

/** Opens the cable. Needs root; the name space and all in it go with the tidying. */
export function openTap(queues: number, tidy: Tidy): Tap {
  const namespace = `nic-lab-${process.pid}-${++last}`;
  const name = "tap0";
  ip(["netns", "add", namespace]);
  tidy.add(() => void spawnSync("ip", ["netns", "del", namespace], { timeout: limitMilliseconds }));
  const inside = (...args: string[]) => ip(["-n", namespace, ...args]);
  spawnSync(
    "ip",
    [
      "netns",
      "exec",
      namespace,
      "sysctl",
      "-qw",
      "net.ipv6.conf.all.disable_ipv6=1",
      "net.ipv6.conf.default.disable_ipv6=1",
    ],
    { timeout: limitMilliseconds },
  );
  inside("tuntap", "add", "dev", name, "mode", "tap", ...(queues > 1 ? ["multi_queue"] : []));
  inside("address", "add", `${wireAddress}/24`, "dev", name);
  inside("link", "set", name, "up");
  inside("neigh", "replace", guestAddress, "lladdr", guestMac, "dev", name, "nud", "permanent");
  return {
    namespace,
    name,
    counts() {
      const [link] = JSON.parse(inside("-j", "-s", "link", "show", name)) as {
        stats64: { rx: { packets: number }; tx: { packets: number } };
      }[];
      // Counters of this machine: its received frames are the ones the guest sent.
      return { fromGuest: link?.stats64.rx.packets ?? 0, toGuest: link?.stats64.tx.packets ?? 0 };
    },
    run(command, args, limitSeconds) {
      return new Promise((resolve, reject) => {
        const words = ["netns", "exec", namespace, command, ...args];
        const child = execFile(
          "ip",
          words,
          { timeout: limitSeconds * 1000, killSignal: "SIGKILL", maxBuffer: 64 * 1024 * 1024 },
          (error, output, complaint) => {
            forget();
            const what = `${command} ${args.join(" ")}`;
            if (child.killed) reject(new ToolError(`${what} took longer than ${limitSeconds} s`));
            else if (error) reject(new ToolError(`${what} failed: ${complaint.trim() || error.message}`));
            else resolve(output);
          },
        );
        const forget = tidy.add(() => child.kill("SIGKILL"));
      });
    },
  };
}

function ip(args: readonly string[]): string {
  const done = spawnSync("ip", args, { encoding: "utf8", timeout: limitMilliseconds });
  if (done.status !== 0)
    throw new ToolError(
      `ip ${args.join(" ")} failed: ${done.stderr?.trim() ?? done.error?.message}; a TAP requires root and iproute2`,
    );
  return done.stdout;
}

/** Lists what this machine lacks for transfers over a TAP; empty when it has all. */
export function listBulkNeeds(env: NodeJS.ProcessEnv): string[] {
  return [
    ...(process.getuid?.() === 0 ? [] : ["root"]),
    ...(mayUse("/dev/net/tun") ? [] : ["/dev/net/tun"]),
    ...(findCommand("ip", env) ? [] : ["iproute2"]),
    ...(findCommand("iperf3", env) ? [] : ["iperf3"]),
  ];
}

function mayUse(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
