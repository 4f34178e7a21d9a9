/** The element's base class; without a DOM an empty one, so that the module can be loaded on a server. */
const Base = globalThis.HTMLElement ?? class {};
export { Base as HTMLElement };
