import { describeFailure } from "./page/describe-failure.ts";
import { firstPaint } from "./page/first-paint.ts";
import { scriptRuns } from "./page/script-runs.ts";

/** The advisor's page: its form and what stands in the answer's place are in the HTML; engine and knowledge come together, once both are seen. */
async function loadAdvisor(form: HTMLFormElement, answer: HTMLElement): Promise<void> {
  await firstPaint();
  // What is known of another platform, if the address calls that by the name of a product, is loaded after this.
  const named = new URLSearchParams(location.search).get("platform");
  const { usualPlatform } = form.dataset;
  const [{ startAdvisor }, fetched] = await Promise.all([
    import("./advisor/start-advisor.ts"),
    fetch(form.getAttribute(`data-knowledge-${named}`) ?? form.getAttribute(`data-knowledge-${usualPlatform}`) ?? ""),
  ]);
  await startAdvisor(form, answer, fetched, {
    loadPolicy: () => import("./advisor/apply-policy.ts"),
    loadCard: () => import("./advisor/card/start-card.ts"),
    loadMarkdown: () => import("./advisor/write-markdown.ts"),
  });
}

const form = document.querySelector<HTMLFormElement>("#advisor-form");
const answer = document.querySelector<HTMLElement>("#answer");
if (form && answer)
  loadAdvisor(form, answer).catch((error: unknown) => {
    // The answer in the HTML ignores policies, so it is removed if the address names one.
    const hasPolicy = new URLSearchParams(location.search).has("policy");
    const alert = describeFailure(
      error,
      // A policy that cannot be used has words of its own.
      ((error as Error).cause as string | undefined) ??
        `The advisor could not start ({cause}). Load the page again${hasPolicy ? "." : ", or use the rules below."}`,
    );
    if (hasPolicy) answer.replaceChildren(alert);
    else answer.prepend(alert);
  });
scriptRuns();
