import { createServer, type Socket } from "node:net";
import type { Tidy } from "../tidy.ts";
import { guestMac } from "../vm/qemu-arguments.ts";
import {
  guestAddress,
  makeArpReply,
  makeEchoReply,
  makeEchoRequest,
  makeLocalFrame,
  readPacket,
  wireAddress,
} from "./packets.ts";

/** The other end of the guest's cable. Counts are taken here: some drivers refresh theirs only every two seconds. */
export interface Wire {
  /** Frames that came from the guest and that went to it, since the wire was opened. */
  counts(): { fromGuest: number; toGuest: number };
  /** Sends frames that the guest drops without an answer, all at once. */
  sendLocal(frames: number): void;
  /** Sends an echo request and says whether its answer came within the limit. */
  ping(sequence: number, limitMilliseconds: number): Promise<boolean>;
}

/** Opens the wire: QEMU connects to it as it starts. Questions of the guest are answered at once. */
export function openWire(path: string, tidy: Tidy): Promise<Wire> {
  let guest: Socket | null = null;
  let fromGuest = 0;
  let toGuest = 0;
  const expected = new Map<number, () => void>();
  const send = (...frames: Buffer[]) => {
    toGuest += frames.length;
    guest?.write(Buffer.concat(frames.map(frameWithLength)));
  };
  const receive = (frame: Buffer) => {
    fromGuest += 1;
    const packet = readPacket(frame);
    if (packet.kind === "arp-request" && packet.target !== guestAddress) send(makeArpReply(packet));
    else if (packet.kind === "echo-request" && packet.to === wireAddress) send(makeEchoReply(packet));
    else if (packet.kind === "echo-reply") expected.get(packet.sequence)?.();
  };
  const wire: Wire = {
    counts: () => ({ fromGuest, toGuest }),
    sendLocal: (frames) => send(...Array.from({ length: frames }, () => makeLocalFrame(guestMac))),
    ping(sequence, limitMilliseconds) {
      return new Promise((resolve) => {
        const settle = (came: boolean) => {
          clearTimeout(timer);
          expected.delete(sequence);
          resolve(came);
        };
        const timer = setTimeout(() => settle(false), limitMilliseconds);
        expected.set(sequence, () => settle(true));
        send(makeEchoRequest(guestMac, sequence));
      });
    },
  };
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      const read = makeLengthReader();
      guest = socket;
      socket.on("data", (chunk: Buffer) => read(chunk).forEach(receive));
      socket.on("error", () => socket.destroy());
      tidy.add(() => socket.destroy());
    });
    tidy.add(() => server.close());
    server.once("error", reject);
    server.listen(path, () => resolve(wire));
  });
}

/** No frame of these adapters is longer; a longer one means that the stream is out of step. */
const longestFrame = 256 * 1024;

/** Puts the length before a frame as QEMU's stream backend wants it: four bytes, the highest first. */
export function frameWithLength(frame: Uint8Array): Buffer {
  const framed = Buffer.alloc(4 + frame.length);
  framed.writeUInt32BE(frame.length);
  framed.set(frame, 4);
  return framed;
}

/** Makes a reader of frames from chunks that are cut anywhere. */
export function makeLengthReader(): (chunk: Buffer) => Buffer[] {
  let unread: Buffer = Buffer.alloc(0);
  return (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    const frames: Buffer[] = [];
    let at = 0;
    while (unread.length - at >= 4) {
      const length = unread.readUInt32BE(at);
      if (length > longestFrame) throw new RangeError(`a frame of ${length} bytes: the stream is out of step`);
      if (unread.length - at - 4 < length) break;
      frames.push(unread.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    unread = unread.subarray(at);
    return frames;
  };
}
