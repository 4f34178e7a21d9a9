/** Something the guest's agent said. */
export type AgentFrame = { kind: "ready" } | { kind: "answer"; number: number; status: number; text: string };

/** The record separator, 036: no command contains it, so the echo of a command never makes a frame. */
const separator = "\x1e";
const ready = new RegExp(`${separator}ready\n`);
const answer = new RegExp(`${separator}begin (\\d+)\n([^${separator}]*)${separator}end \\1 (\\d+)\n`);

/**
 * Makes a reader of what the agent writes, in chunks of any size. What stands outside of frames
 * (an echo, a message of the kernel) is passed over.
 */
export function makeFrameReader(): (chunk: string) => AgentFrame[] {
  let unread = "";
  return (chunk) => {
    unread += chunk.replaceAll("\r", "");
    const frames: AgentFrame[] = [];
    for (let next = readFrame(unread); next; next = readFrame(unread)) {
      frames.push(next.frame);
      unread = unread.slice(next.end);
    }
    return frames;
  };
}

function readFrame(text: string): { frame: AgentFrame; end: number } | null {
  const [first, found] = [ready.exec(text), answer.exec(text)];
  if (first && !(found && found.index < first.index)) {
    return { frame: { kind: "ready" }, end: first.index + first[0].length };
  }
  if (!found) return null;
  const [whole, number, words = "", status] = found;
  return {
    frame: { kind: "answer", number: Number(number), status: Number(status), text: words },
    end: found.index + whole.length,
  };
}
