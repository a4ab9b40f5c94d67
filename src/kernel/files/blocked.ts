// Files that never end or that hold another process's secrets: not for reading, whatever the rights.

const DEVICES = new Set(
  ["zero", "random", "urandom", "full", "stdin", "tty", "console", "stdout", "stderr", "fd/0", "fd/1", "fd/2"].map(
    (name) => `/dev/${name}`,
  ),
);
const PROCESS_FILES = /^\/proc\/[^/]+(?:\/task\/[^/]+)?\/(?:fd\/[0-2]|environ|cmdline|maps|mem)$/;

/** To be asked with the path as given and again with the real one. */
export function isBlockedPath(path: string): boolean {
  return DEVICES.has(path) || PROCESS_FILES.test(path);
}
