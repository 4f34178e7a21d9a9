/** The id that an address names after its `#`. A part that cannot be decoded, such as `#100%`, is taken as written. */
export function readTargetId(hash: string): string {
  const part = hash.slice(1);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
