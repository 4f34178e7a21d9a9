import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runDiff } from "../../../../../tools/dev/diff/main.ts";
import { openRecordCache } from "../../../../../tools/records/record-cache.ts";
import type { TitledSituation } from "../../../../../tools/dev/diff/situations.ts";

/** What the world's records are asked in these tests, beside its rules' own tests. */
const standing: TitledSituation[] = [
  { title: "A Linux server that moves", situation: { guest: "rhel9-64", requires: ["vmotion"] } },
  { title: "A guest that nobody has", situation: { guest: "plan9-64" } },
];

const root = fileURLToPath(new URL("../../../../..", import.meta.url));

/** The repositories share most of their records. */
const { parse } = openRecordCache(root);

/** Nothing that a developer's own git is told reaches these repositories. */
const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };

/** A small repository of records in a folder of its own: the world of tests/data, today's schemas and one chart. */
export class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), "atlas-diff-"));

  /** A copy of the repository whose first commit of main is the whole world; git makes it once per process, in a few files. */
  static create(): Repository {
    const repository = new Repository();
    cpSync((first ??= Repository.createFirst()).folder, repository.folder, { recursive: true });
    return repository;
  }

  private static createFirst(): Repository {
    const repository = new Repository();
    process.once("exit", () => repository.remove());
    cpSync(join(root, "tests/data/world/data"), join(repository.folder, "data"), { recursive: true });
    for (const part of ["data/schema", "data/questions"])
      cpSync(join(root, part), join(repository.folder, part), { recursive: true });
    repository.write("assets/charts/speed.yaml", chart);
    repository.write("assets/charts/speed.vl.json", "{}\n");
    repository.git("init", "--quiet", "--initial-branch=main", "--template=");
    repository.commit("records");
    repository.git("repack", "--quiet", "-a", "-d");
    return repository;
  }

  git(...args: string[]): string {
    const own = [
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.org",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "core.autocrlf=false",
    ];
    return execFileSync("git", [...own, "-C", this.folder, ...args], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  commit(message: string): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", message);
    return this.git("rev-parse", "HEAD").trim();
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  /** Changes one place of a file, which has to be there. */
  edit(path: string, from: string, to: string): void {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not hold ${from}`);
    this.write(
      path,
      text.replace(from, () => to),
    );
  }

  delete(path: string): void {
    rmSync(join(this.folder, path));
  }

  /** Runs the comparison as npm run data:diff does. */
  diff(...words: string[]): { code: number; out: string; error: string } {
    return this.diffIn(".", ...words);
  }

  /** The same, for a project in a folder of the repository. */
  diffIn(folder: string, ...words: string[]): { code: number; out: string; error: string } {
    let [out, error] = ["", ""];
    const code = runDiff(words, {
      root: join(this.folder, folder),
      standing,
      parse,
      print: (text) => void (out += text),
      printError: (text) => void (error += text),
    });
    return { code, out, error };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let first: Repository | undefined;

const chart = `title: Throughput by adapter
question: Which adapter carries more?
caption: One study.
description: Two bars.
datasets: [sample-study]
data:
  kind: records
  rows:
    - measurement: sample-study/e1000-stream
table:
  caption: Throughput
  columns:
    - { key: label, title: Adapter }
    - { key: value, title: Throughput, unit: Gbit/s, numeric: true }
`;
