import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { provideHugo } from "../../tools/dev/setup/hugo.mjs";
import { makeTemporaryFolder } from "../temporary-folder.ts";

const root = join(import.meta.dirname, "../..");
const copy = makeTemporaryFolder();
let said = "";
let code: number | null = 0;

/** The file that names it, the list of records that it is missing from, its id, and the first words of its line. */
const named = [
  ["benchmarks/compare.md", "datasets", "freebsd9-drivers-2012", "studies = ["],
  ["benchmarks/_index.md", "charts", "features-lost", "chart = "],
  ["_index.md", "charts", "features-lost", "chart = "],
  ["guides/why-emulated-adapters-cost-more.md", "charts", "register-accesses-qemu-10", "{{< chart "],
] as const;

before(async () => {
  for (const part of ["config.toml", "content", "layouts", "assets", "build"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  for (const list of ["datasets", "charts"]) {
    const file = join(copy, `build/knowledge/${list}.json`);
    const records = JSON.parse(readFileSync(file, "utf8")) as { id: string }[];
    writeFileSync(
      file,
      JSON.stringify(records.filter(({ id }) => !named.some(([, kind, gone]) => kind === list && gone === id))),
    );
  }
  appendFileSync(
    join(copy, "config.toml"),
    '\n[[segments.named.includes]]\npath = "{/,/benchmarks,/benchmarks/compare,/guides/why-emulated-adapters-cost-more}"\n',
  );
  const { HUGO = "hugo" } = await provideHugo(process.env);
  const { status, stdout, stderr } = spawnSync(
    HUGO,
    [
      "--destination",
      "public",
      "--renderSegments",
      "named",
      "--noBuildLock",
      "--panicOnWarning",
      "--logLevel",
      "error",
    ],
    { cwd: copy, encoding: "utf8" },
  );
  [code, said] = [status, stdout + stderr];
});

describe("content that names a record that does not exist", () => {
  test("ends the build", () => assert.equal(code, 1));

  for (const [file, kind, id, start] of named)
    test(`is reported at its line: ${file}`, () => {
      const lines = readFileSync(join(root, "content", file), "utf8").split("\n");
      const line = 1 + lines.findIndex((text) => text.startsWith(start) && text.includes(`"${id}"`));
      assert.ok(line > 0);
      assert.match(
        said,
        new RegExp(
          `content/${file}:${line}(:\\d+"?)?: "${id}" is not among the ${kind}\\. Write the id of another one\\.`,
        ),
      );
    });
});
