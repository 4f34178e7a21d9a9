import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Rendering {
  /** The repository. */
  root: string;
  /** Program to render with. */
  hugo: string;
  /** Folder that stands for build/, with an absolute path. */
  build: string;
  /** Folder for the rendered pages. */
  target: string;
  /** Address of the site. */
  url: string;
  /** Pages to render. */
  pages: readonly string[];
  /** Ends it before it is done. */
  signal: AbortSignal;
}

/** Renders some pages of the site and nothing else; throws with what Hugo says when it cannot. */
export async function render({ root, hugo, build, target, url, pages, signal }: Rendering): Promise<void> {
  const config = join(build, "hugo.toml");
  writeFileSync(config, adaptConfig(readFileSync(join(root, "config.toml"), "utf8"), build, pages));
  const options = ["--source", root, "--config", config, "--destination", target, "--baseURL", url];
  await execute(
    hugo,
    [...options, "--renderSegments", segment, "--noBuildLock", "--panicOnWarning", "--quiet"],
    signal,
  );
}

const segment = "preview";

/**
 * Turns the site's configuration into that of a preview: what comes from build/ comes from another folder, static files are
 * not copied, for they are served from where they are, and of the pages only some are rendered.
 */
export function adaptConfig(config: string, build: string, pages: readonly string[]): string {
  const source = /^source = "build\//gm;
  if (!source.test(config)) throw new Error('config.toml mounts nothing from build/ (source = "build/...")');
  const adapted = config
    .replace(/^\[\[module\.mounts\]\]\nsource = "build\/static"\ntarget = "static"\n?/m, "")
    .replace(source, () => `source = ${JSON.stringify(`${build.replaceAll("\\", "/")}/`).slice(0, -1)}`);
  return `${adapted}\n[segments.${segment}]\n[[segments.${segment}.includes]]\npath = ${JSON.stringify(`{${pages.join(",")}}`)}\n`;
}

/** Runs a program to its end, which comes early when it is told to stop. */
function execute(command: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    const stop = (): void => void child.kill();
    const settle = (error?: Error): void => {
      signal.removeEventListener("abort", stop);
      if (error) reject(error);
      else resolve();
    };
    signal.addEventListener("abort", stop);
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.once("error", settle);
    child.once("close", (code) =>
      settle(code === 0 ? undefined : new Error(said.trim() || `${command} ended with code ${code}`)),
    );
  });
}
