/**
 * A schema as it is published: without the word that only tells our own checker which choice to report on. A validator that
 * keeps to the standard's words refuses a schema that has another.
 */
export function publishSchema(content: Uint8Array): string {
  return JSON.stringify(JSON.parse(new TextDecoder().decode(content), (key, value: unknown) => (key === "discriminator" ? undefined : value)), null, 2) + "\n";
}
