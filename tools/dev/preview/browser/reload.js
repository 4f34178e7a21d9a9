// Runs on previewed pages: loads the page anew when what it shows is no longer the newest.
const script = document.querySelector("script[data-preview-version]");
const shown = script instanceof HTMLElement ? script.dataset.previewVersion : undefined;

// The server tells the newest version on connecting too, so that nothing is missed while a page loads.
new EventSource("/__preview/events").addEventListener("version", ({ data }) => {
  if (data !== shown) location.reload();
});
