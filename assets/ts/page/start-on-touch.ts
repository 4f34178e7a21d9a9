/** What a reader does first with a drawing or with the fields above it. */
const moments = ["pointerenter", "pointerdown", "focusin", "change"] as const;

/**
 * Starts what makes a drawing answer as soon as a reader points at one of its parts, touches it or reaches it with the keyboard.
 * A pointer that waits over the drawing need not move again once it has started. The function that is returned starts it at once.
 */
export function startOnTouch(
  drawing: HTMLElement,
  parts: readonly Element[],
  start: () => Promise<void>,
  fail: () => void,
): () => void {
  const isWanted = new AbortController();
  const load = (touched?: Event): void => {
    isWanted.abort();
    let last = touched instanceof PointerEvent ? touched : undefined;
    const follow = (event: PointerEvent): void => {
      last = event;
    };
    drawing.addEventListener("pointermove", follow, { passive: true });
    start()
      .then(() => {
        drawing.removeEventListener("pointermove", follow);
        if (last) drawing.dispatchEvent(new PointerEvent("pointermove", last));
      })
      .catch(fail);
  };
  const options = { signal: isWanted.signal, passive: true };
  for (const part of parts) for (const moment of moments) part.addEventListener(moment, load, options);
  return load;
}
