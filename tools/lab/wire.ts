// The lab's end of the cable: a stream of frames, and the packets in them.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { Tidy } from "./tidy.ts";
import { guestMac } from "./qemu.ts";

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
export async function openWire(path: string, tidy: Tidy): Promise<Wire> {
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
  const server = createServer((socket) => {
    const read = makeLengthReader();
    guest = socket;
    socket.on("data", (chunk: Buffer) => read(chunk).forEach(receive));
    socket.on("error", () => socket.destroy());
    tidy.add(() => socket.destroy());
  });
  tidy.add(() => server.close());
  await once(server.listen(path), "listening");
  return wire;
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

/** The wire's own addresses; 192.0.2.0/24 is set aside for documentation (RFC 5737). */
const wireMac = "02:00:00:00:00:01";
export const wireAddress = "192.0.2.1";
export const guestAddress = "192.0.2.2";

const etherTypes = { ipv4: 0x0800, arp: 0x0806, local: 0x88b5 } as const;
const shortestFrame = 60;

/** What the wire understands of a frame; everything else is "other". */
type Packet =
  | { kind: "arp-request"; senderMac: string; sender: string; target: string }
  | { kind: "echo-request"; fromMac: string; from: string; to: string; body: Buffer }
  | { kind: "echo-reply"; sequence: number }
  | { kind: "other" };

/** Reads a frame. */
export function readPacket(frame: Buffer): Packet {
  if (frame.length < 34) return { kind: "other" };
  const type = frame.readUInt16BE(12);
  if (type === etherTypes.arp && frame.length >= 42 && frame.readUInt16BE(20) === 1) {
    return {
      kind: "arp-request",
      senderMac: readMac(frame, 22),
      sender: readAddress(frame, 28),
      target: readAddress(frame, 38),
    };
  }
  const headerBytes = (frame.readUInt8(14) & 15) * 4;
  const icmp = 14 + headerBytes;
  if (type !== etherTypes.ipv4 || frame.readUInt8(23) !== 1 || frame.length < icmp + 8) return { kind: "other" };
  const end = Math.min(frame.length, 14 + frame.readUInt16BE(16));
  if (frame[icmp] === 0) return { kind: "echo-reply", sequence: frame.readUInt16BE(icmp + 6) };
  if (frame[icmp] !== 8) return { kind: "other" };
  return {
    kind: "echo-request",
    fromMac: readMac(frame, 6),
    from: readAddress(frame, 26),
    to: readAddress(frame, 30),
    body: frame.subarray(icmp + 4, end),
  };
}

/** Answers the question who has the wire's address. */
export function makeArpReply(to: { senderMac: string; sender: string; target: string }): Buffer {
  const body = Buffer.alloc(28);
  body.writeUInt16BE(1, 0);
  body.writeUInt16BE(etherTypes.ipv4, 2);
  body.set([6, 4], 4);
  body.writeUInt16BE(2, 6);
  body.set([...macBytes(wireMac), ...addressBytes(to.target)], 8);
  body.set([...macBytes(to.senderMac), ...addressBytes(to.sender)], 18);
  return makeEthernet(to.senderMac, etherTypes.arp, body);
}

/** Makes an ICMP echo request; its 18 bytes of content make the shortest frame there is. */
export function makeEchoRequest(toMac: string, sequence: number): Buffer {
  const body = Buffer.alloc(4 + 18);
  body.writeUInt16BE(0x1ab, 0);
  body.writeUInt16BE(sequence, 2);
  return makeIcmp(toMac, guestAddress, 8, body);
}

/** Answers an echo request. */
export function makeEchoReply(to: { fromMac: string; from: string; body: Buffer }): Buffer {
  return makeIcmp(to.fromMac, to.from, 0, to.body);
}

/** Makes a frame of the type set aside for local experiments (IEEE 802): the guest drops it without an answer. */
export function makeLocalFrame(toMac: string): Buffer {
  return makeEthernet(toMac, etherTypes.local, Buffer.alloc(shortestFrame - 14));
}

/** The checksum of IPv4 and ICMP (RFC 1071). */
export function sumOnes(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

function makeIcmp(toMac: string, to: string, type: number, body: Buffer): Buffer {
  const icmp = Buffer.concat([Buffer.from([type, 0, 0, 0]), body]);
  icmp.writeUInt16BE(sumOnes(icmp), 2);
  const head = Buffer.alloc(20);
  head.writeUInt8(0x45, 0);
  head.writeUInt16BE(20 + icmp.length, 2);
  head.set([64, 1], 8);
  head.set([...addressBytes(wireAddress), ...addressBytes(to)], 12);
  head.writeUInt16BE(sumOnes(head), 10);
  return makeEthernet(toMac, etherTypes.ipv4, Buffer.concat([head, icmp]));
}

function makeEthernet(toMac: string, type: number, body: Buffer): Buffer {
  const frame = Buffer.alloc(Math.max(shortestFrame, 14 + body.length));
  frame.set([...macBytes(toMac), ...macBytes(wireMac)]);
  frame.writeUInt16BE(type, 12);
  frame.set(body, 14);
  return frame;
}

function macBytes(mac: string): number[] {
  return mac.split(":").map((part) => Number.parseInt(part, 16));
}

function addressBytes(address: string): number[] {
  return address.split(".").map(Number);
}

function readMac(frame: Buffer, at: number): string {
  return [...frame.subarray(at, at + 6)].map((byte) => byte.toString(16).padStart(2, "0")).join(":");
}

function readAddress(frame: Buffer, at: number): string {
  return frame.subarray(at, at + 4).join(".");
}
