/** A whole number with its thousands grouped, for example 50,000. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
