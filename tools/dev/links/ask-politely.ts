/** How many hosts are asked at a time, and how long each one rests between two questions. */
export interface Pace {
  hosts: number;
  restMs: number;
  sleep: (milliseconds: number) => Promise<unknown>;
}

/** Asks about every address, one at a time of each host with a rest between, several hosts side by side; answers in the order of the addresses. */
export async function askPolitely<T>(
  urls: readonly string[],
  ask: (url: string) => Promise<T>,
  { hosts, restMs, sleep }: Pace,
): Promise<T[]> {
  const queues = [...groupByHost(urls)];
  const answers = new Map<string, T>();
  const work = async (): Promise<void> => {
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      for (const [index, url] of queue.entries()) {
        if (index > 0) await sleep(restMs);
        answers.set(url, await ask(url));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, hosts) }, work));
  return urls.map((url) => answers.get(url) as T);
}

/** The hosts with the most addresses first, since they take the longest. */
function groupByHost(urls: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const url of urls) {
    const { host } = new URL(url);
    groups.set(host, [...(groups.get(host) ?? []), url]);
  }
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
