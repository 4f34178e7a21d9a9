// The distribution's packages, fetched and verified without installing them.
import { ToolError } from "../../records/command-line.mjs";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";

/** A Debian package as the distribution's own index describes it. */
interface PackageIdentity {
  name: string;
  version: string;
  /** Hexadecimal, of the package file. */
  sha256: string;
}

/** A package file that is here and is what the index says. */
export interface FetchedPackage extends PackageIdentity {
  file: string;
}

/** Reads the first paragraph of `apt-cache show`. */
export function readPackageIdentity(shown: string): PackageIdentity {
  const [paragraph = ""] = shown.split(/\n\s*\n/);
  const field = (name: string) => new RegExp(`^${name}: (\\S+)$`, "m").exec(paragraph)?.[1];
  const [name, version, sha256] = [field("Package"), field("Version"), field("SHA256")];
  if (!name || !version || !sha256 || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw new UnavailableError("apt-cache show shows no package, version and SHA256. Run: sudo apt-get update");
  }
  return { name, version, sha256 };
}

/** Metapackages that depend on the current kernel: Debian's, and Ubuntu's, which ships the modules in separate packages. */
const metapackages = ["linux-image-amd64", "linux-image-generic"] as const;

/** Finds the packages of the distribution's present kernel, that of the kernel itself first. */
export function findKernelPackages(dependenciesOf: (name: string) => string): string[] {
  for (const metapackage of metapackages) {
    const found = new Set<string>();
    const follow = (name: string): void => {
      for (const needed of readKernelDependencies(dependenciesOf(name))) {
        if (found.has(needed)) continue;
        found.add(needed);
        follow(needed);
      }
    };
    follow(metapackage);
    if (found.size > 0) return [...found];
  }
  throw new UnavailableError(
    `apt-cache names no kernel package (${metapackages.join(", ")}); run: sudo apt-get update`,
  );
}

/** Reads from `apt-cache depends` which packages with kernels and modules a package needs; alternatives are passed over. */
function readKernelDependencies(text: string): string[] {
  return [...text.matchAll(/^\s*Depends: (linux-(?:image|modules|modules-extra)-\d\S*)$/gm)].map(
    ([, name = ""]) => name,
  );
}

/** Fetches a package's file without installing it, verifies its hash and keeps it in the cache. */
export function fetchPackage(name: string, cache: string): FetchedPackage {
  const identity = readPackageIdentity(askApt("apt-cache", ["show", name]));
  const folder = join(cache, "packages");
  const file = join(folder, `${identity.name}-${identity.sha256}.deb`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const arriving = mkdtempSync(join(folder, "arriving-"));
    try {
      askApt("apt-get", ["download", "-q", `${identity.name}=${identity.version}`], arriving);
      const [only] = readdirSync(arriving);
      if (!only) throw new ToolError(`apt-get download ${name} saved no file`);
      verifyHash(join(arriving, only), identity);
      renameSync(join(arriving, only), file);
    } finally {
      rmSync(arriving, { recursive: true, force: true });
    }
  }
  return { ...identity, file };
}

/** Runs a command of apt. Throws UnavailableError if apt is missing or fails, for example without a network. */
export function askApt(command: "apt-get" | "apt-cache", args: readonly string[], cwd?: string): string {
  try {
    return call(command, args, cwd === undefined ? {} : { cwd }).toString("utf8");
  } catch (error) {
    throw error instanceof ToolError ? new UnavailableError(error.message) : error;
  }
}

function verifyHash(file: string, { name, version, sha256 }: PackageIdentity): void {
  const found = createHash("sha256").update(readFileSync(file)).digest("hex");
  if (found !== sha256) {
    throw new ToolError(
      `${name} ${version} has the SHA256 ${found}, the distribution's index says ${sha256}; it is not used`,
    );
  }
}

/** Something optional that this machine lacks: QEMU, the packages, or a way to download them. */
export class UnavailableError extends ToolError {}

/** Packages are some 100 MB; a disk that is busy with other things needs its time. */
const limitSeconds = 180;

/** Runs a program and returns its output. If it fails, the error contains its output. */
export function call(
  command: string,
  args: readonly string[],
  options: { cwd?: string; input?: Uint8Array } = {},
): Buffer {
  const done = spawnSync(command, args, { ...options, timeout: limitSeconds * 1000, maxBuffer: 512 * 1024 * 1024 });
  if (done.error && "code" in done.error && done.error.code === "ETIMEDOUT") {
    throw new ToolError(`${command} ${args[0] ?? ""} took longer than ${limitSeconds} s`);
  }
  if (done.error) throw new ToolError(`${command} cannot be run: ${done.error.message}`);
  if (done.status !== 0) {
    const words = done.stderr.toString("utf8").trim().split("\n").slice(-3).join("; ");
    throw new ToolError(`${command} ${args.join(" ")} failed: ${words || `code ${done.status}`}`);
  }
  return done.stdout;
}
