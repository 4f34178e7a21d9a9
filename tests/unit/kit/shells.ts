import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** A shell the script must run under, with the tools a guest with that shell has. */
export interface Shell {
  name: string;
  argv: string[];
  /** Address of a tool of that guest; undefined when it has none. */
  findTool: (name: string) => string | undefined;
}

export const script = resolve("assets/kit/vnic-validate.sh");

/** The shell of Debian, in which every behaviour is tested. */
export const dash: Shell = { name: "dash", argv: [demand("dash")], findTool: findOnPath };

/** Every shell: dash and mksh with the machine's tools, and BusyBox's ash with its own. */
export const shells: Shell[] = [
  dash,
  { name: "mksh", argv: [demand("mksh")], findTool: findOnPath },
  describeBusybox(demand("busybox")),
];

/** The file that runs when the command is typed. */
function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** As findOnPath, for what the tests cannot do without. */
export function demand(name: string): string {
  const file = findOnPath(name);
  if (file === undefined)
    throw new Error(`The kit's tests need ${name}, which is not installed: apt-get install ${packageOf(name)}`);
  return file;
}

function packageOf(command: string): string {
  const packages: Record<string, string> = { ip: "iproute2", unshare: "util-linux", nsenter: "util-linux" };
  return packages[command] ?? command;
}

function describeBusybox(file: string): Shell {
  const applets = new Set(execFileSync(file, ["--list"], { encoding: "utf8" }).split("\n"));
  return { name: "busybox ash", argv: [file, "sh"], findTool: (name) => (applets.has(name) ? file : undefined) };
}
