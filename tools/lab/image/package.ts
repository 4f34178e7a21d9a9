import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LabError } from "../lab-error.ts";
import { call } from "./call.ts";

/** A Debian package as the distribution's own index describes it. */
export interface PackageIdentity {
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
    throw new LabError("apt-cache show names no package, version and SHA256; run: sudo apt-get update");
  }
  return { name, version, sha256 };
}

/** Finds the package that a metapackage such as linux-image-amd64 stands for at present. */
export function readKernelPackage(dependencies: string): string {
  const name = /^\s*Depends: (linux-image-\S+)$/m.exec(dependencies)?.[1];
  if (!name) throw new LabError("apt-cache names no kernel package; run: sudo apt-get update");
  return name;
}

/** Fetches a package's file without installing it, verifies its hash and keeps it in the cache. */
export function fetchPackage(name: string, cache: string): FetchedPackage {
  const identity = readPackageIdentity(call("apt-cache", ["show", name]).toString("utf8"));
  const folder = join(cache, "packages");
  const file = join(folder, `${identity.name}-${identity.sha256}.deb`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const arriving = mkdtempSync(join(folder, "arriving-"));
    try {
      call("apt-get", ["download", "-q", `${identity.name}=${identity.version}`], { cwd: arriving });
      const [only] = readdirSync(arriving);
      if (!only) throw new LabError(`apt-get download ${name} brought no file`);
      verifyHash(join(arriving, only), identity);
      renameSync(join(arriving, only), file);
    } finally {
      rmSync(arriving, { recursive: true, force: true });
    }
  }
  return { ...identity, file };
}

function verifyHash(file: string, { name, version, sha256 }: PackageIdentity): void {
  const found = createHash("sha256").update(readFileSync(file)).digest("hex");
  if (found !== sha256) {
    throw new LabError(`${name} ${version} has the SHA256 ${found}, the distribution's index says ${sha256}; it is not used`);
  }
}
