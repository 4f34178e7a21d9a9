import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeFrameReader } from "../../../tools/lab/machine.ts";
import { frameWithLength, makeLengthReader } from "../../../tools/lab/wire.ts";

describe("what the guest's agent says", () => {
  const answer = "\x1ebegin 7\nIRQ 24\nIRQ 25\n\x1eend 7 0\n";

  test("is an answer with its number, words and status", () => {
    assert.deepEqual(makeFrameReader()(answer), [{ kind: "answer", number: 7, status: 0, text: "IRQ 24\nIRQ 25\n" }]);
  });

  test("is whole again, wherever it was cut", () => {
    for (let cut = 1; cut < answer.length; cut++) {
      const read = makeFrameReader();
      const frames = [...read(answer.slice(0, cut)), ...read(answer.slice(cut))];
      assert.deepEqual(frames, [{ kind: "answer", number: 7, status: 0, text: "IRQ 24\nIRQ 25\n" }], `cut at ${cut}`);
    }
  });

  test("is not the echo of a command, even of one that names the frames", () => {
    const echo = "7 printf begin 7; printf end 7 0\r\n";
    assert.deepEqual(makeFrameReader()(`${echo}${answer}`).length, 1);
  });

  test("is told from what the kernel writes in between, and ends without a line end", () => {
    const frames = makeFrameReader()("[ 1.0] random: crng\r\n\x1eready\r\n\x1ebegin 1\r\nno line end\x1eend 1 2\r\n");
    assert.deepEqual(frames, [{ kind: "ready" }, { kind: "answer", number: 1, status: 2, text: "no line end" }]);
  });

  test("is no answer while its end is of another command", () => {
    assert.deepEqual(makeFrameReader()("\x1ebegin 1\nx\x1eend 2 0\n"), []);
  });
});

describe("frames on the wire", () => {
  const frames = [Buffer.from("first"), Buffer.alloc(0), Buffer.from("third frame")];
  const stream = Buffer.concat(frames.map(frameWithLength));

  test("have their length before them, the highest byte first", () => {
    assert.deepEqual([...frameWithLength(Buffer.from("ab"))], [0, 0, 0, 2, 97, 98]);
  });

  test("come back whole and in order, wherever the stream was cut", () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const read = makeLengthReader();
      assert.deepEqual(
        [...read(stream.subarray(0, cut)), ...read(stream.subarray(cut))].map(String),
        frames.map(String),
        `cut at ${cut}`,
      );
    }
  });

  test("are refused when the stream is out of step", () => {
    assert.throws(() => makeLengthReader()(Buffer.from("not a length at all")), /out of step/);
  });
});
