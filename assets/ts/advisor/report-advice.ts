import type { Advice } from "../../../advisor/explain/advice.ts";

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
