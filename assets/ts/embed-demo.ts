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

function showLive(demo: HTMLElement): void {
  const frame = demo.querySelector("iframe");
  if (frame) frame.src = frame.dataset["src"] ?? "";
  else document.head.append(Object.assign(document.createElement("script"), { src: demo.dataset["script"] ?? "" }));
}
