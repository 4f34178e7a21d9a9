import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import type { FleetFile } from "../../../../advisor/fleet/record.ts";
import { fleet } from "../../advisor/fleet/knowledge.ts";
import { known, loadSample, problemsOf, samples } from "./read-sample.ts";

/** What is expected of each sample, as JSON. `UPDATE_EXPECTED=1` writes what was read; look at the difference. */
const expected = join(import.meta.dirname, "expected");

/** Columns of the sample whose headings are its own. */
const columns = { machine: "Maschine", adapter: "karte", guestAsWritten: "System" };

describe("readers of inventories find the facts and their places", () => {
  for (const format of readdirSync(samples))
    test(format, async () => {
      const read = (
        await readFleet(loadSample(format), {
          adapterNames: fleet.adapterNames,
          platformWords: fleet.platformWords,
          ...(format === "csv" && { columns }),
        })
      ).map(describeFile);
      const path = join(expected, `${format}.json`);
      if (process.env.UPDATE_EXPECTED) writeFileSync(path, `${JSON.stringify(read, null, 1)}\n`);
      assert.deepEqual(read, JSON.parse(readFileSync(path, "utf8")));
    });
});

function describeFile(file: FleetFile): object {
  return {
    file: file.file,
    format: file.format,
    machines: file.machines,
    unread: file.unread,
    adapters: file.adapters.map((adapter) => ({ place: adapter.place, ...known(adapter), places: adapter.places })),
    problems: problemsOf(file),
    expected: file.expected,
  };
}
