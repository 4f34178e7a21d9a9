/** Opens the row that an address names, or that holds what the address names; without script the style sheet does. */
export function openRows(page: Document): void {
  const open = (): void => {
    const target = page.getElementById(decodeURIComponent(location.hash.slice(1)));
    const holder = target?.closest("tr");
    const name = (holder?.matches(".more") ? holder.previousElementSibling : holder)?.querySelector("details");
    if (!target || !name) return;
    name.open = true;
    // What opens above moves what the browser has scrolled to.
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
}
