import type { compile as Compile } from "json-schema-to-typescript";
import { bundleSchemas } from "./bundle-schemas.ts";
import type { JsonObject } from "./bundle-schemas.ts";

/** Writes the TypeScript types of all records from their schemas. */
export async function writeTypes(schemas: ReadonlyMap<string, JsonObject>): Promise<string> {
  // Imported only when types are written: it brings a formatter that takes a second to load.
  const { compile } = await import("json-schema-to-typescript");
  const bundle = bundleSchemas(schemas);
  return compile(bundle as Parameters<typeof Compile>[0], "Records", {
    bannerComment: "",
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { printWidth: 120 },
    $refOptions: { resolve: { external: false } },
  });
}
