// The module a script imports to call tools: one function per tool, the call going over a socket or a pair of pipes.

import type { Tool } from "../contracts/tool.ts";
import { isRecord } from "../kernel/json.ts";

/** Names only; how to call them follows from their schemas. */
export interface Binding {
  readonly name: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** What a script may not ask for: it ends with its processes, and nobody is at its keyboard. */
const HIDDEN = new Set(["background", "pty", "notify_on_complete", "watch_patterns"]);

export function bindingOf(tool: Tool): Binding {
  const schema: Readonly<Record<string, unknown>> = { ...tool.input.json };
  const names = Object.keys(isRecord(schema.properties) ? schema.properties : {}).filter((name) => !HIDDEN.has(name));
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  return {
    name: tool.name,
    required: names.filter((name) => required.includes(name)),
    optional: names.filter((name) => !required.includes(name)),
  };
}

export function withoutHidden(input: unknown): unknown {
  return isRecord(input) ? Object.fromEntries(Object.entries(input).filter(([name]) => !HIDDEN.has(name))) : input;
}

export function pythonModule(bindings: readonly Binding[]): string {
  const functions = bindings.map(({ name, required, optional }) => {
    const parameters = [...required, ...optional.map((parameter) => `${parameter}=None`)].join(", ");
    const given = [...required, ...optional]
      .map((parameter) => `${JSON.stringify(parameter)}: ${parameter}`)
      .join(", ");
    return `def ${name}(${parameters}):\n    return _call(${JSON.stringify(name)}, {${given}})\n`;
  });
  return `${PYTHON_CORE}\n${functions.join("\n")}`;
}

const PYTHON_CORE = `import fcntl, json, os, shlex, socket, stat, threading, time

_lock = threading.Lock()
_ends = None

def _open():
    place = os.environ["HERMES_TOOLS"]
    if stat.S_ISSOCK(os.stat(place).st_mode):
        channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        channel.connect(place)
        stream = channel.makefile("rw", encoding="utf-8", newline="\\n")
        return stream, stream
    given = open(os.path.join(place, "requests"), "w", encoding="utf-8", newline="\\n")
    return open(os.path.join(place, "replies"), "r", encoding="utf-8", newline="\\n"), given

def _call(tool, given):
    global _ends
    with _lock:
        _ends = _ends or _open()
        replies, requests = _ends
        shared = replies is not requests
        request = {"tool": tool, "input": {key: value for key, value in given.items() if value is not None}}
        if shared:
            fcntl.flock(requests, fcntl.LOCK_EX)
        requests.write(json.dumps(request) + "\\n")
        requests.flush()
        line = replies.readline()
        if shared:
            fcntl.flock(requests, fcntl.LOCK_UN)
    if not line:
        raise RuntimeError("the connection to the tools is closed")
    return json_parse(json.loads(line)["text"])

def json_parse(text):
    try:
        return json.loads(text)
    except ValueError:
        return {"text": text}

def shell_quote(text):
    return shlex.quote(str(text))

def retry(action, attempts=3, delay=1.0):
    for attempt in range(attempts):
        try:
            return action()
        except Exception:
            if attempt == attempts - 1:
                raise
            time.sleep(delay * 2 ** attempt)
`;

export function javascriptModule(bindings: readonly Binding[]): string {
  const functions = bindings.map(
    ({ name }) => `export const ${name} = (input = {}) => call(${JSON.stringify(name)}, input);`,
  );
  return `${JAVASCRIPT_CORE}\n${functions.join("\n")}\n`;
}

const JAVASCRIPT_CORE = `import { openSync, statSync } from "node:fs";
import { connect, Socket } from "node:net";

const waiting = [];
let ends;

function open() {
  const place = process.env.HERMES_TOOLS;
  const isSocket = statSync(place).isSocket();
  const replies = isSocket ? connect(place) : new Socket({ fd: openSync(place + "/replies", "r"), readable: true, writable: false });
  const requests = isSocket ? replies : new Socket({ fd: openSync(place + "/requests", "w"), readable: false, writable: true });
  let rest = "";
  replies.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\\n");
    rest = lines.pop();
    for (const line of lines) answered(line, replies);
  });
  replies.on("close", () => waiting.splice(0).forEach(({ reject }) => reject(new Error("the connection to the tools is closed"))));
  replies.unref();
  if (requests !== replies) requests.unref();
  return { replies, requests };
}

function answered(line, replies) {
  const { resolve } = waiting.shift();
  if (waiting.length === 0) replies.unref();
  resolve(json_parse(JSON.parse(line).text));
}

function call(tool, input) {
  ends ??= open();
  ends.replies.ref();
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    ends.requests.write(JSON.stringify({ tool, input }) + "\\n");
  });
}

export function json_parse(text) {
  try { return JSON.parse(text); } catch { return { text }; }
}

export const shell_quote = (text) => "'" + String(text).replaceAll("'", "'\\\\''") + "'";

export async function retry(action, attempts = 3, delayMs = 1000) {
  for (let attempt = 0; ; attempt++) {
    try { return await action(); } catch (error) {
      if (attempt >= attempts - 1) throw error;
      await new Promise((done) => setTimeout(done, delayMs * 2 ** attempt));
    }
  }
}
`;
