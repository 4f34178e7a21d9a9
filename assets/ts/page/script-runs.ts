/** Takes back what the page says for readers whose browser does not run its script. */
export function scriptRuns(): void {
  document.documentElement.dataset.script = "runs";
}

/** Says it again, for a script that the page loads later and cannot do without. */
export function scriptFails(): void {
  delete document.documentElement.dataset.script;
}
