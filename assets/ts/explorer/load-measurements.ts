import type { MeasurementFile } from "./measurement-file.ts";

/** Loads the measurements from the address that an element names; if they do not come, says in another what is the matter and calls `fail`. */
export async function loadMeasurements(
  element: HTMLElement,
  status: HTMLElement | null,
  start: (file: MeasurementFile) => void | Promise<void>,
  fail = (): void => {},
): Promise<void> {
  try {
    const response = await fetch(element.dataset.measurements ?? "");
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await start((await response.json()) as MeasurementFile);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (status)
      status.textContent = `The measurements could not be loaded (${cause}). Load the page again, or take the studies below.`;
    fail();
  }
}
