import { startConfigurator } from "./embed/configurator.ts";
import { preloadModule } from "./page/preload-module.ts";
import { scriptFails, scriptRuns } from "./page/script-runs.ts";

/**
 * Shows the advisor in the page about embedding once a reader comes to it: the component's script and the frame
 * weigh more than the page, and most readers want the snippets.
 */
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    showLive(target as HTMLElement);
  }
});
for (const demo of document.querySelectorAll(".demo")) observer.observe(demo);
const form = document.querySelector<HTMLFormElement>("#configurator");
const output = document.querySelector<HTMLElement>("#own-snippets");
const preview = document.querySelector<HTMLElement & { policy: object | null }>("vnic-advisor");
if (form && output && preview) startConfigurator(form, output, preview);
scriptRuns();

function showLive(demo: HTMLElement): void {
  const frame = demo.querySelector("iframe");
  if (frame) frame.src = frame.dataset.src ?? "";
  else void loadComponent(demo.dataset.script ?? "", demo.dataset.integrity ?? "");
}

/** As a module, whose address the content policy takes as text. If it does not load, what is inside the element stays. */
async function loadComponent(address: string, integrity: string): Promise<void> {
  const { href } = new URL(address, document.baseURI);
  preloadModule(href, integrity);
  await import(href).catch(scriptFails);
}
