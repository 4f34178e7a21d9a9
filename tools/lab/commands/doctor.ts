import { existsSync } from "node:fs";
import { findCommand } from "../find-command.mjs";
import { adapters } from "../adapters.ts";
import { defaultQemu } from "../arguments.ts";
import { listBulkNeeds } from "../tap.ts";
import { usages, type LabCall, readWords } from "./call.ts";
import { findQemu, isAtLeast, oldestQemu, refuseAdapter } from "../qemu.ts";

/** Result of one inspection. A missing item prevents a run, a remark does not. */
interface Finding {
  state: "ok" | "missing" | "remark";
  text: string;
}

const marks = { ok: "ok     ", missing: "MISSING", remark: "note   " } as const;

/** Says what is here, what is missing and how to get it, and which adapters can run. */
export async function doctor({ words, print }: LabCall): Promise<number> {
  const { values } = readWords(words, ["qemu"], 0, usages.doctor);
  const findings = [
    ...lookAtMachine(),
    ...lookAtTools(process.env),
    ...lookAtQemu(values.qemu ?? defaultQemu),
    lookAtBulk(process.env),
    ...lookAtAccelerators(),
  ];
  for (const { state, text } of findings) print(`${marks[state]} ${text}\n`);
  const missing = findings.filter(({ state }) => state === "missing").length;
  print(missing === 0 ? "\nThe lab can run: npm run lab -- run\n" : `\nThe lab cannot run: ${missing} missing.\n`);
  return missing === 0 ? 0 : 1;
}

function lookAtMachine(): Finding[] {
  if (process.platform !== "linux")
    return [{ state: "missing", text: "Linux: run the lab in a Debian 12 container or VM" }];
  if (!existsSync("/etc/debian_version")) {
    return [
      {
        state: "missing",
        text: "Debian or a derivative: the kernel comes from its packages. Use a Debian 12 container",
      },
    ];
  }
  return [{ state: "ok", text: "Linux with Debian's packages" }];
}

const tools = [
  { command: "apt-get", need: "fetches the kernel package without installing it", packages: "apt" },
  { command: "apt-cache", need: "knows the packages' hashes", packages: "apt" },
  { command: "dpkg-deb", need: "unpacks them", packages: "dpkg" },
  { command: "xz", need: "decompresses the kernel of Debian 12", packages: "xz-utils" },
  { command: "zstd", need: "decompresses kernels from 6.12 on", packages: "zstd", isOptional: true },
] as const;

function lookAtTools(env: NodeJS.ProcessEnv): Finding[] {
  return tools.map((tool): Finding => {
    const { command, need, packages } = tool;
    if (findCommand(command, env)) return { state: "ok", text: `${command} ${need}` };
    return {
      state: "isOptional" in tool ? "remark" : "missing",
      text: `${command} ${need}: ${adviseInstall(packages)}`,
    };
  });
}

function lookAtQemu(command: string): Finding[] {
  const qemu = findQemu(command);
  if (!qemu) return [{ state: "missing", text: `${command}: ${adviseInstall("qemu-system-x86")}` }];
  if (!isAtLeast(qemu.version, oldestQemu)) {
    return [{ state: "missing", text: `QEMU ${oldestQemu.join(".")} or newer: ${command} is ${qemu.version}` }];
  }
  return [
    { state: "ok", text: `QEMU ${qemu.version}` },
    ...adapters.map((adapter): Finding => {
      const reason = refuseAdapter(qemu, adapter);
      return reason === null
        ? { state: "ok", text: `adapter ${adapter.id}` }
        : { state: "remark", text: `adapter ${adapter.id} cannot run: ${reason}` };
    }),
  ];
}

function lookAtBulk(env: NodeJS.ProcessEnv): Finding {
  const missing = listBulkNeeds(env);
  if (missing.length === 0) return { state: "ok", text: "bulk transfers over a TAP (--profile bulk)" };
  return {
    state: "remark",
    text: `bulk transfers (--profile bulk) require ${missing.join(", ")}. Other workloads run without`,
  };
}

function lookAtAccelerators(): Finding[] {
  const kvm = existsSync("/dev/kvm") ? "/dev/kvm exists but is not used" : "/dev/kvm does not exist and is not needed";
  return [{ state: "remark", text: `${kvm}: accesses are counted in emulation, where they are the same` }];
}

function adviseInstall(packages: string): string {
  return `sudo apt-get install -y --no-install-recommends ${packages}`;
}
