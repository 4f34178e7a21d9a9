/**
 * Ends this program when the npm script it belongs to is ended. npm hands a signal to the shell that it started
 * between itself and us, and a shell such as Debian's dies of it without a word to us.
 * @param {NodeJS.ProcessEnv} env
 */
export function endWithNpm(env) {
  if (!env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
