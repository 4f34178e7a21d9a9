import { ToolError } from "../../records/command-line.mjs";
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { root } from "./root.mjs";

/** Thrown when this program was told to stop while a child ran; the exit code follows the shell's custom. */
export class Interrupted extends ToolError {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}`, 128 + constants.signals[signal]);
  }
}

/**
 * Runs a program in the repository's folder with its output shown, and returns its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function execute(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    /** @type {NodeJS.Signals | null} */
    let received = null;
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      received = signal;
      child.kill(signal);
    };
    process.on("SIGINT", pass).on("SIGTERM", pass);
    const settle = () => void process.off("SIGINT", pass).off("SIGTERM", pass);
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (code) => {
      settle();
      if (received) reject(new Interrupted(received));
      else resolve(code ?? 1);
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
