import { ToolError } from "../../records/command-line.mjs";
import {
  browserTools,
  chromiumTool,
  installPackages,
  labTools,
  listAptCommands,
  permission,
  sparkTools,
  testTools,
} from "./system-packages.mjs";
import { findChromium } from "./chromium.mjs";
import { findCommand } from "../../lab/find-command.mjs";
import { say } from "./execute.mjs";

/** @typedef {{ browser: boolean, commands: boolean, emulator: boolean, spark: boolean }} WantedTools the emulator is that of the lab */

/**
 * Brings the browser, and the commands tests call, in one installation.
 * @param {NodeJS.ProcessEnv} env
 * @param {WantedTools} wanted
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function provideTestTools(env, wanted) {
  let found = await lookForTools(env, wanted);
  if (await installPackages(listAttempts(found.missing), env)) found = await lookForTools(env, wanted);
  const { fatal, remarks } = judgeAbsent(found.missing, env.CI === "true", process.platform);
  for (const remark of remarks) say(remark);
  if (fatal) throw new ToolError(fatal);
  return found.browser ? { CHROMIUM_PATH: found.browser } : {};
}

/**
 * Lists what to try to install, all that is missing at once: with the quicker browser first, which not every distribution has.
 * @param {readonly import('./system-packages.mjs').SystemTool[]} missing
 */
export function listAttempts(missing) {
  if (!missing.includes(chromiumTool)) return missing.length > 0 ? [missing] : [];
  return browserTools.map((browser) => missing.map((tool) => (tool === chromiumTool ? browser : tool)));
}

/**
 * Judges what could not be brought: without a browser nothing goes on; of the rest only a CI run insists.
 * @param {readonly import('./system-packages.mjs').SystemTool[]} absent
 * @param {boolean} isCi
 * @param {NodeJS.Platform} platform
 * @returns {{ fatal: string | null, remarks: string[] }}
 */
export function judgeAbsent(absent, isCi, platform) {
  const describe = (/** @type {import('./system-packages.mjs').SystemTool} */ tool) =>
    `${tool.command} was not found, but ${tool.why}. ${adviseInstallation(tool, platform)}`;
  const fatal = absent.filter((tool) => isCi || tool === chromiumTool);
  return {
    fatal: fatal.length > 0 ? fatal.map(describe).join("\n") : null,
    remarks: absent.filter((tool) => !fatal.includes(tool)).map(describe),
  };
}

/** @param {import('./system-packages.mjs').SystemTool} tool @param {NodeJS.Platform} platform */
function adviseInstallation(tool, platform) {
  if (platform === "win32" && tool !== chromiumTool) return `Run the tests in WSL, which has ${tool.command}`;
  const command = findInstallation(tool, platform);
  return platform === "linux"
    ? `Set ${permission}=yes to have it installed with apt-get, or run: ${command}`
    : `Run: ${command}`;
}

/** @param {import('./system-packages.mjs').SystemTool} tool @param {NodeJS.Platform} platform */
function findInstallation(tool, platform) {
  if (tool === chromiumTool) {
    return `npx playwright install ${platform === "linux" ? "--with-deps " : ""}chromium (or name a Chromium in CHROMIUM_PATH)`;
  }
  if (platform === "darwin") return `brew install ${tool.command}`;
  return listAptCommands([tool])
    .map((words) => `sudo ${words.filter((word) => word !== "-qq").join(" ")}`)
    .join(" && ");
}

/** @param {NodeJS.ProcessEnv} env @param {WantedTools} wanted */
async function lookForTools(env, wanted) {
  const tools = [
    ...(wanted.commands ? testTools : []),
    ...(wanted.emulator ? labTools : []),
    ...(wanted.spark ? sparkTools : []),
  ];
  const missing = tools.filter((tool) => findCommand(tool.command, env) === null);
  const browser = wanted.browser ? await findChromium(env) : null;
  return { browser, missing: wanted.browser && !browser ? [...missing, chromiumTool] : missing };
}
