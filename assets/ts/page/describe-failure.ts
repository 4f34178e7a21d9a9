/** A line, read aloud at once, that says what failed; the text has the cause of the error in the place of {cause}. */
export function describeFailure(error: unknown, text: string): HTMLElement {
  const alert = document.createElement("p");
  alert.setAttribute("role", "alert");
  alert.textContent = text.replace("{cause}", () => (error instanceof Error ? error.message : String(error)));
  return alert;
}
