import assert from "node:assert/strict";
import { test } from "node:test";
import { adviseHelp } from "../../../../advisor/cli/help.ts";
import { createAdvisor } from "../../../../advisor/index.ts";
import { readSituation } from "../../../../advisor/questions/read-situation.ts";
import { describeForm } from "../../../../advisor/ui/form/form.ts";
import { groupRecords } from "../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../authored-records.ts";
import { knowledge } from "../../advisor/knowledge.ts";

const { platforms } = groupRecords(authoredRecords);
const ids = platforms.map(({ id }) => id);

test("platforms are in the order that their records give", () => {
  assert.deepEqual(ids.slice(0, 2), ["vsphere", "kvm"]);
  assert.deepEqual(
    platforms.map(({ order }) => order),
    platforms.map(({ order }) => order).sort((a, b) => a - b),
  );
  assert.deepEqual(
    knowledge.platforms.map(({ id }) => id),
    ids,
  );
});

test("form, help and messages list platforms in the order of the knowledge", () => {
  for (const order of [ids, [...ids].reverse()]) {
    const ordered = {
      ...knowledge,
      platforms: order.flatMap((id) => knowledge.platforms.filter((one) => one.id === id)),
    };
    const advisor = createAdvisor(ordered);
    const fields = describeForm(ordered).flatMap((group) => group.fields);
    const listed = fields.find(({ name }) => name === "platform")?.choices.map(({ value }) => value);
    assert.deepEqual(listed, ["", ...order]);
    assert.ok(adviseHelp(advisor).some((line) => line.includes(`${order.join(" or ")}, or a product`)));
    // The products follow in the order of their platforms.
    const products = ordered.platforms.flatMap(({ productIds = [] }) => productIds);
    assert.equal(
      readSituation(advisor, { platform: "no-platform" }).problems[0]?.expected,
      `one of ${order.join(", ")}, or a product (${products.join(", ")})`,
    );
  }
});
