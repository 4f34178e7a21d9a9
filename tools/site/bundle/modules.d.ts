/** What bundling adds to the modules of the repository; plugins.ts does it. */

declare module "*.css" {
  /** The style sheet as minified text. */
  const text: string;
  export default text;
}

declare module "atlas:knowledge" {
  /** The knowledge that the bundle was built with; in scripts of pages it is that of the assumed platform and its steps say nothing. */
  const knowledge: import("../../../advisor/knowledge/knowledge.ts").Knowledge;
  export default knowledge;
}

declare module "atlas:fleet" {
  /** What the audit of a fleet reads besides the engine's knowledge. */
  const fleet: import("../../../advisor/fleet/knowledge.ts").FleetKnowledge;
  export default fleet;
}

declare module "*.csv" {
  /** The table as text. */
  const text: string;
  export default text;
}

declare module "*.xml" {
  /** The document as text. */
  const text: string;
  export default text;
}

declare module "atlas:validators" {
  /** Schemas of the form's records, by file name. */
  export const files: ReadonlyMap<string, import("../../records/read-schemas.ts").JsonSchema>;
  /** Validators whose errors point into those schemas. */
  export const dataset: import("ajv").ValidateFunction;
  export const source: import("ajv").ValidateFunction;
}

declare module "atlas:form-world" {
  /** What the form knows of the records that the site was built from. */
  const world: import("../compile/form/form.ts").FormWorld;
  export default world;
}
