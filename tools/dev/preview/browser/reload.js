// Runs on previewed pages: reloads the page when there is a newer version.
const script = document.querySelector("script[data-preview-version]");
const shown = script instanceof HTMLElement ? script.dataset.previewVersion : undefined;

// The server also sends the version on connect, so a change during page load is not missed.
new EventSource("/__preview/events").addEventListener("version", ({ data }) => {
  if (data !== shown) location.reload();
});
