/** Takes a reference between schemas apart: `common.schema.json?version=1#/$defs/id` is `/$defs/id` of the file common.schema.json. */
export function splitReference(reference: string): { file: string; pointer: string } {
  const [address = "", pointer = ""] = reference.split("#");
  return { file: address.replace(/\?.*$/, ""), pointer };
}
