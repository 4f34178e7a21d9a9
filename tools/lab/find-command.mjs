import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Administrators' folders that an ordinary user's PATH on Debian leaves out; `ip` lives there. */
const systemFolders = process.platform === "win32" ? [] : ["/usr/sbin", "/sbin"];

/** Returns PATH with the administrators' folders at its end. @param {string | undefined} path */
export function extendPath(path) {
  const folders = (path ?? "").split(delimiter).filter(Boolean);
  return [...folders, ...systemFolders.filter((folder) => !folders.includes(folder))].join(delimiter);
}

/** Finds the file a command name stands for, or null. @param {string} name @param {NodeJS.ProcessEnv} env */
export function findCommand(name, env) {
  const endings = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";") : [""];
  for (const folder of extendPath(env.PATH ?? env.Path).split(delimiter)) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/** Says whether a path is a file that can be run. @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
