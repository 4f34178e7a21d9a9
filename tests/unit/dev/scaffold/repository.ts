import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { runCheck } from "../../../../tools/check/main.ts";
import { runNew } from "../../../../tools/dev/scaffold/main.ts";
import { root, today } from "../../check/support/world.ts";

interface Ran {
  code: number;
  out: string;
  error: string;
}

/** A repository of the small world in a folder of its own. */
export class Repository {
  readonly root = mkdtempSync(join(tmpdir(), "new-"));

  constructor() {
    cpSync(`${root}/tests/data/world/data`, join(this.root, "data"), { recursive: true });
    for (const part of ["data/schema", "data/questions"])
      cpSync(`${root}/${part}`, join(this.root, part), { recursive: true });
  }

  /** Runs the command as a program does that has no terminal, or with lines typed where there is one. */
  async new(words: readonly string[], typed?: readonly string[]): Promise<Ran & { asked: string }> {
    const texts = { out: "", error: "", asked: "" };
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.setEncoding("utf8").on("data", (text: string) => (texts.asked += text));
    input.end((typed ?? []).map((line) => `${line}\n`).join(""));
    const code = await runNew(words, {
      root: this.root,
      today,
      terminal: typed ? { input, output } : undefined,
      print: (text) => (texts.out += text),
      printError: (text) => (texts.error += text),
    });
    return { code, ...texts };
  }

  check(words: string[]): Ran {
    const texts = { out: "", error: "" };
    const code = runCheck(words, {
      root: this.root,
      folder: this.root,
      today,
      site: "https://example.org/",
      print: (text) => (texts.out += text),
      printError: (text) => (texts.error += text),
    });
    return { code, ...texts };
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  /** Every file. */
  list(): string[] {
    return readdirSync(this.root, { recursive: true }).map(String).sort();
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
