import { ToolError } from "../../records/command-line.mjs";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ask } from "./execute.mjs";
import { findCommand, isExecutable } from "../../lab/find-command.mjs";

/** Finds the Chromium to test with, or null when there is none. @param {NodeJS.ProcessEnv} env */
export async function findChromium(env) {
  return chooseChromium({
    named: env.CHROMIUM_PATH,
    ofPlaywright: await locatePlaywrightChromium(env),
    ofSystem: listSystemBrowsers(process.platform, env),
    canRun,
  });
}

/**
 * Chooses the browser: the one named by CHROMIUM_PATH, else Playwright's own, else the first of the system's that runs.
 * @param {{ named: string | undefined, ofPlaywright: string | null, ofSystem: readonly string[],
 *   canRun: (file: string) => boolean }} candidates
 */
export function chooseChromium({ named, ofPlaywright, ofSystem, canRun }) {
  if (named) {
    if (canRun(named)) return named;
    throw new ToolError(`CHROMIUM_PATH: cannot run ${named}. Unset CHROMIUM_PATH to search for a browser.`);
  }
  const candidates = ofPlaywright ? [ofPlaywright, ...ofSystem] : ofSystem;
  return candidates.find(canRun) ?? null;
}

/**
 * Lists the places where Chromium or Chrome usually is on a system. Debian's shell without windows comes first: it is the
 * same engine, and the tests take half the time in it.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function listSystemBrowsers(platform, env) {
  if (platform === "darwin") {
    return ["/Applications", join(homedir(), "Applications")].flatMap((folder) => [
      `${folder}/Chromium.app/Contents/MacOS/Chromium`,
      `${folder}/Google Chrome.app/Contents/MacOS/Google Chrome`,
    ]);
  }
  if (platform === "win32") {
    return [env.ProgramFiles, env["ProgramFiles(x86)"], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => ["Chromium", "Google\\Chrome"].map((name) => `${folder}\\${name}\\Application\\chrome.exe`));
  }
  return ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    .map((name) => findCommand(name, env))
    .filter((file) => file !== null);
}

/**
 * Asks Playwright where its Chromium would be, installed or not, but only if it ever installed a browser:
 * to load it takes half a second. It is there by now, since the npm packages are set up first.
 * @param {NodeJS.ProcessEnv} env
 */
async function locatePlaywrightChromium(env) {
  const caches = [
    join(homedir(), ".cache", "ms-playwright"),
    join(homedir(), "Library", "Caches", "ms-playwright"),
    join(env.LOCALAPPDATA ?? homedir(), "ms-playwright"),
  ];
  if (!env.PLAYWRIGHT_BROWSERS_PATH && !caches.some((folder) => existsSync(folder))) return null;
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

/**
 * Ubuntu's chromium-browser is a script that only points to a snap, hence the question for the version.
 * Windows' chrome.exe answers that question by opening a window, so there the file's presence has to do.
 * @param {string} file
 */
function canRun(file) {
  if (!isExecutable(file)) return false;
  return process.platform === "win32" || ask(file, ["--version"]) !== null;
}
