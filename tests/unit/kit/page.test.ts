import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SECONDS_OF_KIT } from "../../../advisor/steps/validation.ts";

const page = readFileSync("content/validate/_index.md", "utf8");
/** Repetitions of the kit unless a user asks for another number. */
const runs = Number(/^\s.*\bruns=(\d+)/m.exec(readFileSync("assets/kit/vnic-validate.sh", "utf8"))?.[1]);
const minutesOf = (...tests: (keyof typeof SECONDS_OF_KIT)[]): number =>
  Math.round((tests.reduce((sum, name) => sum + SECONDS_OF_KIT[name], 0) * runs) / 60);

test("the page of the kit gives each test the minutes that the advisor counts", () => {
  for (const name of ["throughput", "packets", "request-response"] as const) {
    const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\``));
    assert.equal(Number(row?.split("|").at(-2)), minutesOf(name), name);
  }
  assert.match(page, new RegExp(`about ${minutesOf("throughput", "request-response")} minutes per adapter`));
});

test("each step of the page of the kit that has a command has it for Windows too", () => {
  const steps = page.slice(0, page.indexOf("## Download")).split(/^\d\. /m);
  const withCommand = steps.filter((step) => step.includes("sh vnic-validate.sh"));
  assert.equal(withCommand.length, 2);
  for (const step of withCommand) assert.match(step, /vnic-validate\.ps1 -(Serve|Target)/);
});
