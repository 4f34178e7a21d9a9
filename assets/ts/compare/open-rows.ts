/** Opens the row that an address names, or that holds what the address names; without script the style sheet does. */
export function openRows(page: Document): void {
  const open = (): void => {
    const target = page.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("tr");
    const row = target?.matches(".more") ? target.previousElementSibling : target;
    const name = row?.querySelector("details");
    if (name) name.open = true;
  };
  addEventListener("hashchange", open);
  open();
}
