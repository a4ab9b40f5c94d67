// Files of another machine through its shell: a few POSIX commands, bytes on stdin and stdout, typed failures by exit code.

import type { Files } from "../../contracts/environment.ts";
import { EnvironmentFailure, type EnvironmentFailureKind } from "../../kernel/failure.ts";
import { quote } from "../../kernel/files/search.ts";
import { failure } from "../errno.ts";
import { type Connection, type RawResult, runScript } from "./connection.ts";

const CODES: Readonly<Record<number, EnvironmentFailureKind>> = {
  40: "not-found",
  41: "is-directory",
  42: "not-directory",
  43: "denied",
  44: "full",
};

/** Checks every script starts with; `p` is the path. */
const CHECKS = `fail() { [ -e "$p" ] || { d=$(dirname -- "$p"); while [ ! -e "$d" ]; do d=$(dirname -- "$d"); done; [ -d "$d" ] || exit 42; exit 40; }; exit 43; }`;

export function createShellFiles(connection: Connection): Files {
  const run = async (path: string, body: string, stdin?: Uint8Array): Promise<RawResult> => {
    const result = await runScript(connection, `p=${quote(path)}\n${CHECKS}\n${body}`, {
      ...(stdin !== undefined && { stdin }),
    });
    if (result.code === 0) return result;
    const kind = CODES[result.code];
    if (kind !== undefined) throw failure(kind, path);
    throw new EnvironmentFailure(
      "io",
      `${path}: ${result.stderr.trim().split("\n").at(-1) || `exit code ${result.code}`}`,
    );
  };
  const text = async (path: string, body: string) => new TextDecoder().decode((await run(path, body)).stdout);
  return {
    realPath: (path) =>
      text(path, `r=$(readlink -m -- "$p" 2>/dev/null || readlink -f -- "$p") || r=$p; printf %s "$r"`),
    async stat(path) {
      const found = await text(path, `[ -e "$p" ] || exit 0\nstat -L -c '%F|%s|%Y|%a' -- "$p" || fail`);
      if (found.trim() === "") return undefined;
      const [kind = "", size, mtime, mode = "0"] = found.trim().split("|");
      const type = kind.startsWith("regular") ? "file" : kind === "directory" ? "dir" : "other";
      return { type, size: Number(size), mtimeMs: Number(mtime) * 1000, mode: Number.parseInt(mode, 8) };
    },
    async list(path) {
      const found = await text(
        path,
        `[ -e "$p" ] || fail; [ -d "$p" ] || exit 42; cd -- "$p" || exit 43; shopt -s nullglob dotglob
for f in *; do if [ -d "$f" ]; then t=d; elif [ -f "$f" ]; then t=f; else t=o; fi; printf '%s%s\\0' "$t" "$f"; done`,
      );
      const types = { d: "dir", f: "file" } as const;
      return found
        .split("\0")
        .filter((entry) => entry !== "")
        .map((entry) => ({
          name: entry.slice(1),
          type: types[entry[0] as "d" | "f"] ?? "other",
        }));
    },
    async read(path, maxBytes) {
      const print = maxBytes === undefined ? 'cat -- "$p"' : `head -c ${maxBytes} -- "$p"`;
      return (
        await run(path, `[ -e "$p" ] || fail; [ -d "$p" ] && exit 41; [ -f "$p" ] && [ -r "$p" ] || exit 43; ${print}`)
      ).stdout;
    },
    async write(path, bytes) {
      await run(
        path,
        `p=$(readlink -m -- "$p" 2>/dev/null || printf %s "$p"); [ -d "$p" ] && exit 41
d=$(dirname -- "$p"); mkdir -p -- "$d" 2>/dev/null || { x=$d; while [ ! -e "$x" ]; do x=$(dirname -- "$x"); done; [ -d "$x" ] && exit 43; exit 42; }
t=$(mktemp -- "$d/.hermes.XXXXXXXX") || exit 43; trap 'rm -f -- "$t"' EXIT
cat > "$t" || exit 44
m=$(stat -c %a -- "$p" 2>/dev/null) || m=$(printf '%o' $((0666 & ~$(umask)))); chmod "$m" "$t"
sync -- "$t" 2>/dev/null; mv -f -- "$t" "$p" || exit 43; trap - EXIT`,
        bytes,
      );
    },
    async remove(path) {
      await run(
        path,
        `[ -e "$p" ] || [ -L "$p" ] || fail; if [ -d "$p" ] && [ ! -L "$p" ]; then rmdir -- "$p" || exit 43; else rm -f -- "$p" || exit 43; fi`,
      );
    },
    async rename(from, to) {
      await run(
        from,
        `[ -e "$p" ] || fail; q=${quote(to)}; mkdir -p -- "$(dirname -- "$q")" || exit 43; mv -fT -- "$p" "$q" 2>/dev/null || mv -f -- "$p" "$q" || exit 43`,
      );
    },
  };
}
