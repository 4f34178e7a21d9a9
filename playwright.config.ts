import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./tools/dev/setup/chromium.mjs";
import { slowness } from "./tools/dev/setup/time-limit.mjs";
import { parts } from "./tools/dev/test-runner/parts.mjs";
import { testPlaces } from "./tools/dev/test-runner/test-files.mjs";

const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium(process.env));
if (!executablePath) throw new Error("No Chromium was found. `npm test` brings one, or name one in CHROMIUM_PATH.");
// The workers read this file again and need not search a second time.
process.env.CHROMIUM_PATH = executablePath;

const long = /(?:contribution|packages|slow-page|every-page|chart-frame)\.spec\.ts$/;

export default defineConfig({
  testDir: testPlaces.e2e.folder,
  testMatch: testPlaces.e2e.pattern,
  outputDir: "build/test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "build/test-results/e2e.json" }]],
  globalSetup: "./tests/e2e/support/serve-site.ts",
  fullyParallel: true,
  forbidOnly: true,
  // Tests wait for a state, however slow the machine is: these limits only name what hangs.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  // Before the part is stopped as a whole, so that the tests that hang are named.
  globalTimeout: (parts.e2e.minutes - 2) * 60_000 * slowness(),
  // One more than processors: part of the time a page waits for its own next frame.
  workers: availableParallelism() + 1,
  retries: 0,
  use: {
    ...devices["Desktop Chrome"],
    // Set by the global set-up, which serves the built site on a free port.
    baseURL: process.env.SITE_URL,
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath,
      // No script lives long enough in a test to pay for being optimised; without it the tests take a fifth less time.
      // With a limit of one renderer none is started in advance, which few tests would have used.
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--renderer-process-limit=1",
        "--js-flags=--no-opt --no-maglev --always-sparkplug",
      ],
    },
  },
  // The longest first: one that began last would have a processor for itself.
  projects: [
    { name: "long", testMatch: long },
    { name: "chromium", testIgnore: long },
  ],
});
