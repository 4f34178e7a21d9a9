import { findNearest } from "../../../advisor/questions/nearest.mjs";
import type { Pair } from "../../../advisor/ui/form/pairs.ts";
import type { Advice } from "../../../advisor/explain/advice.ts";

/** The questions of a knowledge, by their fields. */
type Questions = readonly { field: string }[];

/** Keeps the situation in the page's address: one entry of the history per finished change, none per key. */
interface Address {
  /** What the address says of the situation; parameters that mean something else are left out. */
  read: () => Pair[];
  write: (pairs: readonly Pair[], isCommitted: boolean) => void;
  /** The whole address of these values, whatever the page's says at this moment. */
  linkTo: (pairs: readonly Pair[]) => string;
}

/** Ties the address to the situation; `onMove` is told when the reader goes back or forward. */
export function keepAddress(questions: Questions, onMove: () => void): Address {
  // True while the newest entry is still being typed, so that it may be replaced.
  let isDraft = false;
  window.addEventListener("popstate", () => {
    isDraft = false;
    onMove();
  });
  const searchFor = (pairs: readonly Pair[]): string => {
    const policy = policyOf(location.search);
    const kept = policy === null ? [] : [["policy", policy]];
    const query = String(new URLSearchParams([...pairs.map(([field, value]) => [field, value]), ...kept]));
    return query && `?${query}`;
  };
  return {
    read: () => readAddress(location.search, questions),
    linkTo(pairs) {
      const search = searchFor(pairs);
      // As the reader has it, if it says the same in another order.
      const isHere = sortQuery(search) === sortQuery(location.search);
      return location.origin + location.pathname + (isHere ? location.search : search);
    },
    write(pairs, isCommitted) {
      const search = searchFor(pairs);
      if (search !== location.search) {
        if (isDraft) history.replaceState(null, "", location.pathname + search);
        else history.pushState(null, "", location.pathname + search);
        isDraft = true;
      }
      if (isCommitted) isDraft = false;
    },
  };
}

function sortQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.sort();
  return String(query);
}

/** The pairs of a query string that are fields of a situation, or look like one that is misspelt. */
export function readAddress(search: string, questions: Questions): Pair[] {
  const fields = questions.map(({ field }) => field);
  return [...new URLSearchParams(search)].filter(
    ([field]) => field !== "policy" && findNearest(field, fields) !== undefined,
  );
}

/** The address of the company policy that a query string names, or null. */
export function policyOf(search: string): string | null {
  return new URLSearchParams(search).get("policy") || null;
}

/**
 * Fills the form for wrong advice with the situation and the verdict that the reader sees.
 * @param form address of the form at the forge
 * @param link address that leads to the same advice again
 * @param advice null while there is none
 */
export function reportAddress(
  form: string,
  link: string,
  advice: Pick<Advice, "headline" | "knowledgeVersion"> | null,
): string {
  const address = new URL(form);
  address.searchParams.set("situation", link);
  if (advice !== null) {
    address.searchParams.set("title", `Advice: ${advice.headline.text}`);
    address.searchParams.set("advice", `${advice.headline.text} (knowledge ${advice.knowledgeVersion})`);
  }
  return address.href;
}

/** Keeps the link that reports wrong advice up to date. It is there only if the repository is known. */
export function startReport(link: HTMLAnchorElement | null): (advice: Advice | null) => void {
  const form = link?.href ?? "";
  return (advice) => {
    if (link) link.href = reportAddress(form, location.href.replace(/#.*/, ""), advice);
  };
}
