import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A commit as far as it touched files of a folder. */
export interface Commit {
  /** When it was committed, in UTC. */
  at: string;
  files: { path: string; how: "added" | "changed" | "removed" }[];
}

/** Folders whose history the feeds show: records and prose. */
const publishedFolders = ["data", "content"] as const;

/** Most bytes that git may print: some hundred times today's. */
const maxBytes = 64 * 1024 * 1024;

/** Finds the last commit that touched these folders; undefined without a whole history, as in an archive or a shallow clone. */
export function findLastCommit(root: string): string | undefined {
  if (ask(root, ["rev-parse", "--is-shallow-repository"])?.trim() !== "false") return undefined;
  return ask(root, ["log", "-1", "--format=%H", "--", ...publishedFolders])?.trim() || undefined;
}

/**
 * Reads the commits that touched these folders, the newest first; none without a whole history. Commits that only
 * reformat are left out: they are those that git blame passes over, too.
 */
export function readCommits(root: string): Commit[] {
  if (findLastCommit(root) === undefined) return [];
  const file = join(root, ".git-blame-ignore-revs");
  const reformatting = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return parseLog(
    ask(root, [
      "log",
      "--no-merges",
      "--no-renames",
      "--relative",
      "--name-status",
      "-z",
      "--format=%x1e%H %cI",
      "--",
      ...publishedFolders,
    ]) ?? "",
    reformatting,
  );
}

/** Parses git's output: hash and time of each commit, then a letter and a path for each of its files, each ended by NUL. */
export function parseLog(text: string, leftOut: readonly string[] = []): Commit[] {
  return text
    .split("\x1e")
    .slice(1)
    .flatMap((entry) => {
      const [commit = "", ...words] = entry.split("\0").map((word) => word.replace(/^\n/, ""));
      const [hash = "", at = ""] = commit.split(" ");
      if (leftOut.includes(hash)) return [];
      return { at: new Date(at).toISOString(), files: readFiles(words.filter((word) => word !== "")) };
    });
}

function readFiles(words: readonly string[]): Commit["files"] {
  const files: Commit["files"] = [];
  for (let index = 0; index + 1 < words.length; index += 2) {
    const how = words[index] === "A" ? "added" : words[index] === "D" ? "removed" : "changed";
    files.push({ how, path: words[index + 1] ?? "" });
  }
  return files;
}

/** What git prints, or undefined when there is no git, no repository or an error. */
function ask(root: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", ["-C", root, "-c", "log.showSignature=false", ...args], {
    encoding: "utf8",
    maxBuffer: maxBytes,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
  });
  return status === 0 ? stdout : undefined;
}
