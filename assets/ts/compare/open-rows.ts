/** Makes the name of a row open and close the row below it, and opens what the address names. Without script the style sheet opens what an address names. */
export function openRows(page: Document): void {
  for (const name of page.querySelectorAll<HTMLElement>(".row-name")) {
    name.setAttribute("role", "button");
    expand(name, false);
    name.addEventListener("click", (event) => {
      event.preventDefault();
      expand(name, name.getAttribute("aria-expanded") !== "true");
    });
    name.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      name.click();
    });
  }
  const open = (): void => {
    const target = page.getElementById(decodeURIComponent(location.hash.slice(1)));
    const holder = target?.closest("tr");
    const row = holder?.matches(".more") ? holder.previousElementSibling : holder;
    const name = row?.querySelector<HTMLElement>(".row-name");
    if (!target || !name) return;
    expand(name, true);
    // What opens above moves what the browser has scrolled to.
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
}

function expand(name: HTMLElement, isOpen: boolean): void {
  name.setAttribute("aria-expanded", String(isOpen));
}
