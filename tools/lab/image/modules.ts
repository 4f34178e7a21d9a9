import { LabError } from "../lab-error.ts";

/** Modules are named with - or _ in files, always with _ inside. */
export function normaliseModule(name: string): string {
  return name.replaceAll("-", "_");
}

/** Reads which modules a module needs from the text `depends=a,b` in its .modinfo section. */
export function readDepends(module: Buffer): string[] {
  for (let at = module.indexOf("depends="); at >= 0; at = module.indexOf("depends=", at + 1)) {
    // Entries of the section end in NUL; the first may stand after anything.
    const end = module.indexOf(0, at);
    const value = module.toString("latin1", at + "depends=".length, end);
    if (/^[\w,-]*$/.test(value)) return value.split(",").filter(Boolean).map(normaliseModule);
  }
  throw new LabError("the module does not say what it depends on");
}

/** Where modules and their dependencies are looked up. */
export interface ModuleShelf {
  /** The module's bytes, decompressed; null where there is no such module. */
  read(name: string): Buffer | null;
  /** Whether the kernel has it built in. */
  isBuiltIn(name: string): boolean;
}

/** Lists modules with all they need, each after what it depends on. */
export function orderModules(wanted: readonly string[], shelf: ModuleShelf): { name: string; bytes: Buffer }[] {
  const ordered = new Map<string, Buffer | null>();
  const visit = (name: string, path: readonly string[]): void => {
    if (ordered.has(name)) return;
    if (path.includes(name)) throw new LabError(`modules need one another: ${[...path, name].join(", ")}`);
    const bytes = shelf.read(name);
    if (bytes === null) {
      if (!shelf.isBuiltIn(name))
        throw new LabError(`the kernel package has no module ${[...path, name].join(" for ")}`);
      return void ordered.set(name, null);
    }
    for (const needed of readDepends(bytes)) visit(needed, [...path, name]);
    ordered.set(name, bytes);
  };
  for (const name of wanted) visit(normaliseModule(name), []);
  return [...ordered].flatMap(([name, bytes]) => (bytes ? [{ name, bytes }] : []));
}
