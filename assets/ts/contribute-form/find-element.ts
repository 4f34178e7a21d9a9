/** Finds an element that the page's template has put there. */
export function find<E extends Element>(within: ParentNode, selector: string, type: new () => E): E {
  const found = within.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${selector}`);
}
