/**
 * Has the browser hold a module to its integrity before a dynamic import, which has no place for an integrity value itself:
 * the import takes the module that was preloaded, and fails where that was not what it should be.
 */
export function preloadModule(address: string, integrity: string): void {
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", href: address, integrity }),
  );
}
