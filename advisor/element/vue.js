// The element is the same for all; vue.d.ts has its types in templates.
export { VnicAdvisor } from "./index.ts";
