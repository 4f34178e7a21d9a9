/**
 * Keeps an element as high as it is while what is in it gives way to something shorter,
 * and lets it shrink once what follows it is so far from view that nothing which the reader sees moves.
 */
export async function keepRoom(
  element: HTMLElement,
  following: Element | null,
  replace: () => Promise<void>,
): Promise<void> {
  const before = element.offsetHeight;
  element.style.minHeight = `${before}px`;
  await replace();
  element.style.minHeight = "";
  if (scrollY === 0 || !following) return;
  const gone = before - element.offsetHeight;
  if (gone <= 0) return;
  element.style.minHeight = `${before}px`;
  // The observer tells a little late: two screens more are what a reader may have gone on by then.
  const observer = new IntersectionObserver(
    ([place]) => {
      if (place?.isIntersecting) return;
      observer.disconnect();
      element.style.minHeight = "";
    },
    { rootMargin: `0px 0px ${gone + 2 * innerHeight}px 0px` },
  );
  observer.observe(following);
}
