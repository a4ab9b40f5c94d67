// Files named as people and models name them, for stores that know absolute paths only.

import type { Files } from "../contracts/environment.ts";

export function resolvedFiles(files: Files, resolve: (path: string) => string): Files {
  return {
    realPath: (path) => files.realPath(resolve(path)),
    stat: (path) => files.stat(resolve(path)),
    list: (path) => files.list(resolve(path)),
    read: (path, maxBytes) => files.read(resolve(path), maxBytes),
    write: (path, bytes) => files.write(resolve(path), bytes),
    remove: (path) => files.remove(resolve(path)),
    rename: (from, to) => files.rename(resolve(from), resolve(to)),
  };
}
