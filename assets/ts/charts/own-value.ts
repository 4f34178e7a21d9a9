/** What a reader's own number does to a chart. */
export interface Marking {
  setOwn(value: number | null): void;
}

/** Draws the reader's own number, from the field under the chart, as a line; what is outside of the axis is said, not drawn. */
export function startOwnValue(form: HTMLFormElement, chart: Marking): void {
  const field = form.querySelector<HTMLInputElement>("input[type=number]");
  const answer = form.querySelector("output");
  if (!field || !answer) return;
  const [least, most] = [Number(form.dataset.least), Number(form.dataset.most)];
  const show = (): void => {
    const value = field.value === "" ? null : field.valueAsNumber;
    const isInside = value !== null && value >= least && value <= most;
    answer.textContent = value !== null && !isInside ? `The axis goes from ${format(least)} to ${format(most)}.` : "";
    chart.setOwn(isInside ? value : null);
  };
  field.addEventListener("input", show);
  show();
}

function format(value: number): string {
  return value.toLocaleString("en");
}
