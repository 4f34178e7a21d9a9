/** Does work and says how many milliseconds a processor spent in this process meanwhile: on a busy machine no more than on a quiet one. */
export async function measureProcessor<Result>(
  work: () => Result | Promise<Result>,
): Promise<{ result: Result; milliseconds: number }> {
  const begin = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(begin);
  return { result, milliseconds: (user + system) / 1000 };
}
