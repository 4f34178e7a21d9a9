import assert from "node:assert/strict";
import { test } from "node:test";
import { certainRows, decide, excludedBy, intersection } from "../../../advisor/engine/decide.ts";
import { runToEnd } from "../../../advisor/engine/engine.ts";
import {
  copyFilled,
  fillSituation,
  listUnknowns,
  setValue,
  valueOf,
  type FilledSituation,
} from "../../../advisor/engine/fill-situation.ts";
import { explore, type Space } from "../../../advisor/engine/search-space.ts";
import { buildTable, newestHardware, type Table } from "../../../advisor/engine/table.ts";
import type { Knowledge } from "../../../advisor/knowledge/knowledge.ts";
import type { Situation } from "../../../advisor/questions/situation.ts";
import { chooseCases } from "../../thorough.ts";
import { knowledge } from "./knowledge.ts";

/** Cells of a guest's space that are decided once more: more would take minutes. */
const TRIED = 200;

/** The knowledge with no drivers added as what is assumed. */
const withoutDrivers: Knowledge = {
  ...knowledge,
  questions: knowledge.questions.map((question) =>
    question.field === "guestDrivers" ? { ...question, assumed: { value: false, text: "" } } : question,
  ),
};

for (const [name, own] of Object.entries({ "what is assumed": knowledge, "no drivers assumed": withoutDrivers }))
  test(`with ${name}, every cell has the outcome that it has when decided alone`, () => {
    let spaces = 0;
    for (const platform of own.platforms) {
      const table = buildTable(own, platform);
      const required = own.features.flatMap(({ id, platforms }) => (platform.id in platforms ? [id] : []));
      const guests = own.guests.filter(({ platforms }) => platform.id in platforms);
      const always: Situation = { platform: platform.id };
      for (const [at, guest] of [undefined, ...chooseCases(guests)].entries()) {
        const requires = [required[at % required.length] ?? ""];
        for (const situation of [
          always,
          { ...always, guestDrivers: false },
          { ...always, guestDrivers: true, requires },
        ])
          spaces += checkSpace(table, situation, guest);
      }
    }
    assert.ok(spaces > 50, `${spaces} situations of more than a few cells`);
  });

/** Decides cells of a situation one by one, and counts the situation if it has more than a few. */
function checkSpace(table: Table, situation: Situation, guest: Parameters<typeof fillSituation>[2]): number {
  const filled = fillSituation(table, situation, guest);
  const unknowns = listUnknowns(table, situation, guest, filled);
  const space = runToEnd(explore(table, filled, unknowns, certainRows(table, filled, unknowns)));
  const step = guest ? Math.max(1, Math.floor(space.cells.length / TRIED)) : 1;
  let excluded = table.all;
  for (let at = 0; at < space.cells.length; at += step) {
    const completed = completeCell(table, filled, space, at, unknowns.fields.virtualHardware);
    const decision = decide(table, completed);
    const where = JSON.stringify([situation, guest?.id, space.axes.map(({ field }) => field), space.cells[at]]);
    assert.equal(space.outcomes[at], decision.best, where);
    excluded &= guest ? decision.excluded : excludedBy(table, intersection([decision.fired, filled.view.certain]));
  }
  assert.equal(space.excluded & ~excluded, 0, "no cell allows what all are said to exclude");
  if (step === 1) assert.equal(space.excluded, excluded);
  return space.cells.length > 100 ? 1 : 0;
}

/** The situation of one cell, as if nothing but it had been asked. */
function completeCell(
  table: Table,
  filled: FilledSituation,
  { axes, cells }: Space,
  at: number,
  isHardwareOpen: boolean,
): FilledSituation {
  const completed = copyFilled(table, filled, filled.requires);
  let rest = cells[at] as number;
  const chosen = axes.map(() => 0);
  for (let axis = axes.length - 1; axis >= 0; axis--) {
    const count = axes[axis]?.values.length ?? 1;
    chosen[axis] = rest % count;
    rest = Math.floor(rest / count);
  }
  for (const [axis, { field, values }] of axes.entries()) {
    const entry = values[chosen[axis] ?? 0];
    if (!entry) continue;
    const newest = newestHardware(table, valueOf(completed, table.fields.platformVersion));
    const value = field === "virtualHardware" && "to" in entry ? Math.min(entry.to - 1, newest) : entry.value;
    setValue(completed, table.fields[field], value);
    if (field === "platformVersion" && isHardwareOpen)
      setValue(completed, table.fields.virtualHardware, newestHardware(table, Number(value)));
  }
  return completed;
}
