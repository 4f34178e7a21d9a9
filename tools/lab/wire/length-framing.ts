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
