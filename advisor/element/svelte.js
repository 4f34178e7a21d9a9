// The element is the same for all; svelte.d.ts has its types in components.
export { VnicAdvisor } from "./index.ts";
