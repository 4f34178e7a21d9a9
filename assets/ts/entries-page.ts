/** A page of entries that open: a filter narrows them, and an address with the id of an entry opens it. */
const form = document.querySelector<HTMLFormElement>("#entries-filter");
if (form) {
  const entries = [...document.querySelectorAll<HTMLElement>(".entry")];
  const texts = new Map<HTMLElement, string>();
  const count = document.getElementById("entries-count");
  const controls = [...form.elements].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  );

  const textOf = (entry: HTMLElement): string => {
    const known = texts.get(entry) ?? `${entry.id} ${entry.textContent}`.toLowerCase();
    texts.set(entry, known);
    return known;
  };
  const fits = (entry: HTMLElement): boolean =>
    controls.every(({ name, value }) =>
      name === "q"
        ? value
            .toLowerCase()
            .split(/\s+/)
            .every((word) => textOf(entry).includes(word))
        : value === "" || (entry.getAttribute(`data-${name}`) ?? "").split(" ").includes(value),
    );
  const narrow = (): void => {
    let shown = 0;
    for (const entry of entries) {
      entry.hidden = !fits(entry);
      if (!entry.hidden) shown += 1;
    }
    for (const group of document.querySelectorAll<HTMLElement>(".entry-group"))
      group.hidden = group.querySelector(".entry:not([hidden])") === null;
    if (count) count.textContent = String(shown);
  };
  /** Opens the entry that the address names, which no filter may hide. */
  const openTarget = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(target instanceof HTMLDetailsElement)) return;
    target.open = true;
    if (!target.hidden) return;
    form.reset();
    narrow();
    target.scrollIntoView();
  };

  const asked = new URLSearchParams(location.search);
  for (const control of controls) control.value = asked.get(control.name) ?? "";
  for (const select of controls)
    if (select.value === "" && select instanceof HTMLSelectElement) select.selectedIndex = 0;
  narrow();
  form.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", openTarget);
  openTarget();
}
