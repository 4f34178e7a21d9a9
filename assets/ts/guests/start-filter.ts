/** Shows only guests with a name that fits what is typed; Enter opens the first of them. */
export function startFilter(form: HTMLFormElement, lines: Iterable<HTMLElement>): void {
  const input = form.querySelector("input");
  const status = form.querySelector<HTMLElement>("[role=status]");
  if (!input || !status) return;
  const sections = [...lines].map((line) => ({
    line,
    guests: [...line.querySelectorAll<HTMLElement>("li")].map((item) => ({
      item,
      names: (item.dataset.names ?? "").split("|"),
    })),
  }));
  const names = sections.flatMap(({ guests }) => guests.map((guest) => guest.names));
  const show = (): void => {
    const typed = input.value.trim();
    form.toggleAttribute("data-filtered", typed !== "");
    const exact = nameMatcher(typed);
    const isKnown = names.some(exact);
    const matches = isKnown ? exact : nameMatcher(dropMinor(typed));
    let shown = 0;
    for (const { line, guests } of sections) {
      for (const { item, names: own } of guests) item.hidden = !matches(own);
      const visible = guests.filter(({ item }) => !item.hidden).length;
      line.hidden = visible === 0;
      shown += visible;
    }
    status.textContent =
      typed === ""
        ? ""
        : shown === 0
          ? "No guest has this name. The advisor accepts more spellings and uses the nearest release."
          : `${String(shown)} of ${String(names.length)} guests${isKnown ? "" : ", without the minor release"}`;
  };
  input.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = sections.flatMap(({ guests }) => guests).find(({ item }) => !item.hidden);
    if (input.value.trim() !== "") first?.item.querySelector("a")?.click();
  });
  // Enter, pressed before this script is there, loads the page anew with the words in its address.
  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  // A browser that goes back fills the field in again.
  show();
}

/** Reduces a spelling to its letters and digits: "Windows Server 2022", "windows-server-2022" and "WindowsServer2022" are one. */
function reduceName(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "");
}

/** Makes a test of names for what a reader typed: one of them has it as a whole, or each of its words in any order. */
export function nameMatcher(typed: string): (names: readonly string[]) => boolean {
  const whole = reduceName(typed);
  const words = typed.split(/\s+/).map(reduceName);
  return (names) =>
    names.map(reduceName).some((name) => name.includes(whole) || words.every((word) => name.includes(word)));
}

/** Leaves out minor releases, which guests do not have: "RHEL 9" of "RHEL 9.4". */
export function dropMinor(typed: string): string {
  return typed.replace(/(\d)(\.\d+)+/g, "$1");
}
