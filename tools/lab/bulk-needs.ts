import { accessSync, constants } from "node:fs";
import { findCommand } from "./find-command.mjs";

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
