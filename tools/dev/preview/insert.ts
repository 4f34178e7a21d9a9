import type { Finding } from "../../check/rule.ts";

/** Where the preview's own files are, apart from anything that a site has. */
export const ownPath = "/__preview/";

/** Puts what the check found, and the script that reloads, into a page. */
export function insertInto(html: string, outcome: Outcome): string {
  return html
    .replace("</head>", () => `${describeHead(outcome)}</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${describeFindings(outcome)}`);
}

/** A page that stands where there is none: because it could not be made, or is no part of the preview. */
export function makeNote(title: string, text: string, links: readonly string[], outcome: Outcome): string {
  const list = links.map((path) => `<li><a href="${escape(path)}">${escape(path)}</a></li>`).join("");
  const body = `<main class="preview-note"><h1>${escape(title)}</h1><p>${escape(text)}</p><ul>${list}</ul></main>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body>${body}</body></html>`;
  return insertInto(html, outcome);
}

function describeHead({ version }: Outcome): string {
  return (
    `<link rel="stylesheet" href="${ownPath}preview.css">` +
    `<script src="${ownPath}reload.js" data-preview-version="${version}" defer></script>`
  );
}

/** The findings stand open: a contributor who saved a mistake reads it without a click. */
function describeFindings({ findings, failure }: Outcome): string {
  if (findings.length === 0 && failure === undefined) return "";
  const count = `The check finds ${findings.length} ${findings.length === 1 ? "thing" : "things"} to correct`;
  const summary =
    failure === undefined
      ? count
      : `${findings.length > 0 ? count : "This state cannot be shown"}. Below is the last that could be.`;
  const items = findings.map(({ file, line, col, rule, message, help }) => {
    const hint = help ? ` <span class="help">${escape(help)}</span>` : "";
    return `<li><code>${escape(`${file}:${line}:${col}`)}</code> ${escape(rule)}: ${escape(message)}${hint}</li>`;
  });
  const reason = failure !== undefined && findings.length === 0 ? `<pre>${escape(failure)}</pre>` : "";
  return (
    `<section class="preview-findings" aria-label="What the check finds"><details open>` +
    `<summary>${summary}</summary><ol>${items.join("")}</ol>${reason}</details></section>`
  );
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What came of one look at the records. */
export interface Outcome {
  /** Counts the looks, so that a page knows whether it is the newest. */
  version: number;
  /** What the check says about the records that are previewed, and about those that have changed. */
  findings: readonly Finding[];
  /** Why there is no page of this state; undefined when there is one. */
  failure: string | undefined;
  milliseconds: number;
}
