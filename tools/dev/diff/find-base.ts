import { UsageError } from "../../records/command-line.mjs";
import { suggest } from "../../../advisor/questions/nearest.mjs";
import type { Git } from "./git.ts";

/** A commit that the records are compared with. */
export interface Base {
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
      [`the revision "${word}" does not exist here;`, hint, adviseOnDepth(git)].filter(Boolean).join(" "),
    );
  }
  const name = commit.startsWith(word) ? shorten(commit) : `${word} (${shorten(commit)})`;
  // What came to the other side meanwhile looks like something that is missing here.
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

/** A clone cut off after some commits lacks what is older: the usual reason in automatic runs. */
function adviseOnDepth(git: Git): string {
  if (git.ask("rev-parse", "--is-shallow-repository") !== "true") return "";
  return "this clone is shallow and lacks older commits: git fetch --unshallow brings them (in a workflow, fetch-depth: 0)";
}

function shorten(commit: string): string {
  return commit.slice(0, 10);
}
