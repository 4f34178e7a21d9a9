import type { View } from "./view.ts";

/** Narrows or widens the plot until the whole has the target's width, as the drawings of the build are made; labels that reach out need more than one step. */
export async function fitWidth(view: View, target: number): Promise<void> {
  await view.runAsync();
  const signal = view.hasSignal("child_width") ? "child_width" : "width";
  for (let step = 0; step < mostSteps; step++) {
    const excess = view.fullWidth - target;
    const plot = Number(view.signal(signal)) - excess;
    if (excess === 0 || plot < leastPlot) return;
    await view.setSignal(signal, plot).resize().runAsync();
  }
}

const mostSteps = 6;
const leastPlot = 80;
