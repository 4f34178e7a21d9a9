import { ToolError } from "../../records/command-line.mjs";
import { findChromium } from "./chromium.mjs";
import { findCommand } from "../../lab/find-command.mjs";
import { say, ask, executeForSetup } from "./execute.mjs";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * Brings the browser, and the commands tests call, in one installation.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} wanted names of needs: browser, commands, emulator (that of the lab) and spark
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function provideTestTools(env, wanted) {
  let found = await lookForTools(env, wanted);
  if (await installPackages(listAttempts(found.missing), env)) found = await lookForTools(env, wanted);
  const { fatal, remarks } = classifyMissing(found.missing, env.CI === "true", process.platform);
  for (const remark of remarks) say(remark);
  if (fatal) throw new ToolError(fatal);
  return found.browser ? { CHROMIUM_PATH: found.browser } : {};
}

/**
 * Lists what to try to install, all that is missing at once: with the quicker browser first, which not every distribution has.
 * @param {readonly SystemTool[]} missing
 */
export function listAttempts(missing) {
  if (!missing.includes(chromiumTool)) return missing.length > 0 ? [missing] : [];
  return browserTools.map((browser) => missing.map((tool) => (tool === chromiumTool ? browser : tool)));
}

/**
 * Decides which missing tools are fatal: the browser always, the other tools only in CI.
 * @param {readonly SystemTool[]} absent
 * @param {boolean} isCi
 * @param {NodeJS.Platform} platform
 * @returns {{ fatal: string | null, remarks: string[] }}
 */
export function classifyMissing(absent, isCi, platform) {
  const describe = (/** @type {SystemTool} */ tool) =>
    `${tool.command} was not found, but ${tool.why}. ${adviseInstallation(tool, platform)}`;
  const fatal = absent.filter((tool) => isCi || tool === chromiumTool);
  return {
    fatal: fatal.length > 0 ? fatal.map(describe).join("\n") : null,
    remarks: absent.filter((tool) => !fatal.includes(tool)).map(describe),
  };
}

/** @param {SystemTool} tool @param {NodeJS.Platform} platform */
function adviseInstallation(tool, platform) {
  if (platform === "win32" && tool !== chromiumTool) return `Run the tests in WSL, which has ${tool.command}`;
  const command = findInstallation(tool, platform);
  return platform === "linux"
    ? `Set ${permission}=yes to have it installed with apt-get, or run: ${command}`
    : `Run: ${command}`;
}

/** @param {SystemTool} tool @param {NodeJS.Platform} platform */
function findInstallation(tool, platform) {
  if (tool === chromiumTool) {
    return `npx playwright install ${platform === "linux" ? "--with-deps " : ""}chromium (or name a Chromium in CHROMIUM_PATH)`;
  }
  if (platform === "darwin") return `brew install ${tool.command}`;
  return listAptCommands([tool])
    .map((words) => `sudo ${words.filter((word) => word !== "-qq").join(" ")}`)
    .join(" && ");
}

/** @param {NodeJS.ProcessEnv} env @param {readonly string[]} wanted */
async function lookForTools(env, wanted) {
  const tools = wanted.flatMap((need) => toolsOf[need] ?? []);
  const missing = tools.filter((tool) => findCommand(tool.command, env) === null);
  const wantsBrowser = wanted.includes("browser");
  const browser = wantsBrowser ? await findChromium(env) : null;
  return { browser, missing: wantsBrowser && !browser ? [...missing, chromiumTool] : missing };
}

/** @typedef {{ command: string, packages: readonly string[], why: string }} SystemTool a command, the Debian packages that bring it, and who needs it */

const browserUse = "the pages are tested in a real browser";

/** @type {SystemTool} */
export const chromiumTool = { command: "chromium", packages: ["chromium", "fonts-liberation"], why: browserUse };

/** Browsers to install, the quicker one first; not every distribution has it. @type {readonly SystemTool[]} */
const browserTools = [
  { command: "chromium-headless-shell", packages: ["chromium-headless-shell", "fonts-liberation"], why: browserUse },
  chromiumTool,
];

/** Commands that tests call besides the browser. @type {readonly SystemTool[]} */
export const testTools = [
  { command: "iperf3", packages: ["iperf3"], why: "the validation kit is tested with a real transfer" },
  { command: "iperf", packages: ["iperf"], why: "the importer is tested with its output" },
  { command: "qperf", packages: ["qperf"], why: "the importer is tested with its output" },
  { command: "sockperf", packages: ["sockperf"], why: "the kit measures response times with it" },
  { command: "sar", packages: ["sysstat"], why: "the importer is tested with its output" },
  { command: "ip", packages: ["iproute2"], why: "the kit's test transfer runs between two network namespaces" },
  { command: "busybox", packages: ["busybox"], why: "the scripts must also run in its shell" },
  { command: "mksh", packages: ["mksh"], why: "the scripts must also run in its shell" },
  { command: "nginx", packages: ["nginx-light"], why: "the tests run its sample configuration" },
  { command: "caddy", packages: ["caddy"], why: "the tests run its sample configuration" },
  { command: "shellcheck", packages: ["shellcheck"], why: "the scripts offered for download are checked" },
];

/** What the NIC lab counts with. The kernel it boots is fetched, not installed. @type {readonly SystemTool[]} */
const labTools = [
  { command: "qemu-system-x86_64", packages: ["qemu-system-x86"], why: "the lab counts register accesses in it" },
  { command: "xz", packages: ["xz-utils"], why: "the kernel that the lab boots is compressed with it" },
  { command: "zstd", packages: ["zstd"], why: "newer kernels are compressed with it" },
];

/** What the thorough tests run Spark with. @type {readonly SystemTool[]} */
const sparkTools = [
  { command: "java", packages: ["default-jre-headless"], why: "Spark, which runs the exported query, needs Java" },
];

/** Commands by the need that they serve. @type {Record<string, readonly SystemTool[]>} */
const toolsOf = { commands: testTools, emulator: labTools, spark: sparkTools };

/** Variable that allows set-up to install packages of the system, or forbids it. */
export const permission = "VNIC_ATLAS_INSTALL";

/**
 * Installs the packages of the tools given with the distribution's own means, if that is allowed.
 * @param {readonly (readonly SystemTool[])[]} attempts each is tried if the one before it fails
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} false when it may not or cannot
 */
export async function installPackages(attempts, env) {
  const [first] = attempts;
  const permitted = readPermission(env);
  if (!first || permitted === false) return false;
  const prefix = choosePrefix({
    hasAptGet: findCommand("apt-get", env) !== null && existsSync("/etc/debian_version"),
    isRoot: process.getuid?.() === 0,
    canSudo: () => ask("sudo", ["-n", "true"]) !== null,
  });
  if (prefix === null || !(permitted ?? (await askPermission(first, process.stdin, process.stderr)))) return false;
  for (const tools of attempts) if (await installWith(prefix, tools, env)) return true;
  return false;
}

/**
 * Reads whether packages of the system may be installed; undefined where nobody has said. A CI run's machine is its own.
 * @param {NodeJS.ProcessEnv} env
 */
export function readPermission({ [permission]: value, CI }) {
  if (value === "yes" || value === "no") return value === "yes";
  if (value) throw new ToolError(`${permission} is "${value}", expected yes or no.`, 2);
  return CI === "true" ? true : undefined;
}

/**
 * Asks the person at the keyboard, if there is one, whether to install packages. Only a yes is a yes.
 * @param {readonly SystemTool[]} tools
 * @param {NodeJS.ReadableStream & { isTTY?: boolean }} input
 * @param {NodeJS.WritableStream & { isTTY?: boolean }} output
 * @returns {Promise<boolean>}
 */
export async function askPermission(tools, input, output) {
  if (!input.isTTY || !output.isTTY) return false;
  output.write("These packages are missing:\n");
  for (const { packages, why } of tools) output.write(`  ${packages.join(", ")}: ${why}\n`);
  const terminal = createInterface({ input, output });
  const answer = await new Promise((resolve, reject) => {
    terminal.once("SIGINT", () => reject(new ToolError("Stopped; nothing was installed.", 130)));
    terminal.once("close", () => resolve(""));
    terminal.question("Install them with apt-get? [y/N] ", resolve);
  }).finally(() => terminal.close());
  return /^y(?:es)?$/i.test(answer.trim());
}

/** @param {readonly string[]} prefix @param {readonly SystemTool[]} tools @param {NodeJS.ProcessEnv} env */
async function installWith(prefix, tools, env) {
  for (const { packages, why } of tools) say(`installing ${packages.join(" and ")} with apt-get, because ${why}`);
  const quiet = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  for (const args of listAptCommands(tools)) {
    const [command, ...rest] = /** @type {[string, ...string[]]} */ ([...prefix, ...args]);
    if ((await executeForSetup(command, rest, quiet)) !== 0) return false;
  }
  return true;
}

/**
 * The command prefix that apt-get needs, such as sudo; null if apt-get is missing or not permitted.
 * @param {{ hasAptGet: boolean, isRoot: boolean, canSudo: () => boolean }} machine
 */
export function choosePrefix({ hasAptGet, isRoot, canSudo }) {
  if (!hasAptGet) return null;
  if (isRoot) return [];
  return canSudo() ? ["sudo", "-n"] : null;
}

/** Lists the apt-get commands that install the tools given. @param {readonly SystemTool[]} tools */
export function listAptCommands(tools) {
  const packages = tools.flatMap((tool) => tool.packages);
  return [
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages],
  ];
}
