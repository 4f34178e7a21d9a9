import { VnicAdvisor } from "./vnic-advisor.ts";

// A page may load the script twice, from two portlets: the first one serves both.
if (!customElements.get("vnic-advisor")) customElements.define("vnic-advisor", VnicAdvisor);
