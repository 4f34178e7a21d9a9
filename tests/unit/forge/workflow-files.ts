import { readFileSync, readdirSync } from "node:fs";
import { parse } from "yaml";

interface Step {
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

export interface Job {
  "runs-on": string;
  "timeout-minutes"?: number;
  permissions?: unknown;
  steps: Step[];
}

interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions?: unknown;
  concurrency?: { group?: string };
  jobs: Record<string, Job>;
}

export interface WorkflowFile {
  path: string;
  text: string;
  workflow: Workflow;
}

/** Reads every workflow of the repository; its shape is for actionlint to check. */
export function readWorkflows(): WorkflowFile[] {
  return readdirSync(".github/workflows").map((name) => {
    const path = `.github/workflows/${name}`;
    const text = readFileSync(path, "utf8");
    return { path, text, workflow: parse(text) as Workflow };
  });
}

/** Every step of a workflow with the name of its job. */
export function listSteps({ workflow }: WorkflowFile): (Step & { job: string })[] {
  return Object.entries(workflow.jobs).flatMap(([job, { steps }]) => steps.map((step) => ({ ...step, job })));
}
