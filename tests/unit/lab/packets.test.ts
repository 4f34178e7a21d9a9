import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  makeArpReply,
  makeEchoReply,
  makeEchoRequest,
  makeLocalFrame,
  readPacket,
  sumOnes,
} from "../../../tools/lab/wire.ts";

const guest = "02:00:00:00:00:02";

/** As Linux 6.1 asks for the wire's address. */
const question = Buffer.from(
  "ffffffffffff020000000002080600010800060400010200000000" + "02c0000202000000000000c0000201",
  "hex",
);

describe("frames made by hand", () => {
  test("answer who has the wire's address, with the address that was asked for", () => {
    const asked = readPacket(question);
    assert.deepEqual(asked, { kind: "arp-request", senderMac: guest, sender: "192.0.2.2", target: "192.0.2.1" });
    assert.ok(asked.kind === "arp-request");
    const reply = makeArpReply(asked).toString("hex");
    assert.equal(
      reply.slice(0, 84),
      "020000000002" + "020000000001" + "0806" + "0001080006040002" + "020000000001c0000201" + "020000000002c0000202",
    );
  });

  test("are never shorter than Ethernet allows", () => {
    assert.equal(makeLocalFrame(guest).length, 60);
    assert.equal(makeEchoRequest(guest, 1).length, 60);
  });

  test("have sums that come to zero, as a receiver checks them", () => {
    const frame = makeEchoRequest(guest, 258);
    assert.equal(sumOnes(frame.subarray(14, 34)), 0);
    assert.equal(sumOnes(frame.subarray(34)), 0);
  });

  test("carry the sequence number back", () => {
    const request = makeEchoRequest(guest, 258);
    // The guest turns a request into its answer by the type alone.
    request[34] = 0;
    assert.deepEqual(readPacket(request), { kind: "echo-reply", sequence: 258 });
  });

  test("answer the guest's own echo request with its content", () => {
    const asked = readPacket(makeEchoRequest(guest, 9));
    assert.ok(asked.kind === "echo-request");
    assert.deepEqual(readPacket(makeEchoReply(asked)), { kind: "echo-reply", sequence: 9 });
  });

  test("are something else when they are cut off or of another protocol", () => {
    assert.deepEqual(readPacket(question.subarray(0, 30)), { kind: "other" });
    assert.deepEqual(readPacket(makeLocalFrame(guest)), { kind: "other" });
  });

  test("have the sum of the example in RFC 1071", () => {
    assert.equal(sumOnes(Buffer.from("0001f203f4f5f6f7", "hex")), ~0xddf2 & 0xffff);
  });
});
