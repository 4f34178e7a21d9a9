// Collects the addresses that files cite, and requests each of them.
/** A file that may name addresses: records and prose. */
export interface TextFile {
  file: string;
  text: string;
}

/** An address with the places that name it, as file:line. */
export interface Address {
  url: string;
  places: string[];
}

/** What ends an address in YAML, Markdown and HTML; a bracket belongs to it only if it opens in it. */
const pattern = /https?:\/\/[^\s<>"'`{}|\\^\]]+/g;

/** Names and networks that are kept for examples (RFC 2606, RFC 5737) and machines that nobody else can reach. */
const reserved =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|test|invalid))$/;

/** Lists the addresses outside this site that files name, each once, in the order of their text. */
export function collectAddresses(files: readonly TextFile[]): Address[] {
  const places = new Map<string, string[]>();
  for (const { file, text } of files) {
    for (const [index, line] of text.split("\n").entries()) {
      for (const [match] of line.matchAll(pattern)) {
        const url = trim(match);
        if (!isOutside(url)) continue;
        const place = `${file}:${index + 1}`;
        const known = places.get(url) ?? [];
        if (!known.includes(place)) places.set(url, [...known, place]);
      }
    }
  }
  return [...places].map(([url, at]) => ({ url, places: at })).sort((a, b) => (a.url < b.url ? -1 : 1));
}

/** Strips a sentence's full stop, and brackets that were opened before the address. */
function trim(written: string): string {
  let url = written.split("#")[0] ?? "";
  for (;;) {
    const last = url.at(-1) ?? "";
    const isStray = /[.,;:!?*]/.test(last) || (last === ")" && count(url, ")") > count(url, "("));
    if (!isStray) return url;
    url = url.slice(0, -1);
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function isOutside(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname.includes(".") && !reserved.test(hostname);
}

/** What became of an address. */
export type Outcome =
  | { kind: "ok" }
  /** Redirected permanently: the record should cite the new address. */
  | { kind: "moved"; to: string }
  /** The server reports that the document is missing, or fails to serve it. */
  | { kind: "broken"; status: number }
  /** The server refuses this program. A browser may still get the document. */
  | { kind: "refused"; status: number }
  /** No answer: no such host, no connection, no time left, or redirects without end. */
  | { kind: "unreachable"; reason: string };

/** How to send requests. Network and clock are passed in, so that tests can replace them. */
export interface RequestOptions {
  fetch: typeof fetch;
  sleep: (milliseconds: number) => Promise<unknown>;
  timeoutMs: number;
  /** How often to ask again after no answer, 429 or an error of the server. */
  retries: number;
  /** Pause before the first of them; every further one doubles it. */
  pauseMs: number;
}

const mostRedirects = 10;
/** Upper bound for a server's Retry-After. */
const longestPauseMs = 60_000;
const headers = { "user-agent": "vnic-atlas-links (checks that cited documents are still there)", accept: "*/*" };

/** Asks for an address with HEAD, with GET where HEAD is not answered well, and follows redirects. */
export async function checkAddress(url: string, options: RequestOptions): Promise<Outcome> {
  let current = url;
  let isPermanent = true;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await requestWithRetries(current, options);
    if ("reason" in answer) return { kind: "unreachable", reason: answer.reason };
    const { status, location } = answer;
    if (location !== undefined) {
      if (!URL.canParse(location, current)) return { kind: "broken", status };
      isPermanent &&= status === 301 || status === 308;
      current = new URL(location, current).href;
      continue;
    }
    if (status >= 200 && status < 300)
      return current === new URL(url).href || !isPermanent ? { kind: "ok" } : { kind: "moved", to: current };
    return [401, 403, 407, 429, 451].includes(status) ? { kind: "refused", status } : { kind: "broken", status };
  }
  return { kind: "unreachable", reason: `more than ${mostRedirects} redirects` };
}

type Answer = { status: number; location?: string; retryAfterMs?: number } | { reason: string };

/** Requests one address without following redirects; retries temporary failures. */
async function requestWithRetries(url: string, options: RequestOptions): Promise<Answer> {
  let answer: Answer = { reason: "not asked" };
  for (let attempt = 0; attempt <= options.retries; attempt++) {
    if (attempt > 0) await options.sleep(pauseBefore(attempt, answer, options));
    answer = await request(url, "HEAD", options);
    // Many servers answer HEAD badly or drop the connection. After 429 a second request makes it worse.
    if ("reason" in answer || (answer.status >= 400 && answer.status !== 429))
      answer = await request(url, "GET", options);
    if ("status" in answer && answer.status !== 429 && answer.status < 500) return answer;
  }
  return answer;
}

function pauseBefore(attempt: number, answer: Answer, { pauseMs }: RequestOptions): number {
  const asked = "status" in answer ? (answer.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(pauseMs * 2 ** (attempt - 1), asked), longestPauseMs);
}

async function request(url: string, method: "HEAD" | "GET", { fetch, timeoutMs }: RequestOptions): Promise<Answer> {
  try {
    const response = await fetch(url, { method, headers, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    // Only the status matters. The body is not read.
    await response.body?.cancel();
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    const seconds = Number(response.headers.get("retry-after") ?? "");
    return {
      status: response.status,
      ...(location === null ? {} : { location }),
      ...(Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}),
    };
  } catch (error) {
    return { reason: describe(error, timeoutMs) };
  }
}

function describe(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : error.message;
}
