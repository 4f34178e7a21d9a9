import { existsSync } from "node:fs";
import { serve } from "../../../tools/dev/server/serve.mjs";

/** Serves the built site on a free port for all browser tests; what it returns ends that. */
export default async function serveSite(): Promise<() => Promise<void>> {
  if (!existsSync("public/index.html")) {
    throw new Error(
      "public/index.html is not there: run `npm test -- e2e`, which builds the site first, or `npm run build`.",
    );
  }
  const site = await serve({ root: "public", basePath: new URL(process.env.BASE_URL ?? "http://localhost/").pathname });
  process.env.SITE_URL = site.url;
  return site.close;
}
