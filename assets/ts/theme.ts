import { restoresState, startScripts } from "./page/start-scripts.ts";

type Theme = "system" | "light" | "dark";

const KEY = "atlas-theme";
/** The system's theme gives way to the other one first, so that the first click shows. */
const NEXT: Record<Theme, Theme> = matchMedia("(prefers-color-scheme: dark)").matches
  ? { system: "light", light: "dark", dark: "system" }
  : { system: "dark", dark: "light", light: "system" };

// Runs in the head, before the first paint; the button comes later.
show(readTheme());
redirectToPage();
document.addEventListener("DOMContentLoaded", connect);
awaitScript();
// Words to search for come with the address: what stands below the answer waits for it, which search.css sees to.
if (new URLSearchParams(location.search).has("q")) preloadSearch();
// So does what the advisor says before anything is known.
if (location.search !== "") document.documentElement.dataset.query = "";
const isRestoring = restoresState();
document.documentElement.toggleAttribute("data-restoring", isRestoring);
void startScripts(isRestoring);

/** A chart for frames that is opened as a page leads to where the chart stands, with what the address asks for. */
function redirectToPage(): void {
  const { place } = document.documentElement.dataset;
  if (place === undefined || window.self !== window.top || location.hash === "#framed") return;
  const address = new URL(place, location.href);
  address.search = location.search;
  location.replace(address);
}

/** Preloads the files for the first results, see head/asked.html. */
function preloadSearch(): void {
  document.documentElement.dataset.asked = "";
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[media="not all"]')) link.media = "all";
}

function connect(): void {
  const button = document.querySelector<HTMLButtonElement>("#theme-toggle");
  if (!button) return;
  let theme = readTheme();
  const label = (): void => {
    button.setAttribute("aria-label", `Theme: ${theme}. Switch to ${NEXT[theme]}.`);
    button.title = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = NEXT[theme];
    show(theme);
    store(theme);
    label();
  });
  label();
  button.hidden = false;
}

/** While the page's own script is awaited the page does not say what to do without it; base.css does the rest. */
function awaitScript(): void {
  const { dataset } = document.documentElement;
  dataset.script = "awaited";
  const reportMissing = ({ target }: Event): void => {
    const isOfScript = target === window || target instanceof HTMLScriptElement;
    if (isOfScript && dataset.script === "awaited") delete dataset.script;
  };
  // A script that cannot be loaded fires the event on its element only, a script that fails on the window.
  addEventListener("error", reportMissing, true);
  addEventListener("unhandledrejection", reportMissing);
}

function show(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Storage throws where a browser or a sandbox forbids it; the choice then lasts as long as the page. */
function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

function store(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Nothing to do: see readTheme.
  }
}
