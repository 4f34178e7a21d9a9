import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram, ToolError } from "../../records/command-line.mjs";
import { readPictures, showPictures, storePictures } from "./pictures.mjs";

/*
 * Answers a pull request: one comment that says and shows what the change does, corrections as suggestions, labels by path.
 * It runs with the right to write, so it trusts nothing that the change's own run has left in the folder:
 * the pull request is found by the commit that GitHub names, texts are bounded, and nobody is mentioned by them.
 * Node's built-ins only: no package is installed beside a token.
 */

/** First line of the comment, by which the next run finds it. */
const marker = "<!-- vnic-atlas-review -->";

/** GitHub takes comments of 65,536 characters; 24 pictures need about 6,000. */
const longestComment = 55_000;

/** More suggestions than this say that `--fix` should be run. */
const mostSuggestions = 30;

/** Most entries that GitHub puts on one page of a list. */
const pageSize = 100;

/** GitHub lists at most 3,000 files of a pull request. A longer list of comments is read no further either. */
const mostPages = 30;

/**
 * @typedef {{ path: string, start: number, end: number, text: string }} Suggestion
 * @typedef {{ filename: string, status: string, patch?: string }} ChangedFile
 * @typedef {{ number: number, state: string, head: { sha: string } }} PullRequest
 * @typedef {{ owner: string, branch: string }} Head where the run's commit comes from; empty if its fork is gone
 * @typedef {import("./pictures.mjs").Api} Api
 * @typedef {{ repository: string, commit: string, head: Head, site: string, runUrl: string,
 *   folder: string, labels: Record<string, string> }} Call site: GitHub's address; labels: start of a path to the label of
 *   files below it
 */

/**
 * Posts what a run has left; returns the number of the pull request, or null if the commit is the head of none.
 * @param {Call} call
 * @param {Api} api
 */
export async function postReview({ repository, commit, head, site, runUrl, folder, labels }, api) {
  const repo = `/repos/${repository}`;
  const pull = await findPull(repo, commit, head, api);
  if (!pull) return null;
  /** @type {ChangedFile[]} */
  const files = await listAll(`${repo}/pulls/${pull.number}/files`, api);
  const suggestions = chooseSuggestions(readSuggestions(folder), files);
  const pictures = readPictures(join(folder, "pictures"));
  const stored = pictures.length > 0 ? await storePictures(repo, pull.number, pictures, api) : "";
  const shown = stored && showPictures(pictures, `${site}/${repository}/raw/${stored}/`);
  const comment = makeComment(readChanges(folder), shown, runUrl, suggestions.length);
  await writeComment(`${repo}/issues`, pull.number, comment, api);
  await writeSuggestions(`${repo}/pulls/${pull.number}`, commit, suggestions, api);
  const fitting = chooseLabels(files, labels);
  if (fitting.length > 0) await api("POST", `${repo}/issues/${pull.number}/labels`, { labels: fitting });
  return pull.number;
}

/**
 * Finds the open pull request that has a commit as its head. GitHub may not connect the commits of a fork with a pull
 * request; then the pull requests of the fork's branch are searched.
 * @param {string} repo @param {string} commit @param {Head} head @param {Api} api
 * @returns {Promise<PullRequest | undefined>}
 */
async function findPull(repo, commit, { owner, branch }, api) {
  const isHead = (/** @type {PullRequest} */ { state, head }) => state === "open" && head.sha === commit;
  const pull = (await listAll(`${repo}/commits/${commit}/pulls`, api)).find(isHead);
  if (pull || owner === "" || branch === "") return pull;
  const query = `head=${encodeURIComponent(`${owner}:${branch}`)}&state=open`;
  return (await listAll(`${repo}/pulls?${query}`, api)).find(isHead);
}

/** Reads all pages of a list. @param {string} path @param {Api} api @returns {Promise<any[]>} */
async function listAll(path, api) {
  const entries = [];
  for (let page = 1; page <= mostPages; page++) {
    const some = await api("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=${pageSize}&page=${page}`);
    entries.push(...some);
    if (some.length < pageSize) break;
  }
  return entries;
}

/** @param {string} folder */
function readChanges(folder) {
  const text = readFileSync(join(folder, "changes.md"), "utf8");
  if (text.length <= longestComment) return text;
  return `${text.slice(0, text.lastIndexOf("\n", longestComment))}\n\nThe rest is in the summary of the run.\n`;
}

/** The valid suggestions of a run. @param {string} folder @returns {Suggestion[]} */
function readSuggestions(folder) {
  /** @type {unknown} */
  const list = JSON.parse(readFileSync(join(folder, "suggestions.json"), "utf8"));
  if (!Array.isArray(list)) throw new ToolError("suggestions.json is not a list");
  return list.filter(
    (/** @type {Suggestion | null} */ entry) =>
      typeof entry?.path === "string" &&
      entry.path.startsWith("data/") &&
      Number.isInteger(entry.start) &&
      Number.isInteger(entry.end) &&
      entry.start >= 1 &&
      entry.end >= entry.start &&
      typeof entry.text === "string" &&
      entry.text.length < 5000,
  );
}

/**
 * The suggestions that GitHub accepts: only those on lines in the pull request's diff.
 * @param {readonly Suggestion[]} suggestions
 * @param {readonly ChangedFile[]} files
 */
export function chooseSuggestions(suggestions, files) {
  const shown = new Map(files.map(({ filename, patch }) => [filename, listShownLines(patch ?? "")]));
  // Stops at the first line that is not shown: `end` may be any number.
  const isShown = (/** @type {Suggestion} */ { path, start, end }) => {
    const lines = shown.get(path);
    let line = start;
    while (line <= end && lines?.has(line)) line++;
    return line > end;
  };
  return suggestions.filter(isShown).slice(0, mostSuggestions);
}

/** The lines of the new text that a patch shows. @param {string} patch @returns {Set<number>} */
export function listShownLines(patch) {
  const shown = new Set();
  let line = 0;
  for (const text of patch.split("\n")) {
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(text) ?? [];
    if (start !== undefined) line = Number(start);
    else if (!text.startsWith("-") && !text.startsWith("\\")) shown.add(line++);
  }
  return shown;
}

/**
 * @param {string} changes @param {string} pictures Markdown, or empty @param {string} runUrl @param {number} suggestions
 */
function makeComment(changes, pictures, runUrl, suggestions) {
  const count = suggestions === 1 ? "1 correction" : `${suggestions} corrections`;
  const lines = [
    marker,
    // An "@" that is not followed by a word mentions nobody.
    changes.replaceAll("@", "@\u200B").trimEnd(),
    "",
    ...(pictures === "" ? [] : [pictures, ""]),
    `[The whole site to download](${runUrl}#artifacts).`,
    suggestions === 0 ? "" : `${count} of \`npm run check -- --fix\` can be accepted below.`,
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

/**
 * Replaces the comment of an earlier run, or writes the first.
 * @param {string} issues @param {number} number @param {string} body @param {Api} api
 */
async function writeComment(issues, number, body, api) {
  /** @type {{ id: number, body: string, user: { type: string } | null }[]} */
  const comments = await listAll(`${issues}/${number}/comments`, api);
  const own = comments.find((comment) => comment.user?.type === "Bot" && comment.body.startsWith(marker));
  if (own) await api("PATCH", `${issues}/comments/${own.id}`, { body });
  else await api("POST", `${issues}/${number}/comments`, { body });
}

/**
 * Writes the suggestions that no earlier run has written.
 * @param {string} pull @param {string} commit @param {readonly Suggestion[]} suggestions @param {Api} api
 */
async function writeSuggestions(pull, commit, suggestions, api) {
  if (suggestions.length === 0) return;
  /** @type {{ path: string, line: number | null, body: string }[]} */
  const earlier = await listAll(`${pull}/comments`, api);
  const comments = suggestions
    .map(({ path, start, end, text }) => ({
      path,
      line: end,
      side: "RIGHT",
      ...(start < end ? { start_line: start, start_side: "RIGHT" } : {}),
      body: `${fence(text)}suggestion\n${text}\n${fence(text)}`,
    }))
    .filter(
      ({ path, line, body }) => !earlier.some((old) => old.path === path && old.line === line && old.body === body),
    );
  if (comments.length > 0) await api("POST", `${pull}/reviews`, { commit_id: commit, event: "COMMENT", comments });
}

/** A fence of backticks longer than any in the text. @param {string} text */
function fence(text) {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(longest + 1);
}

/**
 * The labels of the changed files, each once.
 * @param {readonly ChangedFile[]} files @param {Record<string, string>} labels
 */
export function chooseLabels(files, labels) {
  const fitting = files.flatMap(({ filename }) =>
    Object.entries(labels).flatMap(([start, label]) => (filename.startsWith(start) ? [label] : [])),
  );
  return [...new Set(fitting)].sort();
}

/** Calls GitHub's REST interface. @param {string} address @param {string} token @returns {Api} */
function openApi(address, token) {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new ToolError(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    return answer.json();
  };
}

await runProgram(import.meta.url, "post", async (root, [folder = "review"]) => {
  const { GITHUB_API_URL = "", GITHUB_TOKEN = "", GITHUB_REPOSITORY = "", RUN_URL = "" } = process.env;
  const { GITHUB_SERVER_URL = "" } = process.env;
  const { HEAD_SHA = "", HEAD_OWNER = "", HEAD_BRANCH = "" } = process.env;
  const labels = JSON.parse(readFileSync(join(root, ".github/labels.json"), "utf8"));
  const head = { owner: HEAD_OWNER, branch: HEAD_BRANCH };
  const from = { repository: GITHUB_REPOSITORY, commit: HEAD_SHA, head, site: GITHUB_SERVER_URL, runUrl: RUN_URL };
  const number = await postReview({ ...from, folder, labels }, openApi(GITHUB_API_URL, GITHUB_TOKEN));
  process.stdout.write(
    number === null ? "no open pull request has this commit as its head\n" : `posted to #${number}\n`,
  );
});
