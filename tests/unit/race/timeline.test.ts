import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { listBeats } from "../../../assets/ts/race/start-race.ts";

describe("the beats of a lane", () => {
  test("begin and end on the wire, with every access made in its own beat", () => {
    const beats = listBeats({ receive: 1, transmit: 2, isDirect: false });
    assert.deepEqual(
      beats.map(({ at, received, transmitted }) => [at, received + transmitted]),
      [
        ["wire", 0],
        ["hypervisor", 0],
        ["receive", 1],
        ["guest", 1],
        ["transmit", 2],
        ["transmit", 3],
        ["hypervisor", 3],
        ["wire", 3],
      ],
    );
  });

  test("go past the hypervisor where the device is passed through", () => {
    assert.deepEqual(
      listBeats({ receive: 0, transmit: 0, isDirect: true }).map(({ at }) => at),
      ["wire", "guest", "wire"],
    );
  });

  test("are more with each access", () => {
    const length = (receive: number, transmit: number): number =>
      listBeats({ receive, transmit, isDirect: false }).length;
    assert.equal(length(6, 6) - length(0, 1), 11);
  });
});
