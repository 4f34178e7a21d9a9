import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ChartRow } from "../../../../tools/site/charts/chart.ts";
import { findUnfairRows } from "../../../../tools/site/charts/rows.ts";
import { knowledge } from "./support.ts";

const row = (reference: string, adapter: string, result = "stated"): ChartRow => ({ reference, adapter, result });

describe("rows of a chart", () => {
  test("may set adapters side by side within a study that compares them", () => {
    assert.deepEqual(
      findUnfairRows([row("nobel-vmxnet3-2013/a", "vmxnet3"), row("nobel-vmxnet3-2013/b", "e1000")], knowledge),
      [],
    );
  });
  test("may not set adapters of two studies side by side", () => {
    assert.deepEqual(
      findUnfairRows([row("nobel-vmxnet3-2013/a", "vmxnet3"), row("trex-vm-bench-2017/b", "e1000")], knowledge),
      ["sets adapters of several studies side by side: nobel-vmxnet3-2013, trex-vm-bench-2017"],
    );
  });
  test("may not set adapters side by side where a study does not compare them", () => {
    assert.deepEqual(
      findUnfairRows([row("beyondcli-sriov-2014/a", "sriov"), row("beyondcli-sriov-2014/b", "vmxnet3")], knowledge),
      ["sets adapters of beyondcli-sriov-2014 side by side, a study of the grade anecdote"],
    );
  });
  test("may show one adapter in several studies, and ratios that were formed within each", () => {
    assert.deepEqual(
      findUnfairRows([row("nobel-vmxnet3-2013/a", "vmxnet3"), row("trex-vm-bench-2017/b", "vmxnet3")], knowledge),
      [],
    );
    assert.deepEqual(
      findUnfairRows(
        [row("nobel-vmxnet3-2013/a", "vmxnet3", "relative"), row("directpath-io-2010/b", "directpath-io", "relative")],
        knowledge,
      ),
      [],
    );
  });
});
