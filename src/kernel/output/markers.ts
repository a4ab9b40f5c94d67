// A command's own words between ours: where it started, where and how it ended, on the same stream as its output.

export interface Markers {
  /** The part of the chunk that is the command's output and is surely not the start of a marker. */
  push(chunk: Uint8Array): Uint8Array;
  /** What was held back and turned out to be output. */
  rest(): Uint8Array;
  started(): { readonly pid: number; readonly group: number } | undefined;
  ended(): { readonly code: number; readonly cwd: string } | undefined;
}

const SEPARATOR = 0x1f;

/** `nonce` must be unpredictable and ASCII: markers are `<US>nonce<US>…<US>nonce<US>`. */
export function createMarkers(nonce: string): Markers {
  const mark = Uint8Array.from([SEPARATOR, ...[...nonce].map((char) => char.charCodeAt(0)), SEPARATOR]);
  let held = new Uint8Array(0);
  let started: ReturnType<Markers["started"]>;
  let ended: ReturnType<Markers["ended"]>;
  const note = (body: Uint8Array) => {
    const [kind = "", first = "", ...rest] = utf8(body).split(":");
    if (kind === "start") started = { pid: Number(first), group: Number(rest[0]) };
    if (kind === "end") ended = { code: Number(first), cwd: rest.join(":") };
  };
  return {
    push(chunk) {
      let data = concat(held, chunk);
      const out: Uint8Array[] = [];
      for (;;) {
        const open = indexOf(data, mark, 0);
        if (open === -1) break;
        const close = indexOf(data, mark, open + mark.length);
        out.push(data.slice(0, open));
        if (close === -1) {
          held = data.slice(open);
          return concat(...out);
        }
        note(data.slice(open + mark.length, close));
        data = data.slice(close + mark.length);
      }
      const keep = partialEnd(data, mark);
      out.push(data.slice(0, data.length - keep));
      held = data.slice(data.length - keep);
      return concat(...out);
    },
    rest() {
      const left = held;
      held = new Uint8Array(0);
      return left;
    },
    started: () => started,
    ended: () => ended,
  };
}

/** Bash that announces itself, runs `command` in `cwd` with both outputs joined, and says how it ended. */
export function markedScript(command: string, cwd: string, nonce: string): string {
  const mark = written(nonce);
  const quoted = `'${cwd.replaceAll("'", `'\\''`)}'`;
  return [
    `exec 198>&1 2>&1; read -r _ _ _ _ hermes_group _ </proc/$$/stat || hermes_group=$$`,
    `printf '${mark}start:%s:%s${mark}' "$$" "$hermes_group" >&198; unset hermes_group`,
    sayAtExit(nonce),
    `cd -- ${quoted} || exit 126`,
    command,
  ].join("\n");
}

/** Bash that says on descriptor 198 how and where it ends, however it ends. */
export function sayAtExit(nonce: string): string {
  return `trap 'printf "${written(nonce)}end:%s:%s${written(nonce)}" "$?" "$PWD" >&198' EXIT`;
}

/** A marker as `printf` writes it. */
function written(nonce: string): string {
  return `\\037${nonce}\\037`;
}

function indexOf(data: Uint8Array, mark: Uint8Array, from: number): number {
  for (let at = data.indexOf(SEPARATOR, from); at !== -1; at = data.indexOf(SEPARATOR, at + 1)) {
    if (at + mark.length > data.length) return -1;
    if (mark.every((byte, i) => data[at + i] === byte)) return at;
  }
  return -1;
}

/** How many bytes at the end could be the start of a marker. */
function partialEnd(data: Uint8Array, mark: Uint8Array): number {
  for (let length = Math.min(mark.length - 1, data.length); length > 0; length--) {
    const start = data.length - length;
    if (mark.subarray(0, length).every((byte, i) => data[start + i] === byte)) return length;
  }
  return 0;
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Markers hold a path in UTF-8; percent-decoding is the decoder the language itself has. */
function utf8(bytes: Uint8Array): string {
  const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  try {
    return decodeURIComponent(escaped);
  } catch (error) {
    if (error instanceof URIError) return String.fromCharCode(...bytes);
    throw error;
  }
}
