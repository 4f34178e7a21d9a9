import { suggest } from "../../../advisor/questions/nearest.mjs";
import { UsageError } from "../../records/command-line.mjs";
import { spawnSync } from "node:child_process";

/** Reads a repository through git; nothing is checked out and nothing is written. */
interface Git {
  /** Runs git and returns what it prints, or undefined when it ends with an error. */
  ask(...args: string[]): string | undefined;
  /** Returns the text of every file below the folders at a commit, by its path from the project's folder. */
  readFiles(commit: string, folders: readonly string[]): Map<string, string>;
}

/** Most bytes that git may print: several times what 10,000 records take. */
const maxBytes = 512 * 1024 * 1024;

/** Opens the repository that contains a folder. Without a repository, nothing can be compared. */
export function openGit(root: string): Git {
  const inside = run(root, ["rev-parse", "--is-inside-work-tree"]);
  if (inside.code !== 0) {
    const said = inside.error.trim().split("\n")[0] ?? "";
    throw new UsageError(
      `the records are not in a git repository, so there is nothing to compare them with (git says: ${said}). Use a clone instead of a downloaded archive`,
    );
  }
  return {
    ask(...args) {
      const { code, out } = run(root, args);
      return code === 0 ? out.toString("utf8").trim() : undefined;
    },
    readFiles(commit, folders) {
      return readBlobs(root, listBlobs(root, commit, folders));
    },
  };
}

interface Blob {
  object: string;
  path: string;
}

/** Lists plain files; links and submodules hold no record. */
function listBlobs(root: string, commit: string, folders: readonly string[]): Blob[] {
  const { out } = runOrThrow(root, ["ls-tree", "-r", "-z", commit, "--", ...folders.map((folder) => `${folder}/`)]);
  return out
    .toString("utf8")
    .split("\0")
    .flatMap((entry) => {
      const [, object, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      return object !== undefined && path !== undefined ? [{ object, path }] : [];
    });
}

/** Reads all files with one git: it answers each object's name with a line that says its size, the bytes and a line end. */
function readBlobs(root: string, blobs: readonly Blob[]): Map<string, string> {
  const { out } = runOrThrow(root, ["cat-file", "--batch"], blobs.map(({ object }) => `${object}\n`).join(""));
  const texts = new Map<string, string>();
  let offset = 0;
  for (const { object, path } of blobs) {
    const end = out.indexOf("\n", offset);
    const size = /^\S+ blob (\d+)$/.exec(out.toString("utf8", offset, end))?.[1];
    if (size === undefined) throw new UsageError(`git cannot read ${path} (${object}): Is the clone complete?`);
    texts.set(path, out.toString("utf8", end + 1, end + 1 + Number(size)));
    offset = end + 1 + Number(size) + 1;
  }
  return texts;
}

interface Answer {
  code: number;
  out: Buffer;
  error: string;
}

function runOrThrow(root: string, args: readonly string[], input = ""): Answer {
  const answer = run(root, args, input);
  if (answer.code !== 0) throw new UsageError(`git ${args[0]} failed: ${answer.error.trim()}`);
  return answer;
}

function run(root: string, args: readonly string[], input = ""): Answer {
  const { error, status, stdout, stderr } = spawnSync("git", ["-C", root, ...args], {
    input,
    maxBuffer: maxBytes,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
  });
  if (error && "code" in error && error.code === "ENOENT") {
    throw new UsageError("git is not on PATH. Install git: the comparison reads earlier records from it");
  }
  if (error) throw error;
  return { code: status ?? 1, out: stdout, error: stderr.toString("utf8") };
}

/** A commit that the records are compared with. */
interface Base {
  commit: string;
  /** As people call it: "main (2317f35)". */
  label: string;
}

/** Where the main line may stand, the most current first. */
const mainLines = ["upstream/main", "origin/main", "main"];

/** Finds the commit that a word means; without a word, the one at which this branch left the main line. */
export function findBase(git: Git, word: string | undefined): Base {
  return word === undefined ? findForkPoint(git) : findRevision(git, word);
}

function findRevision(git: Git, word: string): Base {
  const commit = resolve(git, word);
  if (commit === undefined) {
    const hint = suggest(word, listNames(git));
    throw new UsageError(
      [`the revision "${word}" does not exist here`, hint, adviseOnDepth(git)].filter(Boolean).join("; "),
    );
  }
  const name = commit.startsWith(word) ? shorten(commit) : `${word} (${shorten(commit)})`;
  // Warn about commits that this branch lacks: records that they add look deleted here.
  const isPast = git.ask("merge-base", "--is-ancestor", commit, "HEAD") !== undefined;
  return { commit, label: isPast ? name : `${name}, which has commits that this branch lacks` };
}

function findForkPoint(git: Git): Base {
  const main = mainLines.find((name) => resolve(git, name) !== undefined);
  if (main === undefined) {
    throw new UsageError(
      `there is no branch main to compare with; name a revision: npm run data:diff REVISION${adviseAfter(git)}`,
    );
  }
  const commit = git.ask("merge-base", "HEAD", main);
  if (commit === undefined) {
    throw new UsageError(`this branch and ${main} have no common commit here${adviseAfter(git)}`);
  }
  return { commit, label: `where this branch left ${main} (${shorten(commit)})` };
}

function resolve(git: Git, name: string): string | undefined {
  return git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
}

function listNames(git: Git): string[] {
  const names = git.ask("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags") ?? "";
  return names.split("\n").filter((name) => name !== "");
}

function adviseAfter(git: Git): string {
  const advice = adviseOnDepth(git);
  return advice === "" ? "" : `; ${advice}`;
}

/** A shallow clone lacks older commits: the usual reason for a missing revision in CI. */
function adviseOnDepth(git: Git): string {
  if (git.ask("rev-parse", "--is-shallow-repository") !== "true") return "";
  return "this clone is shallow and lacks older commits: run git fetch --unshallow (in a workflow, fetch-depth: 0)";
}

function shorten(commit: string): string {
  return commit.slice(0, 10);
}
