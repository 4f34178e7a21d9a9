import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** Hands on the lines of a log from a place in bytes to its end. Logs of talkative devices have 100 MB: never all at once. */
export async function readLog(file: string, start: number, take: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: createReadStream(file, { start, encoding: "utf8" }), crlfDelay: Infinity });
  for await (const line of lines) take(line);
}
