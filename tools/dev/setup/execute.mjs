import { ToolError } from "../../records/command-line.mjs";
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { currentLimit, describeOverrun, killGroup, timeLeft } from "./time-limit.mjs";
import { fileURLToPath } from "node:url";

/** The repository's folder, without a trailing separator. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** Thrown when this program was told to stop while a child ran; the exit code follows the shell's custom. */
export class Interrupted extends ToolError {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`, 128 + constants.signals[signal]);
  }
}

/** The custom of the program `timeout`. */
const OUT_OF_TIME = 124;

/**
 * Runs a program in the repository's folder with its output shown, and returns its exit code. Within a time limit it has
 * a group of processes of its own, so that nothing that it started outlives it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function execute(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const limit = process.platform === "win32" ? undefined : currentLimit();
    const child = spawn(command, args, { cwd: root, stdio: "inherit", detached: limit !== undefined, ...options });
    const group = limit && child.pid;
    let isOver = false;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const watch = () => {
      if (!limit || group === undefined) return;
      const left = timeLeft(limit);
      if (left > 0) {
        timer = setTimeout(watch, left);
        return;
      }
      isOver = true;
      process.stderr.write(describeOverrun(limit, group));
      killGroup(group);
    };
    watch();
    /** @type {NodeJS.Signals | null} */
    let received = null;
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      received = signal;
      if (group === undefined) child.kill(signal);
      else process.kill(-group, signal);
    };
    process.on("SIGINT", pass).on("SIGTERM", pass);
    const settle = () => {
      clearTimeout(timer);
      process.off("SIGINT", pass).off("SIGTERM", pass);
      if (group !== undefined) killGroup(group);
    };
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (code) => {
      settle();
      if (received) reject(new Interrupted(received));
      else resolve(isOver ? OUT_OF_TIME : (code ?? 1));
    });
  });
}

/**
 * Runs a program of set-up: all its output goes to standard error and it gets no standard input.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function executeForSetup(command, args, options = {}) {
  return execute(command, args, { stdio: ["ignore", 2, 2], ...options });
}

/**
 * Runs a TypeScript program of the repository and returns its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function executeTypeScript(program, args, options) {
  return execute(process.execPath, ["--import", "tsx", program, ...args], options);
}

/**
 * Asks a program a question and returns what it prints, or null when it cannot be run or fails.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function ask(command, args) {
  const answer = spawnSync(command, args, { encoding: "utf8", timeout: 20_000, stdio: ["ignore", "pipe", "pipe"] });
  return answer.status === 0 ? answer.stdout : null;
}

/** Tells what set-up does and why, on standard error, which leaves standard output to the task. @param {string} text */
export function say(text) {
  process.stderr.write(`set-up: ${text}\n`);
}
