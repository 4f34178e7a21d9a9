/** What bundling adds to the modules of the repository; texts.ts does it. */

declare module "*.css" {
  /** The style sheet as minified text. */
  const text: string;
  export default text;
}

declare module "atlas:knowledge" {
  /** The knowledge that the bundle was built with. */
  const knowledge: import("../../advisor/knowledge.ts").Knowledge;
  export default knowledge;
}
