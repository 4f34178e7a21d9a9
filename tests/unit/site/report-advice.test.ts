import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { reportAddress } from "../../../assets/ts/advisor/address.ts";

const form = "https://example.org/atlas/issues/new?template=wrong-advice.yml";
const link = "https://atlas.example/advisor/?guest=rhel9-64&packetRate=120000";

test("a report of wrong advice carries the situation and the verdict to fields that its form has", () => {
  const address = new URL(
    reportAddress(form, link, {
      headline: { kind: "use", text: "Use VMXNET3" },
      knowledgeVersion: "2026.11.1",
    }),
  );
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    template: "wrong-advice.yml",
    situation: link,
    title: "Advice: Use VMXNET3",
    advice: "Use VMXNET3 (knowledge 2026.11.1)",
  });
  const template = new URL("../../../.github/ISSUE_TEMPLATE/wrong-advice.yml", import.meta.url);
  const fields = parse(readFileSync(template, "utf8")).body.map(({ id }: { id: string }) => id);
  for (const field of ["situation", "advice"]) assert.ok(fields.includes(field), field);
});

test("a report without an answer carries the situation alone", () => {
  assert.equal(
    new URL(reportAddress(form, link, null)).search,
    `?template=wrong-advice.yml&${new URLSearchParams({ situation: link })}`,
  );
});
