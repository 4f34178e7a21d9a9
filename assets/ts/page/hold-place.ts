/** What holds an element's place: ends that, if it still does. */
export type Release = () => void;

/**
 * Fills an element without moving what follows it under a reader who sees that or has gone beyond: the element stays as high as it was,
 * with the rest of it cut off, until what follows lies below what the reader sees, or the keyboard reaches something within.
 */
export function holdPlace(element: HTMLElement, following: Element, fill: () => void): Release {
  if (isBelow(following.getBoundingClientRect())) {
    fill();
    return () => {};
  }
  element.style.setProperty("--held-height", `${element.getBoundingClientRect().height}px`);
  element.dataset.held = "";
  fill();
  // Whatever lies above the window counts as seen: from there one may come back to the top at once.
  const observer = new IntersectionObserver(
    ([place]) => {
      if (place && !place.isIntersecting && isBelow(place.boundingClientRect)) release();
    },
    { rootMargin: "9999999px 0px 0px 0px" },
  );
  const release = (): void => {
    observer.disconnect();
    element.removeEventListener("focusin", showFocused);
    delete element.dataset.held;
    element.style.removeProperty("--held-height");
  };
  const showFocused = (event: FocusEvent): void => {
    release();
    (event.target as Element).scrollIntoView({ block: "nearest", behavior: "instant" });
  };
  observer.observe(following);
  element.addEventListener("focusin", showFocused);
  return release;
}

function isBelow({ top }: DOMRectReadOnly): boolean {
  return top >= innerHeight;
}
