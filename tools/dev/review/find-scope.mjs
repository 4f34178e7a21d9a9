import { spawnSync } from "node:child_process";
import { runProgram, ToolError } from "../../records/command-line.mjs";

/** Paths of records. The other folders of data/ count as code, because tests of many parts read them. */
const ofRecords = /^data\/(?!schema\/|redirects\/|audit\/)[\w-]+\/[\w-]+\.yaml$/;

/**
 * What a change can break: `data` if it touches records only, else `all`.
 * @param {readonly string[]} files changed files
 * @returns {"data" | "all"}
 */
export function findScope(files) {
  return files.length > 0 && files.every((file) => ofRecords.test(file)) ? "data" : "all";
}

await runProgram(import.meta.url, "find-scope", (root, [base = ""]) => {
  const listed = spawnSync("git", ["diff", "--name-only", "--end-of-options", base, "HEAD"], {
    cwd: root,
    encoding: "utf8",
  });
  // The first push of a branch has no commit before it: then everything is tested.
  if (listed.status !== 0 && !/^0*$/.test(base)) throw new ToolError(listed.stderr.trim());
  const files = listed.status === 0 ? listed.stdout.split("\n").filter((file) => file !== "") : [];
  process.stdout.write(`scope=${findScope(files)}\n`);
});
