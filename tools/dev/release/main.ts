import { type Zippable, zipSync } from "fflate";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync, readdirSync } from "node:fs";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { listFiles } from "../../records/list-files.mjs";
import { runProgram, ToolError } from "../../records/command-line.mjs";
import { writeRelativeSite } from "../../site/pages/relative-pages.ts";
import { readHeaderGroups, writeCaddyfile, writeNginx, writeNginxHeaders, writeNginxLocation } from "./hosts.ts";
import { readReleaseOptions, releaseUsage } from "./options.mjs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { findContentType, isCompressible } from "../server/site-files.mjs";

const HELP = `${releaseUsage}
Builds the site and writes a release: archive, samples for web servers, packages, checksums, SBOM, changes.
  --out FOLDER      the folder for the release; default build/release
  --earlier FOLDER  an unpacked earlier site, whose versioned scripts keep their addresses
BASE_URL is the site's public address, at the root of a host. The archive still works at any path.
`;

/** What a release is made from, and where it goes. */
interface ReleaseOptions {
  root: string;
  out: string;
  earlier: readonly string[];
  /** Address for which the site in public/ was built. */
  home: string;
}

/** Writes a release of the site that was built, and gives the names of its files. */
export async function writeRelease({ root, out, earlier, home }: ReleaseOptions): Promise<string[]> {
  const project = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Project;
  const { version } = project;
  const changes = findChanges(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  if (changes === undefined)
    throw new ToolError(`CHANGELOG.md has no section for ${version}. Add "## ${version}" with what has changed.`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const site = join(out, "site");
  writeRelativeSite(join(root, "public"), site, home);
  copyEarlierVersions(site, earlier);
  await compressFiles(site);
  writeArchive(site, `vnic-atlas-${version}`, join(out, `vnic-atlas-site-${version}.zip`));
  writeSamples(join(root, "tools/dev/release/Containerfile"), site, join(out, "serve"));
  writeFileSync(join(out, "CHANGES.md"), `${changes}\n`);
  writeFileSync(join(out, `vnic-atlas-${version}.cdx.json`), writeBill(root, project));
  writePackages(root, out);
  // The folder of the site is in the archive.
  const listed = listFiles(out).filter((file) => !file.startsWith(join(site, "/")));
  const sums = listed.map((file) => `${hashOf(file)}  ${relative(out, file).replaceAll("\\", "/")}\n`);
  writeFileSync(join(out, "SHA256SUMS"), sums.join(""));
  return [...listed.map((file) => relative(out, file)), "SHA256SUMS"];
}

/** Formats that are compressed already. */
const PACKED = [".br", ".gz", ".png", ".woff2", ".parquet"];
/** The time of every file: the same content gives the same archive. Archives cannot name an earlier one in every time zone. */
const TIME = new Date(1980, 0, 2);

/** Writes a folder as a ZIP archive: fflate, which the reader of inventories needs anyway, writes it on every system. */
function writeArchive(folder: string, name: string, file: string): void {
  const entries: Zippable = {};
  for (const path of listFiles(folder).sort()) {
    const inside = `${name}/${relative(folder, path).split(sep).join("/")}`;
    entries[inside] = [readFileSync(path), { level: PACKED.includes(extname(path)) ? 0 : 6, mtime: TIME }];
  }
  writeFileSync(file, zipSync(entries));
}

/** Samples for web servers, whose headers are those of the site's `_headers`. */
function writeSamples(containerfile: string, site: string, out: string): void {
  const groups = readHeaderGroups(readFileSync(join(site, "_headers"), "utf8"));
  const place = { path: "/", folder: "/srv/vnic-atlas" };
  const nginx = join(out, "nginx");
  mkdirSync(nginx, { recursive: true });
  writeFileSync(join(nginx, "nginx.conf"), writeNginx({ port: 8080, ...place }));
  writeFileSync(join(nginx, "headers.conf"), writeNginxHeaders(groups));
  writeFileSync(join(nginx, "location.conf"), writeNginxLocation(groups));
  writeFileSync(join(out, "Caddyfile"), writeCaddyfile(groups, { address: ":8080", ...place }));
  cpSync(containerfile, join(out, "Containerfile"));
}

/**
 * What the site is built with, by npm's own command, from the lock file alone. The time and the random number that npm puts in
 * go, so that the same lock file gives the same list; and npm names the project by its folder.
 */
function writeBill(root: string, { name, version }: Project): string {
  const output = execFileSync(
    "npm",
    ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  const { serialNumber: _random, ...bill } = JSON.parse(output) as Bill;
  const { timestamp: _now, ...metadata } = bill.metadata;
  const component = { ...metadata.component, name, version };
  return `${JSON.stringify({ ...bill, metadata: { ...metadata, component } }, null, 2)}\n`;
}

/** What package.json says of the project. */
interface Project {
  name: string;
  version: string;
}

/** The parts of a list of components that are not the same for every run. */
interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: object };
}

/** Packs the npm packages, if the repository has the script for it. */
function writePackages(root: string, out: string): void {
  const program = join(root, "tools/packages/main.ts");
  if (!existsSync(program)) return;
  execFileSync(process.execPath, ["--import", "tsx", program, "--pack", join(out, "packages")], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
}

/** The section of a changelog that is about a version, without its heading, or nothing. */
export function findChanges(changelog: string, version: string): string | undefined {
  const [, ...sections] = `\n${changelog}`.split(/\n(?=## )/);
  const section = sections.find((text) => text.slice(3).split(/[\s,]/)[0] === version);
  return section?.replace(/^.*\n/, "").trim();
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Files up to this many bytes fit into one packet, so a compressed copy gains nothing. */
const SMALL = 1_024;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Puts a `.br` and a `.gz` beside each text file of a folder that gets smaller, for web servers that send them as they are. */
export async function compressFiles(folder: string): Promise<void> {
  const files = listFiles(folder).filter(
    (file) => isCompressible(findContentType(file)) && statSync(file).size > SMALL,
  );
  const work = files.values();
  const compressNext = async (): Promise<void> => {
    for (const file of work) {
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      for (const [ending, packed] of [
        [".br", await packBrotli(bytes, { params })],
        [".gz", await packGzip(bytes, { level: 9 })],
      ] as const) {
        if (packed.length < bytes.length) writeFileSync(file + ending, packed);
      }
    }
  };
  // Two at a time: the compressors run beside this program, and each holds a file.
  await Promise.all([compressNext(), compressNext()]);
}

/** Copies the versioned scripts of earlier sites into a new one, so that pages that embed them keep working. */
export function copyEarlierVersions(site: string, earlier: readonly string[]): void {
  for (const folder of earlier) {
    const versions = existsSync(join(folder, "embed"))
      ? readdirSync(join(folder, "embed")).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
      : [];
    for (const version of versions) {
      const [from, to] = [folder, site].map((place) => join(place, "embed", version)) as [string, string];
      if (!existsSync(to)) cpSync(from, to, { recursive: true });
      else if (!hasSameFiles(from, to))
        throw new ToolError(
          `embed/${version} has other content in ${folder}. A published version never changes: raise the version in package.json.`,
        );
    }
  }
}

/** Whether a folder has every file of another one, with the same content; compressed copies do not count. */
function hasSameFiles(one: string, other: string): boolean {
  return listFiles(one)
    .filter((file) => !/\.(?:br|gz)$/.test(file))
    .every((file) => {
      const twin = other + file.slice(one.length);
      return existsSync(twin) && readFileSync(twin).equals(readFileSync(file));
    });
}

await runProgram(import.meta.url, "release", async (root, words) => {
  const values = readReleaseOptions(words);
  if (values.help) return void process.stdout.write(HELP);
  const out = resolve(values.out ?? join(root, "build/release"));
  const home = new URL(process.env.BASE_URL ?? "http://localhost:1313/").href;
  const files = await writeRelease({ root, out, earlier: (values.earlier ?? []).map((name) => resolve(name)), home });
  for (const name of files) process.stdout.write(`${basename(out)}/${name}  ${statSync(join(out, name)).size} bytes\n`);
});
